import { AsyncLocalStorageProviderSingleton as provider } from '@langchain/core/singletons'
import { END, getConfig, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { apart, leanRuns } from '../../src/orchestrator/lean-runs.ts'

const ambient = () => provider.getInstance().getStore() as { id?: string } | undefined

const graphOf = (run: () => void) =>
  new StateGraph(MessagesAnnotation)
    .addNode('only', () => {
      run()
      return {}
    })
    .addEdge(START, 'only')
    .addEdge('only', END)
    .compile()

const theirs = provider.runWithConfig
beforeEach(() => {
  provider.runWithConfig = theirs
})
afterEach(() => {
  provider.runWithConfig = theirs
})

it('LangChain still makes a run tree for a run that nobody traces: when it stops, leanRuns can go', async () => {
  let id: string | undefined
  await graphOf(() => (id = ambient()?.id)).invoke({ messages: [] })
  expect(id).toEqual(expect.any(String))
})

it('a lean run makes no run tree, and a node still finds its config', async () => {
  leanRuns({})
  let id: string | undefined = 'none yet'
  let given: unknown
  await graphOf(() => {
    id = ambient()?.id
    given = getConfig().configurable?.['marker']
  }).invoke({ messages: [] }, { configurable: { marker: 42 } })
  expect([id, given]).toEqual([undefined, 42])
})

it('where tracing is switched on, everything stays LangChain’s own', () => {
  leanRuns({ LANGSMITH_TRACING: 'true' })
  expect(provider.runWithConfig).toBe(theirs)
})

it('a run with callbacks goes LangChain’s own way, and its callbacks are called', async () => {
  leanRuns({})
  const called: string[] = []
  const callbacks = [{ handleChainStart: () => void called.push('start'), awaitHandlers: true, name: 'test' }]
  let id: string | undefined
  await graphOf(() => (id = ambient()?.id)).invoke({ messages: [] }, { callbacks: callbacks as never })
  expect(called.length).toBeGreaterThan(0)
  expect(id).toEqual(expect.any(String))
})

it('a graph that is run apart inherits nothing, unless the run around it has callbacks', async () => {
  leanRuns({})
  const inherited: unknown[] = []
  const look = () => void inherited.push(getConfig().configurable?.['marker'])
  const inner = graphOf(look)
  const outer = (run: () => Promise<unknown>) =>
    new StateGraph(MessagesAnnotation)
      .addNode('only', async () => {
        await run()
        return {}
      })
      .addEdge(START, 'only')
      .addEdge('only', END)
      .compile()
  const config = { configurable: { marker: 42 } }
  await outer(() => inner.invoke({ messages: [] })).invoke({ messages: [] }, config)
  await outer(() => apart(() => inner.invoke({ messages: [] }))).invoke({ messages: [] }, config)
  const callbacks = [{ handleChainStart: () => {}, name: 'test' }] as never
  await outer(() => apart(() => inner.invoke({ messages: [] }))).invoke({ messages: [] }, { ...config, callbacks })
  expect(inherited).toEqual([42, undefined, 42])
})
