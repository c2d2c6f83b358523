import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it, vi } from 'vitest'
import { DROPPED, type StatusEvent, type TrustedEvent } from '../../src/contract/index.ts'
import { boundTrustedEvent, createWriter, jsonBytes } from '../../src/write/index.ts'
import { PAYLOADS } from './payloads.ts'

afterEach(() => vi.restoreAllMocks())

const tool_call = { id: 'call_1', name: 'x', type: 'function' as const }

const written = (event: unknown) => {
  let seen: unknown
  createWriter({ status: (one) => (seen = one), refused: (why) => (seen = why) })(event as StatusEvent)
  return seen
}

it.each(Object.keys(PAYLOADS))('EV-1: %s of 50 MB is dropped, and never serialised to be measured', (name) => {
  const payload = PAYLOADS[name as keyof typeof PAYLOADS]()
  let longest = 0
  let total = 0
  const { stringify } = JSON
  vi.spyOn(JSON, 'stringify').mockImplementation((...given: unknown[]) => {
    const json = Reflect.apply(stringify, JSON, given) as string | undefined
    longest = Math.max(longest, json?.length ?? 0)
    total += json?.length ?? 0
    return json as string
  })
  const chunk = { payload }
  const data = { id: 'list_1', type: 'list', key: { ids: [] }, items: [{ id: 'a' }, chunk, { id: 'b' }] }
  const result: TrustedEvent = {
    event_type: 'tool_result',
    tool_call,
    arguments: payload,
    result: payload,
    is_error: false,
    duration_ms: 1,
  }
  const events = [
    written({ event_type: 'searching_offers', data: payload }),
    written({ event_type: 'searching_offers', payload }),
    ...boundTrustedEvent({ event_type: 'component', chunk, tool_call }),
    ...boundTrustedEvent({ event_type: 'data_loaded', data }),
    ...boundTrustedEvent({ event_type: 'mcp_session_start', mcp: { server: 'maps', payload } }),
    ...boundTrustedEvent(result),
  ]
  const counted = jsonBytes(payload)
  vi.restoreAllMocks()
  expect(events).toEqual([
    { event_type: 'searching_offers', data: DROPPED },
    { event_type: 'searching_offers', data: DROPPED },
    { event_type: 'component', chunk: DROPPED, tool_call },
    { event_type: 'data_loaded', data: { ...data, items: [{ id: 'a' }, { id: 'b' }], omitted: 1 } },
    { event_type: 'mcp_session_start', mcp: { server: 'maps', ...DROPPED } },
    { ...result, arguments: DROPPED, result: DROPPED },
  ])
  // Unknown, as the facet says it.
  expect(counted).toBe(0)
  expect(longest).toBeLessThan(256 * 1024)
  expect(total).toBeLessThan(4 * 1024 * 1024)
})

it.each(Object.keys(PAYLOADS))('%s of 50 MB is written with little memory beside its own', (name) => {
  const child = fileURLToPath(new URL('./write-payload.ts', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', child, name], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const { held, grown } = JSON.parse(stdout) as { held: number; grown: number }
  expect(held).toBeGreaterThan(40 * 1024 * 1024)
  expect(grown).toBeLessThan(24 * 1024 * 1024)
})
