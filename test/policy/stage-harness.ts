import type { EffectiveRegistry, FramePayload, PolicyOverride, TrustedEvent } from '../../src/contract/index.ts'
import { createPolicyStage, createRenderer, type DecisionTable, type PolicyStage } from '../../src/policy/index.ts'
import { baseTable, cohortTable } from '../../src/policy/decision-table.ts'
import { FakeClock } from './fake-clock.ts'
import { sampleRegistry } from './sample-registry.ts'

export const tableOf = (registry: EffectiveRegistry, overrides: readonly PolicyOverride[] = []): DecisionTable =>
  cohortTable(
    baseTable(registry),
    overrides,
    overrides.map(({ flag }) => flag),
  )

export interface Harness {
  stage: PolicyStage
  clock: FakeClock
  /** What left, and when. */
  frames: FramePayload[]
  times: number[]
  /** What the observer was told, in words. */
  seen: string[]
}

export function harness(
  given: {
    registry?: EffectiveRegistry
    table?: DecisionTable
    locale?: string
    window_ms?: number
    send?: (frame: FramePayload) => void
  } = {},
): Harness {
  const { registry = sampleRegistry(), locale = 'en', window_ms = 50 } = given
  const clock = new FakeClock()
  const frames: FramePayload[] = []
  const times: number[] = []
  const seen: string[] = []
  const stage = createPolicyStage({
    table: given.table ?? tableOf(registry),
    renderer: createRenderer(registry),
    locale,
    window_ms,
    clock,
    send: (frame) => {
      frames.push(frame)
      times.push(clock.now())
      given.send?.(frame)
    },
    observe: {
      decided: (type, policy, vertical, sub_agent) => seen.push(`${type} ${policy} ${vertical} ${sub_agent}`),
      unregistered: (id, why, sub_agent) => seen.push(`${id} refused: ${why} ${sub_agent}`),
      unrendered: (id) => seen.push(`${id} unrendered`),
      late: (type) => seen.push(`${type} late`),
    },
  })
  return { stage, clock, frames, times, seen }
}

export const text = (chunk: string): TrustedEvent => ({ event_type: 'text', chunk, type: 'chunk' })
export const toolCall = (id: string) => ({ id, name: 'search', type: 'ccs' as const })
export const toolStart = (id: string): TrustedEvent => ({ event_type: 'tool_call_start', tool_call: toolCall(id) })
export const toolEnd = (id: string): TrustedEvent => ({ event_type: 'tool_call_end', tool_call: toolCall(id) })
export const status = (event_id: string, message: string, event_ids?: string[]): FramePayload => ({
  event_type: 'status',
  data: event_ids === undefined ? { event_id, message } : { event_id, message, event_ids },
})
