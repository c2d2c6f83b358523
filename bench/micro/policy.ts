import { fileURLToPath } from 'node:url'
import { loadRegistry } from '../../registry/load.ts'
import type { TrustedEvent } from '../../src/contract/index.ts'
import { createCohorts, createPolicyStage, createRenderer, type Clock } from '../../src/policy/index.ts'
import { timeCalls, type TimeOptions } from './time.ts'

export interface PolicyTimes {
  /** One look-up in the same table and one call of the same function. */
  floor_ns: number
  /** A frame of the orchestrator's: text. */
  frame_ns: number
  /** A sub-agent's status event that is sent as it is. */
  status_ns: number
  /** A sub-agent's status event that is put into words, waits for another, and is combined with it. */
  batch_ns: number
}

/** What one decision costs, with the real table, renderer and stage of bench/root. */
export async function measurePolicy(options: TimeOptions): Promise<PolicyTimes> {
  const { registry } = await loadRegistry(fileURLToPath(new URL('../root', import.meta.url)))
  if (registry === null) throw new Error('The registry of bench/root has a problem')
  const cohorts = createCohorts(registry)
  const { table } = await cohorts.resolve({ tenant_id: 'bench', user_id: 'bench', locale: 'en' })
  let sent = 0
  const send = () => {
    sent += 1
  }
  const stage = createPolicyStage({
    table,
    renderer: createRenderer(registry),
    locale: 'en',
    window_ms: 50,
    send,
    clock: noTimers,
  })
  const text: TrustedEvent = { event_type: 'text', chunk: 'Coffee ', type: 'chunk' }
  try {
    const { floor, frame, status, batch } = timeCalls(
      {
        floor: () => {
          if (table.get('text') !== undefined) send()
          return sent
        },
        frame: () => {
          stage.frame(text)
          return sent
        },
        status: (step) => {
          stage.status({ event_type: 'step_taken', step }, 'alpha')
          return sent
        },
        batch: (index) => {
          stage.status(
            { event_type: index % 2 === 0 ? 'looking_around' : 'counting' },
            index % 2 === 0 ? 'alpha' : 'beta',
          )
          if (index % 2 === 1) stage.flush()
          return sent
        },
      },
      options,
    )
    return { floor_ns: floor, frame_ns: frame, status_ns: status, batch_ns: batch }
  } finally {
    stage.close()
    await cohorts.close()
  }
}

/** A timer is set and cleared once a batch, not once a decision. */
const noTimers: Clock = { now: () => 0, setTimer: () => 0, clearTimer: () => {} }
