import { expect, it } from 'vitest'
import shop from '../../agents/shop/index.ts'
import { answering, eventsOf, outline, runSubAgent } from './run-sub-agent.ts'

const OFFERS = ['Cold brew', 'Espresso', 'Filter'].map((title, index) => ({
  id: `offer_${index}`,
  title,
  brand: `Brand ${index}`,
  points: 750,
  terms: 'One per user.',
}))

const context = answering({
  'offers.search': ({ ids }) =>
    ids === undefined ? OFFERS : OFFERS.filter((offer) => (ids as string[]).includes(offer.id)),
})

it('AC-9: every tool call stands between its two boundaries, and the status comes first', async () => {
  const run = await runSubAgent(shop, 'find me coffee offers', context)
  expect(outline(run)).toEqual([
    'searching_offers',
    'tool_call_start search_offers',
    'searching_offers',
    'tool_call_end search_offers',
    'tool_call_start render_offers',
    'data_loading',
    'data_loaded',
    'tool_call_end render_offers',
  ])
  const starts = eventsOf(run, 'tool_call_start').map((event) => event.tool_call)
  expect(eventsOf(run, 'tool_call_end').map((event) => event.tool_call)).toEqual(starts)
  expect(starts.map((call) => call.type)).toEqual(['ccs', 'function'])
})

it('AC-8: data_loading and data_loaded share their id, and the items are the ones announced', async () => {
  const run = await runSubAgent(shop, 'coffee offers', context)
  const [loading] = eventsOf(run, 'data_loading')
  const [loaded] = eventsOf(run, 'data_loaded')
  expect(loading?.data.type).toBe('offer_list')
  expect(loaded?.data).toEqual({ ...loading?.data, items: OFFERS })
  expect(loading?.data.key.ids).toEqual(OFFERS.map(({ id }) => ({ id })))
})

it('FR-10: the component carries the payload, whole and nothing but', async () => {
  const run = await runSubAgent(shop, 'coffee offers', context)
  expect(eventsOf(run, 'data_loaded')[0]?.data.items).toEqual(OFFERS)
})

it.each([
  [
    'en',
    'find me coffee offers',
    'coffee',
    'I found 3 offers for coffee: Cold brew, Espresso, and Filter. The first one, from Brand 0, earns you 750 points.',
  ],
  [
    'es',
    'búscame ofertas de café',
    'café',
    'He encontrado 3 ofertas de café: Cold brew, Espresso y Filter. Con la primera, de Brand 0, ganas 750 puntos.',
  ],
  [
    'fr',
    'trouve des offres de café',
    'café',
    'J’ai trouvé 3 offres pour «\u00a0café\u00a0»\u00a0: Cold brew, Espresso et Filter. La première, de Brand 0, vous rapporte 750 points.',
  ],
])('reports and searches in %s', async (locale, request, query, report) => {
  const run = await runSubAgent(shop, request, context, { locale })
  expect(run.report).toBe(report)
  expect(run.asked[0]).toEqual({ enricher_id: 'offers.search', params: { query, locale } })
  expect(run.asked[1]).toEqual({ enricher_id: 'offers.search', params: { ids: OFFERS.map(({ id }) => id), locale } })
})

it('goes on without offers when they cannot be looked up', async () => {
  const run = await runSubAgent(shop, 'coffee offers', answering({}))
  expect(run.report).toBe('I couldn’t search for offers right now.')
  expect(run.calls).toEqual([{ enricher_id: 'offers.search', outcome: 'error', reason: 'upstream_unavailable' }])
  expect(eventsOf(run, 'data_loading')).toEqual([])
})
