import { expect, it } from 'vitest'
import ereceipts from '../../agents/ereceipts/index.ts'
import { answering, eventsOf, outline, runSubAgent } from './run-sub-agent.ts'

const usd = (amount: number) => ({ amount, currency: 'USD' })
const RECEIPT = {
  id: 'rcp_1',
  store: 'Cornerstop',
  date: '2026-05-10',
  total: usd(4.75),
  note: 'The points are there.',
}
const PURCHASES = [
  { id: 'pur_3', store: 'Cornerstop', date: '2026-05-12', total: usd(10), items: [{ name: 'Tea' }] },
  { id: 'pur_2', store: 'Northway', date: '2026-05-08', total: usd(20.5), items: [{ name: 'Rice' }] },
  { id: 'pur_1', store: 'Northway', date: '2026-05-05', total: usd(1.25), items: [] },
]
const context = answering({
  'receipts.match': ({ receipt }) => (receipt === 'R-1' ? [] : [RECEIPT]),
  'purchases.history': () => PURCHASES,
})

it('AC-9: finds a receipt and shows it, every call between its boundaries', async () => {
  const run = await runSubAgent(ereceipts, 'find my receipt from Cornerstop', context)
  expect(outline(run)).toEqual([
    'checking_receipts',
    'tool_call_start match_receipt',
    'tool_call_end match_receipt',
    'tool_call_start render_receipts',
    'data_loading',
    'data_loaded',
    'tool_call_end render_receipts',
  ])
  expect(run.asked[0]?.params).toMatchObject({ query: 'Cornerstop' })
  expect(run.report).toBe('I found your receipt from Cornerstop, dated May 10, for $4.75. The points are there.')
})

it('FR-16: what is shown is what the search brought, under the id that was announced', async () => {
  const run = await runSubAgent(ereceipts, 'my receipts', context)
  const [loading] = eventsOf(run, 'data_loading')
  expect(eventsOf(run, 'data_loaded')[0]?.data).toEqual({ ...loading?.data, items: [RECEIPT] })
  expect(run.asked).toHaveLength(1)
})

it.each([
  [
    'en',
    'how much did I spend last week?',
    'I found 2 purchases, $21.75 in all. The latest was at Northway on May 8, for $20.50.',
  ],
  [
    'es',
    '¿qué compré la semana pasada?',
    'He encontrado 2 compras, 21,75 US$ en total. La última fue en Northway el 8 de mayo, por 20,50 US$.',
  ],
  [
    'fr',
    'combien ai-je dépensé la semaine dernière ?',
    'J’ai trouvé 2 achats, 21,75 $US au total. Le dernier, chez Northway le 8 mai, était de 20,50 $US.',
  ],
])('in %s, a week is that week and its sum', async (locale, request, report) => {
  const run = await runSubAgent(ereceipts, request, context, { locale })
  expect(run.asked[0]).toMatchObject({ enricher_id: 'purchases.history', params: { since: '2026-05-04', limit: 50 } })
  expect(run.report.replaceAll(/\s/g, ' ')).toBe(report)
  expect(outline(run)).toContain('looking_up_purchase_history')
  expect(eventsOf(run, 'data_loading')[0]?.data).toMatchObject({
    type: 'purchase_list',
    key: { ids: [{ id: 'pur_2' }, { id: 'pur_1' }] },
  })
})

it('a receipt’s own number is looked up by itself', async () => {
  const run = await runSubAgent(ereceipts, 'which purchase is receipt R-100204 for?', context)
  expect(run.asked[0]?.params).toEqual({ receipt: 'R-100204', limit: 50, locale: 'en' })
  expect(outline(run).slice(0, 3)).toEqual(['checking_receipts', 'tool_call_start match_receipt', 'matching_receipt'])
})
