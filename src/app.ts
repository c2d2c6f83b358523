import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkRoot } from '../registry/check-root.ts'
import { formatProblems } from '../registry/format-problems.ts'
import type { ContextService, EffectiveRegistry, Settings, StartProblem } from './contract/index.ts'
import { createMemoryFrameLog } from './log/index.ts'
import { createLogger, createMetrics, observeTurns, type Logger, type Metrics } from './observe/index.ts'
import { buildSubAgents, createOrchestrator, leanRuns, meterModel } from './orchestrator/index.ts'
import { createCohorts, createRenderer } from './policy/index.ts'
import { createLocalDispatcher, createPacer, type LocalDispatcher } from './turn/index.ts'
import { createContextService, loadModel, startDemoContextService } from './upstream/index.ts'
import { withOwnWords } from './own-words.ts'
import { warmUp } from './warm-up.ts'

/**
 *   settings ─► registry and scan ─► sub-agents ─► orchestrator ─► dispatcher
 *
 * The composition root. Everything that is wrong with the root is told at once, before anything is called.
 */
export interface App {
  readonly settings: Settings
  readonly registry: EffectiveRegistry
  readonly dispatcher: LocalDispatcher
  readonly metrics: Metrics
  readonly logger: Logger
  close(): Promise<void>
}

/** The root has problems: the service does not start. */
export class StartError extends Error {
  readonly type = 'start'
  readonly problems: readonly StartProblem[]
  constructor(problems: readonly StartProblem[]) {
    const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`
    super(`OneVoice does not start: ${count}.\n\n${formatProblems(problems)}`)
    this.problems = problems
  }
}

const PROJECT = fileURLToPath(new URL('../', import.meta.url))

export async function createApp(settings: Settings): Promise<App> {
  leanRuns()
  const root = settings.ONEVOICE_ROOT === undefined ? PROJECT : resolve(settings.ONEVOICE_ROOT)
  const logger = createLogger(settings.LOG_LEVEL, undefined, { root })
  const metrics = createMetrics()
  const closers: (() => Promise<void>)[] = [() => metrics.close()]
  const close = async () => {
    for (const closer of closers.toReversed()) await closer()
  }
  try {
    const check = await checkRoot(root)
    for (const warning of check.warnings) logger.warn(warning, warning.message)

    const renderer = createRenderer(await withOwnWords(check.registry ?? EMPTY_REGISTRY))
    const model = meterModel(await loadModel({ name: settings.ONEVOICE_MODEL, root, phrases: renderer }))
    const built = await buildSubAgents(root, model)
    const problems = merge(check.problems, built.problems)
    if (problems.length > 0 || check.registry === null) {
      metrics.startRefused(problems.filter(({ code }) => code === 'unregistered').length)
      throw new StartError(problems)
    }

    metrics.know(
      check.registry.entries,
      built.sub_agents.map(({ definition }) => definition),
    )
    const context = await contextService(settings, closers, metrics, logger)
    const limits = { timeout_ms: settings.SUB_AGENT_TIMEOUT_MS, max_steps: settings.SUB_AGENT_MAX_STEPS }
    const orchestrator = createOrchestrator({ model, sub_agents: built.sub_agents, limits })
    const cohorts = createCohorts(check.registry)
    closers.push(() => cohorts.close())
    const dispatcher = createLocalDispatcher({
      services: {
        log: createMemoryFrameLog(),
        cohorts,
        renderer,
        orchestrator,
        context,
        pacer: createPacer(),
        observe: observeTurns(metrics, logger),
        limits: {
          batch_window_ms: settings.BATCH_WINDOW_MS,
          idle_timeout_ms: settings.IDLE_TIMEOUT_MS,
          deadline_ms: settings.TURN_DEADLINE_MS,
        },
        now: Date.now,
      },
      resume_grace_ms: settings.RESUME_GRACE_MS,
      newId: (kind) => `${kind}_${randomBytes(12).toString('hex')}`,
    })
    closers.push(() => dispatcher.close(settings.SHUTDOWN_DRAIN_MS))
    await warmUp()
    return { settings, registry: check.registry, dispatcher, metrics, logger, close }
  } catch (error) {
    await close()
    throw error
  }
}

const EMPTY_REGISTRY: EffectiveRegistry = {
  version: '',
  agent_definition: { id: '', version: '' },
  verticals: [],
  entries: [],
  locales: {},
  overrides: [],
  flags: {},
}

/** The built-in demo service where none is set: a real HTTP server on a free loopback port. */
async function contextService(
  settings: Settings,
  closers: (() => Promise<void>)[],
  metrics: Metrics,
  logger: Logger,
): Promise<ContextService> {
  let url = settings.CCS_URL
  if (url === undefined) {
    const demo = await startDemoContextService()
    closers.push(() => demo.close())
    url = demo.url
  }
  const context = createContextService({
    url,
    timeout_ms: settings.CCS_TIMEOUT_MS,
    onCall: (call) => {
      metrics.contextCall(call)
      const duration_ms = Math.round(call.duration_ms)
      if (call.outcome === 'error') logger.warn({ ...call, duration_ms }, 'a context call failed')
    },
    onForeignPrincipal: (enricher_id, response_id) =>
      logger.error({ enricher_id, response_id }, 'a context call answered for somebody else'),
    onBreaker: (state) =>
      state === 'open'
        ? logger.error('the context service fails: it is left alone for 20 seconds')
        : logger.warn('the context service answers again'),
  })
  closers.push(() => context.close())
  return context
}

/** What only a run can show is left out where the source has shown it already. */
function merge(found: readonly StartProblem[], run: readonly StartProblem[]): StartProblem[] {
  const known = new Set(found.map(({ code, file }) => `${code} ${file}`))
  const broken = new Set(
    found.filter(({ code }) => code === 'unreadable_module').map(({ file }) => file.split('/', 2).join('/')),
  )
  return [
    ...found,
    ...run.filter(({ code, file }) => !known.has(`${code} ${file}`) && !broken.has(file.split('/', 2).join('/'))),
  ]
}
