import { AsyncLocalStorageProviderSingleton as provider } from '@langchain/core/singletons'

/**
 * LangChain makes a LangSmith run tree, with a random id and a date, around every step of every graph, also when
 * nothing is traced: a seventh of a turn. Only the config inside it is read then, so that is all that is kept. A run
 * with callbacks goes LangChain's own way, and so does everything when tracing is switched on.
 */
export function leanRuns(env: Readonly<Record<string, string | undefined>> = process.env): void {
  if (provider.runWithConfig === runLean || TRACING.some((name) => env[name] === 'true')) return
  original = provider.runWithConfig.bind(provider)
  provider.runWithConfig = runLean
}

/**
 * Runs a graph that needs nothing of the run around it, and so need not inherit its config. Where something is traced,
 * the two belong together.
 */
export function apart<T>(run: () => T): T {
  const around = provider.getRunnableConfig() as { callbacks?: unknown } | undefined
  return around === undefined || around.callbacks !== undefined ? run() : provider.getInstance().run(undefined, run)
}

const TRACING = ['LANGSMITH_TRACING', 'LANGSMITH_TRACING_V2', 'LANGCHAIN_TRACING', 'LANGCHAIN_TRACING_V2']

type RunWithConfig = typeof provider.runWithConfig

let original: RunWithConfig

/** Where LangChain looks for the config of the run it is in, and for the context variables that are handed on. */
const CHILD_CONFIG = Symbol.for('lc:child_config')
const CONTEXT_VARIABLES = Symbol.for('lc:context_variables')

const runLean: RunWithConfig = (config, callback, withoutTree) => {
  if (withoutTree === true || (config as { callbacks?: unknown } | undefined)?.callbacks !== undefined)
    return original(config, callback, withoutTree)
  const storage = provider.getInstance()
  const variables = (storage.getStore() as Record<symbol, unknown> | undefined)?.[CONTEXT_VARIABLES]
  const run: Record<PropertyKey, unknown> = { tracingEnabled: false, extra: { [CHILD_CONFIG]: config } }
  if (variables !== undefined) run[CONTEXT_VARIABLES] = variables
  return storage.run(run, callback) as never
}
