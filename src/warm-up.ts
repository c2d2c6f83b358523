import { createAgent } from 'langchain'
import { z } from 'zod'
import type { EffectiveRegistry } from './contract/index.ts'
import { defineSubAgent, defineTool, emitStatus, promptMiddleware } from './kit/index.ts'
import { createMemoryFrameLog } from './log/index.ts'
import { createOrchestrator } from './orchestrator/index.ts'
import { createCohorts, createRenderer } from './policy/index.ts'
import { createLocalDispatcher, createPacer } from './turn/index.ts'
import { createOfflineModel } from './upstream/index.ts'

const ID = 'warm_up'

const registry: EffectiveRegistry = {
  version: ID,
  agent_definition: { id: ID, version: ID },
  verticals: [ID],
  entries: [
    {
      id: 'warming_up',
      description: 'Warms the service up',
      default_render_key: 'status.warming_up',
      default_policy: 'batch',
      emitter_subagents: [ID],
      lifecycle: 'active',
      vertical: ID,
      place: { file: 'src/warm-up.ts', line: 1, column: 1 },
      locales: ['en'],
    },
  ],
  locales: { en: { 'status.warming_up': { message: 'Warming up…' } } },
  overrides: [],
  flags: {},
}

const probe = defineTool({ name: 'probe', description: 'Warm up', schema: z.object({}), run: () => ({ items: [] }) })

const definition = defineSubAgent({
  id: ID,
  vertical: ID,
  card: { description: 'Warm up' },
  tools: [probe],
  onStart: () => emitStatus('warming_up' as never),
  build: ({ model, tools }) => createAgent({ model, tools, middleware: [promptMiddleware('Warm up.')] }),
  // Nothing is held.
  onCancel() {},
})

/**
 * The first run ever costs forty times a later one: here it is, on a sub-agent, a model and a log of its own, so that no
 * vertical's code runs, nothing is called, and nothing is counted.
 */
export async function warmUp(): Promise<void> {
  const renderer = createRenderer(registry)
  const cohorts = createCohorts(registry)
  const model = createOfflineModel({ phrases: renderer })
  const graph = await definition.build({ model, tools: definition.tools })
  const orchestrator = createOrchestrator({
    model,
    sub_agents: [{ definition, graph }],
    limits: { timeout_ms: 5_000, max_steps: 25 },
  })
  const dispatcher = createLocalDispatcher({
    services: {
      log: createMemoryFrameLog(),
      cohorts,
      renderer,
      orchestrator,
      context: {
        enrich: async (enricher_id) => ({ ok: false, enricher_id, reason: 'upstream_unavailable' }),
        close: async () => {},
      },
      pacer: createPacer(),
      observe: () => ({
        frame() {},
        decided() {},
        wrote() {},
        unregistered() {},
        refused() {},
        unrendered() {},
        late() {},
        violation() {},
        error() {},
        ended() {},
      }),
      limits: { batch_window_ms: 0, idle_timeout_ms: 5_000, deadline_ms: 5_000 },
      now: Date.now,
    },
    resume_grace_ms: 0,
    newId: (kind) => `${kind}_${ID}`,
  })
  const principal = { tenant_id: ID, user_id: ID }
  const { response_id } = await dispatcher.start({
    message: 'warm up',
    locale: 'en',
    principal,
    on_disconnect: 'continue',
    emit_node_events: false,
  })
  for await (const _ of dispatcher.read(response_id, 0, new AbortController().signal));
  await dispatcher.close(0)
  await cohorts.close()
}
