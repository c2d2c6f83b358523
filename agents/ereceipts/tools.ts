import { z } from 'zod'
import { ccsTool, emitStatus, getTurn, renderTool } from '#kit'

/** As many as one context call gives. */
const MAX_ITEMS = 50

export const matchReceipt = ccsTool({
  name: 'match_receipt',
  description:
    'Finds receipts (recibos, tickets, facturas, reçus) by store or product, or the purchase that one receipt belongs to.',
  enricher: 'receipts.match',
  schema: z.object({
    query: z.string().max(200).optional().describe('The store or product, in a few words; left out for all receipts.'),
    receipt: z.string().max(100).optional().describe('The number on one receipt, when the user gave it.'),
  }),
  before: ({ receipt }) => {
    if (receipt !== undefined) emitStatus('matching_receipt')
  },
  params: (input) => ({ ...input, limit: MAX_ITEMS, locale: getTurn().locale }),
})

export const getPurchaseHistory = ccsTool({
  name: 'get_purchase_history',
  description:
    'Lists what the user bought, newest first: use it when they ask what they buy or spend, where and when ' +
    '(compras, gastos, pedidos; achats, acheté, dépenses, commandes).',
  enricher: 'purchases.history',
  schema: z.object({
    query: z.string().max(200).optional().describe('A store or product, in a few words; left out for all of them.'),
    since: z.iso.date().optional().describe('The first day to look at, YYYY-MM-DD.'),
    until: z.iso.date().optional().describe('The last day to look at, YYYY-MM-DD; left out: today.'),
    limit: z.int().min(1).max(MAX_ITEMS).optional().describe('How many at most.'),
  }),
  before: () => emitStatus('looking_up_purchase_history'),
  // The context service knows no last day, and a sum over a month needs all of it.
  params: ({ query, since, limit = MAX_ITEMS }) => ({ query, since, limit, locale: getTurn().locale }),
  summarise: ({ items = [] }, { until = '9999-12-31' }) => ({
    items: items
      .filter(({ date }) => String(date) <= until)
      .map(({ id, store, date, total, points_earned, items: bought }) => ({
        id,
        store,
        date,
        total,
        points_earned,
        bought: z
          .array(z.object({ name: z.string() }))
          .safeParse(bought)
          .data?.map(({ name }) => name),
      })),
  }),
})

/** Both are shown as they were found: they need no second load. */
export const renderReceipts = renderTool({
  name: 'render_receipts',
  description: 'Shows receipts to the user. Give the ids that match_receipt found, best first.',
  type: 'receipt_list',
})

export const renderPurchases = renderTool({
  name: 'render_purchases',
  description: 'Shows purchases to the user. Give the ids that get_purchase_history found, newest first.',
  type: 'purchase_list',
})
