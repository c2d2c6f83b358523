import { getHeapStatistics } from 'node:v8'
import { boundTrustedEvent, createWriter, jsonBytes } from '../../src/write/index.ts'
import { PAYLOADS } from './payloads.ts'

/**
 * A process of its own: how much memory a payload takes, and how much more the process ever took while it was written.
 * The heap is looked at after each write, before anything is collected, and whenever something was serialised.
 */
const used = () => {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return used_heap_size + external_memory
}
const collected = () => {
  globalThis.gc?.()
  return used()
}

const empty = collected()
const payload = PAYLOADS[process.argv[2] as keyof typeof PAYLOADS]()
const before = collected()
let peak = before
const look = () => {
  peak = Math.max(peak, used())
}

const tool_call = { id: 'call_1', name: 'x', type: 'function' as const }
const write = createWriter({ status: look, refused: look })
const { stringify } = JSON
JSON.stringify = ((...given: Parameters<typeof stringify>) => {
  const json = stringify(...given)
  look()
  return json
}) as typeof stringify

for (const run of [
  () => write({ event_type: 'searching_offers', payload }),
  () => write({ event_type: 'searching_offers', data: payload }),
  () => boundTrustedEvent({ event_type: 'component', chunk: { payload }, tool_call }),
  () =>
    boundTrustedEvent({
      event_type: 'tool_result',
      tool_call,
      arguments: payload,
      result: payload,
      is_error: false,
      duration_ms: 1,
    }),
  () => jsonBytes(payload),
]) {
  run()
  look()
  collected()
}

process.stdout.write(stringify({ held: before - empty, grown: peak - before }))
