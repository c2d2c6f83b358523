import { createAgent } from 'langchain'
import { defineSubAgent, emitStatus, promptMiddleware } from '#kit'
import { getPurchaseHistory, matchReceipt, renderPurchases, renderReceipts } from './tools.ts'

const INSTRUCTIONS = `
You find the user's receipts, and say which purchase a receipt belongs to.
Use match_receipt for receipts and show them with render_receipts; use get_purchase_history for what was bought, and show it
with render_purchases.
`

export default defineSubAgent({
  id: 'ereceipts',
  vertical: 'ereceipts',
  card: {
    description:
      'Finds the user’s receipts and e-receipts, matches a receipt to its purchase, and lists what was bought, where and ' +
      'when: purchase history, spending, orders.',
    examples: [
      'Find my receipt from Harvest Lane Market',
      'What did I buy last week?',
      'Show my purchases',
      'How much did I spend on groceries last month?',
      'Busca mi recibo del supermercado',
      'Busca mis tickets, encuentra el ticket de mi compra',
      '¿Qué compré la semana pasada?',
      'Muéstrame el ticket y mis compras de ayer, ¿cuánto gasté?',
      'Retrouve mon reçu',
      'Trouve mes tickets, retrouve le ticket de mon achat',
      'Qu’ai-je acheté la semaine dernière ?',
      'Montre mes achats et tickets de caisse, combien ai-je dépensé ?',
    ],
  },
  tools: [matchReceipt, getPurchaseHistory, renderReceipts, renderPurchases],
  // Before the first model call: the user sees at once what is being done.
  onStart: () => emitStatus('checking_receipts'),
  build: ({ model, tools }) => createAgent({ model, tools, middleware: [promptMiddleware(INSTRUCTIONS)] }),
  // Nothing is left open: looking at receipts reserves nothing.
  onCancel: () => {},
})
