import { expect, it } from 'vitest'
import type { Frame, StatusEvent } from '../../src/contract/index.ts'
import { emitStatus, getStreamWriter, renderTool } from '../../src/kit/index.ts'
import { enrich } from '../../src/kit/ccs-tool.ts'
import { createMemoryFrameLog } from '../../src/log/index.ts'
import { getScope } from '../../src/write/index.ts'
import { routeTo, smallTurn, subAgent, textOf, types } from './small-turn.ts'

const FLOOD = 1_000_000
const MAX_FRAMES = 5_000
const errorOf = (frames: readonly Frame[]) => frames.find((frame) => frame.event_type === 'error')

/** Status events that become a frame each, in one go: nothing else runs meanwhile. */
const flood = () => {
  const write = getStreamWriter()
  for (let count = 0; count < FLOOD; count++) write({ event_type: 'comparing_offers' })
  return 'never heard'
}

const room = () => ({ log: createMemoryFrameLog({ max_frames: MAX_FRAMES }) })

it('NFR-5: of two sub-agents, one that writes 10⁶ events is failed; the other one is heard, and the turn goes on', async () => {
  const flooded = Promise.withResolvers<void>()
  const shop = subAgent('shop', () => {
    flooded.resolve()
    return flood()
  })
  const rewards = subAgent('rewards', async () => {
    await flooded.promise
    await new Promise((resolve) => setImmediate(resolve))
    // The log was filled by somebody else.
    emitStatus('looking_up_points_balance' as never)
    return 'rewards report'
  })
  const { run, observed } = smallTurn(routeTo(['shop', 'rewards']), [shop, rewards], room())
  const frames = await run()
  expect(frames.length).toBeLessThanOrEqual(MAX_FRAMES)
  expect(errorOf(frames)).toMatchObject({
    error: { code: 'PARTIAL_FAN_OUT', failed: [{ code: 'SUB_AGENT_FAILED', sub_agent_id: 'shop' }] },
    is_final: false,
  })
  expect(frames.filter((frame) => frame.event_type === 'status').at(-1)?.data.event_id).toBe(
    'looking_up_points_balance',
  )
  expect(textOf(frames)).toBe('One part did not work.\n\nAll done.')
  expect(types(frames).at(-1)).toBe('completed')
  const statuses = frames.filter(({ event_type }) => event_type === 'status').length - 1
  expect(observed.filter(({ what }) => what === 'late')).toHaveLength(FLOOD - statuses)
  expect(String(observed.find(({ what }) => what === 'error sub-agent shop')?.detail)).toContain('more than a turn')
})

it('NFR-5: the only sub-agent that writes 10⁶ events ends the turn in SUB_AGENT_FAILED, with words before', async () => {
  const frames = await smallTurn(routeTo(['shop']), [subAgent('shop', flood)], room()).run()
  expect(frames.length).toBeLessThanOrEqual(MAX_FRAMES)
  expect(types(frames).slice(-3)).toEqual(['text', 'usage', 'error'])
  expect(frames.at(-1)).toMatchObject({ error: { code: 'SUB_AGENT_FAILED', sub_agent_id: 'shop' }, is_final: true })
})

it('NFR-5: a sub-agent whose cards fill the log is failed too, and stopped', async () => {
  const MAX_BYTES = 4 * 1024 * 1024
  const items = Array.from({ length: 25 }, (_, index) => ({ id: `o${index}`, text: 'x'.repeat(10_000) }))
  const render = renderTool({ name: 'render_offers', description: 'Shows offers', type: 'offer_list' })
  let shown = 0
  const shop = subAgent('shop', async () => {
    await enrich(getScope('the test'), 'offers.search', {})
    for (; shown < 1_000; shown++) await render.invoke({ ids: items.map(({ id }) => id) })
    return 'never heard'
  })
  const log = createMemoryFrameLog({ max_bytes: MAX_BYTES })
  const { run, dispatcher } = smallTurn(routeTo(['shop', 'rewards']), [shop, subAgent('rewards')], {
    log,
    context: {
      enrich: async () => ({ ok: true, domain_type: 'offers', payload: { items }, partial: false }),
      async close() {},
    },
  })
  const frames = await run()
  expect(shown).toBeLessThan(20)
  expect(log.fill(frames[0]?.response_id ?? '')).toBeLessThanOrEqual(1)
  expect(errorOf(frames)).toMatchObject({ error: { code: 'PARTIAL_FAN_OUT' } })
  expect(types(frames).at(-1)).toBe('completed')
  await dispatcher.close(0)
})

it('what a given-up sub-agent writes can be anything: its writer still does not throw', async () => {
  const odd: unknown[] = [
    null,
    undefined,
    42,
    'prose',
    {
      get event_type() {
        throw new Error('boom')
      },
    },
  ]
  const threw: unknown[] = []
  const shop = subAgent('shop', () => {
    flood()
    const write = getStreamWriter()
    for (const event of odd)
      try {
        write(event as StatusEvent)
      } catch (error) {
        threw.push(error)
      }
  })
  await smallTurn(routeTo(['shop']), [shop], { log: createMemoryFrameLog({ max_frames: 50 }) }).run()
  expect(threw).toEqual([])
})
