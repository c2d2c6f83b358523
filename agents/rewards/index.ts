import { defineSubAgent, emitStatus } from '#kit'
import { buildGraph } from './graph.ts'
import { getPointsBalance, getRecentPurchases, renderPointsBalance } from './tools.ts'

export default defineSubAgent({
  id: 'rewards',
  vertical: 'rewards',
  card: {
    description:
      'Knows the user’s points: balance, points earned and pending, points about to expire, tier and rewards, and the ' +
      'purchases that earned them.',
    examples: [
      'Check my points',
      'How many points do I have?',
      'When do my points expire?',
      'What is my rewards balance?',
      'Consulta mis puntos',
      '¿Cuántos puntos tengo y cuándo caducan?',
      '¿Cuál es mi saldo y mi nivel de recompensas?',
      'Vérifie mes points',
      'Combien de points ai-je, et quand expirent-ils ?',
      'Quel est mon solde de fidélité et mon niveau de récompenses ?',
    ],
  },
  tools: [getPointsBalance, getRecentPurchases, renderPointsBalance],
  // At once, so that it is combined with what other sub-agents say at their start.
  onStart: () => emitStatus('looking_up_points_balance'),
  build: buildGraph,
  // Nothing is left open: the graph clears its own timer when it stops.
  onCancel: () => {},
})
