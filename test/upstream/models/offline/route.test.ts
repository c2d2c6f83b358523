import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { describe, expect, it } from 'vitest'
import ereceipts from '../../../../agents/ereceipts/index.ts'
import rewards from '../../../../agents/rewards/index.ts'
import shop from '../../../../agents/shop/index.ts'
import support from '../../../../agents/support/index.ts'
import { ask, callsOf, subAgentFunction } from './ask.ts'

const shipped = [shop, rewards, ereceipts, support].map(({ id, card }) => subAgentFunction(id, card))

const route = async (messages: Parameters<typeof ask>[0]['messages'], language = 'en', tools = shipped) =>
  ask({ role: 'router', language, messages, tools })

const requestsOf = async (message: string, language = 'en', tools = shipped) =>
  Object.fromEntries(callsOf(await route(message, language, tools)).map(({ name, args }) => [name, args['request']]))

describe('one wish goes to the sub-agent whose card speaks of it', () => {
  it.each([
    ['en', 'Find me coffee offers', 'shop'],
    ['en', 'any savings on laundry detergent?', 'shop'],
    ['en', 'How many points do I have?', 'rewards'],
    ['en', 'What did I buy at Target last week?', 'ereceipts'],
    ['en', 'I can’t find my receipt', 'ereceipts'],
    ['en', 'how do I reset my password', 'support'],
    ['en', 'I want my money back', 'support'],
    ['es', 'Búscame ofertas de café', 'shop'],
    ['es', '¿Cuándo caducan mis puntos?', 'rewards'],
    ['es', '¿Qué compré ayer?', 'ereceipts'],
    ['es-MX', 'necesito ayuda con mi cuenta', 'support'],
    ['fr', 'Trouve-moi des offres de thé', 'shop'],
    ['fr', 'y a-t-il des promos sur le chocolat ?', 'shop'],
    ['fr', 'Combien de points ai-je ?', 'rewards'],
    ['fr', 'combien ai-je dépensé le mois dernier ?', 'ereceipts'],
    ['fr-CA', 'je veux un remboursement', 'support'],
  ])('%s: %s → %s', async (language, message, id) => {
    expect(Object.keys(await requestsOf(message, language))).toEqual([id])
  })
})

describe('several wishes go to several sub-agents, each in the user’s own words', () => {
  it.each([
    ['en', 'find me coffee offers and check my points', { shop: 'find me coffee offers', rewards: 'check my points' }],
    [
      'es',
      'busca ofertas de café y consulta mis puntos',
      { shop: 'busca ofertas de café', rewards: 'consulta mis puntos' },
    ],
    [
      'fr',
      'trouve des offres de café et vérifie mes points',
      { shop: 'trouve des offres de café', rewards: 'vérifie mes points' },
    ],
    ['en', 'bread and milk offers', { shop: 'bread and milk offers' }],
    [
      'en',
      'check my points and find bread and milk offers',
      { rewards: 'check my points', shop: 'find bread and milk offers' },
    ],
    ['en', 'coffee offers, tea and my points', { shop: 'coffee offers, tea', rewards: 'my points' }],
    ['en', 'Hi! Thanks for the offers. Now check my points', { rewards: 'Now check my points' }],
    [
      'en',
      'show me my receipts, my points; the coffee deals, then how to contact support',
      {
        ereceipts: 'show me my receipts',
        rewards: 'my points',
        shop: 'the coffee deals',
        support: 'how to contact support',
      },
    ],
  ])('%s: %s', async (language, message, requests) => {
    expect(await requestsOf(message, language)).toEqual(requests)
  })
})

it('a sub-agent that nobody knew before is routed to by its card alone', async () => {
  const parking = subAgentFunction('parking', {
    description: 'Finds free parking spaces and garages near an address.',
    examples: ['Where can I park my car?', '¿Dónde puedo aparcar el coche?'],
  })
  const tools = [...shipped, parking]
  expect(await requestsOf('is there a garage near the station, and check my points', 'en', tools)).toEqual({
    parking: 'is there a garage near the station',
    rewards: 'check my points',
  })
  expect(Object.keys(await requestsOf('quiero aparcar', 'es', tools))).toEqual(['parking'])
  expect(Object.keys(await requestsOf('where can I park', 'en', [parking]))).toEqual(['parking'])
})

it('a short follow-up goes where the message before it went', async () => {
  const answer = await route([
    new HumanMessage('coffee offers'),
    new AIMessage('I found 5.'),
    new HumanMessage('And for tea?'),
  ])
  expect(callsOf(answer)).toEqual([{ name: 'shop', args: { request: 'And for tea?' } }])
})

describe('what is for no sub-agent is answered directly, in the language', () => {
  it.each([
    [
      'en',
      'hi',
      /^Hi there! I can help you with offers, your points, your receipts and purchases, and the help center\./,
    ],
    ['es', 'hola', /^¡Hola! Puedo ayudarte con las ofertas, tus puntos, tus tickets y compras y el centro de ayuda\./],
    [
      'fr',
      'Bonjour',
      /^Bonjour\s! Je peux vous aider pour les offres, vos points, vos tickets et vos achats et le centre d’aide\./,
    ],
    ['en', 'how are you?', /doing great/],
    ['es', '¿Qué tal?', /Muy bien/],
    ['fr', 'ça va ?', /Très bien/],
    ['en', 'Thanks for the offers!', /^You’re very welcome/],
    ['es', 'muchas gracias', /^¡De nada!/],
    ['fr', 'merci beaucoup', /^Avec plaisir/],
    ['en', 'who are you?', /^I’m your shopping assistant/],
    ['en', 'what is the capital of France?', /^I’m not sure I can help with that one, but/],
    ['fr-CA', 'raconte une blague', /^Je ne suis pas sûr/],
    [
      'de',
      'Erzähl einen Witz',
      /^I’m not sure I can help with that one, but I’m happy to help with offers, your points/,
    ],
  ])('%s: %s', async (language, message, text) => {
    const answer = await route(message, language)
    expect(callsOf(answer)).toEqual([])
    expect(answer.text).toMatch(text)
  })

  it.each([
    ['en', 'What can you do?', '- Find offers, deals and coupons for what you like to buy'],
    ['es', '¿Qué puedes hacer?', '- Consultar tus puntos, los que están en camino y los que caducan'],
    ['fr', 'que pouvez-vous faire ?', '- Retrouver vos tickets et voir ce que vous avez acheté, où et quand'],
  ])('%s: %s lists what there is', async (language, message, line) => {
    const answer = await route(message, language)
    expect(answer.text.split('\n')).toContain(line)
    expect(answer.text.split('\n')).toHaveLength(5)
  })

  it('a sub-agent without words of its own is listed as its card says', async () => {
    const parking = subAgentFunction('parking', { description: 'Finds free parking. Ask it about garages.' })
    expect((await route('what can you do', 'es', [parking])).text).toBe(
      'Esto es lo que puedo hacer por ti:\n- Finds free parking',
    )
  })
})
