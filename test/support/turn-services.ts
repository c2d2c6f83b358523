import type { Frame, NumberedFrame, TurnRequest } from '../../src/contract/index.ts'
import { createMemoryFrameLog } from '../../src/log/index.ts'
import type { Orchestrator } from '../../src/orchestrator/index.ts'
import { createCohorts, createRenderer } from '../../src/policy/index.ts'
import { createLocalDispatcher, createPacer, type TurnObserver, type TurnServices } from '../../src/turn/index.ts'
import { smallRegistry } from './registry.ts'

export const request = (more: Partial<TurnRequest> = {}): TurnRequest => ({
  message: 'hello',
  locale: 'en',
  principal: { tenant_id: 'dev', user_id: 'dev' },
  on_disconnect: 'cancel',
  emit_node_events: false,
  ...more,
})

/** The real turn, log and policy around an orchestrator of the test's own. */
export function turnServices(orchestrator: Orchestrator, others: Partial<TurnServices> = {}) {
  const observed: { what: string; detail: unknown }[] = []
  const note = (what: string) => (detail: unknown) => void observed.push({ what, detail })
  const observer: TurnObserver = {
    frame() {},
    decided() {},
    wrote() {},
    unregistered: note('unregistered'),
    refused: note('refused'),
    unrendered: note('unrendered'),
    late: note('late'),
    violation: note('violation'),
    error: (where, error) => void observed.push({ what: `error ${where}`, detail: error }),
    ended() {},
  }
  const registry = smallRegistry()
  const services: TurnServices = {
    log: createMemoryFrameLog(),
    cohorts: createCohorts(registry),
    renderer: createRenderer(registry),
    orchestrator,
    context: {
      enrich: async (enricher_id) => ({ ok: false, enricher_id, reason: 'upstream_unavailable' }),
      async close() {},
    },
    pacer: createPacer(),
    observe: () => observer,
    limits: { batch_window_ms: 500, idle_timeout_ms: 10_000, deadline_ms: 20_000 },
    now: Date.now,
    ...others,
  }
  let count = 0
  const dispatcher = createLocalDispatcher({
    services,
    resume_grace_ms: 10,
    newId: (kind) => `${kind}_${(count += 1)}`,
  })
  const entries = async (response_id: string, after = 0): Promise<NumberedFrame[]> => {
    const all: NumberedFrame[] = []
    for await (const group of dispatcher.read(response_id, after, new AbortController().signal)) all.push(...group)
    return all
  }
  const run = async (asked: Partial<TurnRequest> = {}): Promise<Frame[]> => {
    const { response_id } = await dispatcher.start(request(asked))
    return (await entries(response_id)).map(({ frame }) => frame)
  }
  return { dispatcher, services, observed, entries, run }
}
