import { ToolMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { expect, it } from 'vitest'
import { z } from 'zod'
import {
  toolsFacetSchema,
  TRUSTED_EVENT_SCHEMAS,
  type ContextResult,
  type TrustedEvent,
} from '../../src/contract/index.ts'
import { ccsTool, defineTool, fetchedItem, renderComponentTool, renderTool } from '../../src/kit/index.ts'
import { MAX_FETCHED_ITEMS } from '../../src/kit/fetched-items.ts'
import { enrich as enrichFor } from '../../src/kit/ccs-tool.ts'
import { ensureBoundary, MAX_RESULT_BYTES, TOOL_FAILED } from '../../src/kit/tool-boundary.ts'
import { runInScope } from '../../src/write/index.ts'
import { inScope } from '../support/in-scope.ts'

const found = (items: Record<string, unknown>[], partial = false): ContextResult => ({
  ok: true,
  domain_type: 'offer_list',
  payload: { items },
  partial,
})
const OFFERS = [
  { id: 'o1', title: 'Coffee' },
  { id: 'o2', title: 'Tea' },
]
const search = ccsTool({
  name: 'search_offers',
  description: 'Searches offers',
  enricher: 'offers.search',
  schema: z.object({ query: z.string().optional() }),
})
const types = (events: readonly TrustedEvent[]) => events.map(({ event_type }) => event_type)
const only = <T extends TrustedEvent['event_type']>(events: readonly TrustedEvent[], type: T) =>
  events.filter((event): event is Extract<TrustedEvent, { event_type: T }> => event.event_type === type)

it('FR-15, AC-9: every call of a tool is between its two boundary events, with one id', async () => {
  const { events } = await inScope({ context: { 'offers.search': found(OFFERS) } }, () =>
    Promise.all([search.invoke({ query: 'a' }), search.invoke({ query: 'b' })]),
  )
  const started = only(events, 'tool_call_start').map(({ tool_call }) => tool_call)
  const ended = only(events, 'tool_call_end').map(({ tool_call }) => tool_call)
  expect(started).toEqual([
    { id: 'call_1', name: 'search_offers', type: 'ccs' },
    { id: 'call_2', name: 'search_offers', type: 'ccs' },
  ])
  expect(ended).toEqual(started)
  for (const event of events) expect(TRUSTED_EVENT_SCHEMAS[event.event_type].safeParse(event).success).toBe(true)
})

it('EV-2: the boundary events carry the structured facet: metadata, no input and no output', async () => {
  const { events } = await inScope({ context: { 'offers.search': found(OFFERS) } }, () =>
    search.invoke({ query: 'CANARY' }),
  )
  const facets = [...only(events, 'tool_call_start'), ...only(events, 'tool_call_end')].map(({ data }) =>
    toolsFacetSchema.parse(data),
  )
  expect(facets.map(({ tool: { phase, status } }) => [phase, status])).toEqual([
    ['start', 'running'],
    ['complete', 'completed'],
  ])
  expect(JSON.stringify(facets)).not.toMatch(/CANARY|Coffee/)
})

it('FR-10: the model gets the payload, and nothing of the envelope', async () => {
  const { result } = await inScope({ context: { 'offers.search': found(OFFERS) } }, () => search.invoke({}))
  expect(JSON.parse(result as string)).toEqual({ items: OFFERS })
})

it('a partial payload is passed on, marked and noted', async () => {
  const { result, contextCalls } = await inScope({ context: { 'offers.search': found(OFFERS, true) } }, () =>
    search.invoke({}),
  )
  expect(JSON.parse(result as string)).toEqual({ items: OFFERS, partial: true })
  expect(contextCalls).toEqual([{ enricher_id: 'offers.search', outcome: 'partial' }])
})

it('a context error is told to the model without its reason, and noted with it', async () => {
  const { result, contextCalls, events } = await inScope({}, () => search.invoke({}))
  expect(result).toBe('{"unavailable":true}')
  expect(contextCalls).toEqual([{ enricher_id: 'offers.search', outcome: 'error', reason: 'upstream_unavailable' }])
  expect(types(events)).toEqual(['tool_call_start', 'tool_result', 'tool_call_end'])
})

it('FR-16, AC-8: a render tool sends data_loading, then data_loaded with the same id and the items themselves', async () => {
  const render = renderTool({ name: 'render_offers', description: 'Shows offers', type: 'offer_list' })
  const { events } = await inScope({ context: { 'offers.search': found(OFFERS) } }, async () => {
    await search.invoke({})
    await render.invoke({ ids: ['o2', 'nope', 'o1'] })
  })
  const key = { ids: [{ id: 'o2' }, { id: 'nope' }, { id: 'o1' }] }
  const data = { id: 'offer_list_1', type: 'offer_list', key }
  expect(only(events, 'data_loading')).toEqual([{ event_type: 'data_loading', data }])
  expect(only(events, 'data_loaded')).toEqual([
    { event_type: 'data_loaded', data: { ...data, items: [OFFERS[1], OFFERS[0]] } },
  ])
  expect(types(events).slice(-5)).toEqual([
    'tool_call_start',
    'data_loading',
    'data_loaded',
    'tool_result',
    'tool_call_end',
  ])
})

it('FR-16: a load that fails is answered by data_loaded without items', async () => {
  const load = { enricher: 'offers.search', params: (ids: string[]) => ({ ids }) }
  const render = renderTool({ name: 'render_offers', description: 'Shows offers', type: 'offer_list', load })
  const { events, calls } = await inScope({}, () => render.invoke({ ids: ['o1'] }))
  expect(calls).toEqual([{ enricher_id: 'offers.search', params: { ids: ['o1'] } }])
  expect(only(events, 'data_loaded')[0]?.data.items).toEqual([])
})

it('FR-10: a component carries its JSON and its tool call', async () => {
  const render = renderComponentTool({
    name: 'render_balance',
    description: 'Shows the balance',
    schema: z.object({ points: z.number() }),
    component: ({ points }) => ({ component: 'balance', points }),
  })
  const { events } = await inScope({}, () => render.invoke({ points: 12 }))
  expect(only(events, 'component')).toEqual([
    {
      event_type: 'component',
      chunk: { component: 'balance', points: 12 },
      tool_call: { id: 'call_1', name: 'render_balance', type: 'function' },
    },
  ])
})

it('a tool that throws tells its caller, in words that carry nothing of the error', async () => {
  const broken = defineTool({
    name: 'broken',
    description: 'Throws',
    schema: z.object({}),
    run: () => Promise.reject(new Error('SECRET')),
  })
  const { result, errors } = await inScope({}, () =>
    broken.invoke({ type: 'tool_call', name: 'broken', args: {}, id: 'x' }),
  )
  expect(result).toBeInstanceOf(ToolMessage)
  expect(result).toMatchObject({ content: TOOL_FAILED, status: 'error', tool_call_id: 'x' })
  expect(errors).toHaveLength(1)
})

it('FR-15: a LangChain tool of another make gets its boundary events too, and keeps its answer', async () => {
  const foreign = tool(async ({ n }: { n: number }) => String(n * 2), {
    name: 'double',
    description: 'Doubles',
    schema: z.object({ n: z.number() }),
  })
  const { result, events } = await inScope({}, () =>
    ensureBoundary(foreign).invoke({ type: 'tool_call', name: 'double', args: { n: 21 }, id: 'x' }),
  )
  expect(result).toMatchObject({ content: '42', tool_call_id: 'x' })
  expect(types(events)).toEqual(['tool_call_start', 'tool_result', 'tool_call_end'])
  expect(ensureBoundary(search)).toBe(search)
})

it('a run remembers a bounded number of items, the newest', async () => {
  const items = Array.from({ length: MAX_FETCHED_ITEMS + 1 }, (_, index) => ({ id: `o${index}` }))
  const { result } = await inScope({ context: { 'offers.search': found(items) } }, async () => {
    await search.invoke({})
    return [fetchedItem('o0'), fetchedItem('o1'), fetchedItem(`o${MAX_FETCHED_ITEMS}`)]
  })
  expect(result).toEqual([undefined, { id: 'o1' }, { id: `o${MAX_FETCHED_ITEMS}` }])
})

it('a context call that comes back to a cancelled turn is discarded: nobody notes it, shows it or goes on with it', async () => {
  const { events, contextCalls, result } = await inScope(
    { context: { 'offers.search': found(OFFERS) } },
    async (scope) => {
      const cancelled = new AbortController()
      const { enrich } = scope.turn.context
      scope.turn.context.enrich = async (...call) => {
        const answer = await enrich(...call)
        cancelled.abort(new Error('cancelled'))
        return answer
      }
      const stopped = { ...scope, signal: cancelled.signal }
      return runInScope(stopped, () => search.invoke({})).catch((error: Error) => error.message)
    },
  )
  expect(result).toBe('cancelled')
  expect(contextCalls).toEqual([])
  expect(JSON.stringify(events)).not.toContain('Coffee')
})

it('a result longer than a model is given is cut on a whole character, and says so', async () => {
  const long = '🙂'.repeat(MAX_RESULT_BYTES / 4 + 1)
  // The words that say so take as much as four of them.
  const cut = `${'🙂'.repeat(MAX_RESULT_BYTES / 4 - 4)}…(truncated)`
  const named = { name: 'long', description: 'Says much', schema: z.object({}) }
  const ours = defineTool({ ...named, run: () => long })
  const foreign = ensureBoundary(tool(async () => long, named))
  const { result } = await inScope({}, async () => [
    await ours.invoke({}),
    await ours.invoke({ type: 'tool_call', name: 'long', args: {}, id: 'x' }),
    await foreign.invoke({ type: 'tool_call', name: 'long', args: {}, id: 'y' }),
  ])
  expect(result).toEqual([
    cut,
    expect.objectContaining({ content: cut, tool_call_id: 'x' }),
    expect.objectContaining({ content: cut, tool_call_id: 'y' }),
  ])
})

it('no context call starts for a sub-agent that was told to stop', async () => {
  const { calls, result } = await inScope({ context: { 'offers.search': found(OFFERS) } }, (scope) => {
    const stopped = { ...scope, signal: AbortSignal.abort(new Error('cancelled')) }
    return enrichFor(stopped, 'offers.search', {}).catch((error: Error) => error.message)
  })
  expect(result).toBe('cancelled')
  expect(calls).toEqual([])
})
