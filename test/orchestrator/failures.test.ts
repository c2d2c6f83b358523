import { AIMessage } from '@langchain/core/messages'
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { ContextResult, Failure, Frame, FrameError } from '../../src/contract/index.ts'
import { ccsTool, defineTool, emitStatus, type SubAgentGraph } from '../../src/kit/index.ts'
import type { CompiledSubAgent } from '../../src/orchestrator/index.ts'
import { MAX_REPORT_BYTES } from '../../src/orchestrator/prompts.ts'
import { ScriptedModel } from '../support/scripted-model.ts'
import { compiled, graphOf, role, routeTo, smallTurn, subAgent, textOf, types } from './small-turn.ts'

const SECRET = 'SECRET at /srv/app.ts:12 postgres://db.internal'
const boom = () => {
  throw new Error(SECRET)
}
const loop = new StateGraph(MessagesAnnotation)
  .addNode('again', () => ({ messages: [new AIMessage('x')] }))
  .addEdge(START, 'again')
  .addEdge('again', 'again')
  .compile() as unknown as SubAgentGraph
const invoke = (run: () => unknown): SubAgentGraph => ({ invoke: async () => run() })
const lookUp = (enricher: string) =>
  ccsTool({ name: 'look_up', description: 'Looks up', enricher, schema: z.object({}) })
const broken = defineTool({ name: 'broken', description: 'Throws', schema: z.object({}), run: boom })

/** A status of its own, so that it can be seen whether it was heard. */
const STATUS: Record<string, string> = { shop: 'comparing_offers', rewards: 'looking_up_points_balance' }

/** What a sub-agent may do, and what its record is then. */
const AXES: Record<string, { graph: (id: string) => SubAgentGraph; record?: 'outright' | 'context' }> = {
  throws: { graph: () => graphOf(boom), record: 'outright' },
  rejects: { graph: () => invoke(() => Promise.reject(new Error(SECRET))), record: 'outright' },
  'throws nonsense': { graph: () => invoke(() => Promise.reject({ toString: boom })), record: 'outright' },
  hangs: { graph: () => graphOf(() => new Promise(() => {})), record: 'outright' },
  'returns null': { graph: () => invoke(() => null), record: 'outright' },
  'returns no messages': { graph: () => invoke(() => ({ messages: [] })), record: 'outright' },
  'returns a message that is none': { graph: () => invoke(() => ({ messages: [SECRET] })), record: 'outright' },
  'takes too many steps': { graph: () => loop, record: 'outright' },
  'has a context error': {
    graph: (id) => graphOf(async () => ({ messages: [new AIMessage(String(await lookUp(id).invoke({})))] })),
    record: 'context',
  },
  'has a tool that throws': {
    graph: () => graphOf(async () => ({ messages: [new AIMessage(String(await broken.invoke({})))] })),
  },
  works: { graph: (id) => graphOf(() => ({ messages: [new AIMessage(`${id} report`)] })) },
}

const agentThat = (id: string, axis: string): CompiledSubAgent =>
  compiled(id, (AXES[axis] as (typeof AXES)[string]).graph(id), { onStart: () => emitStatus(STATUS[id] as never) })

const kindOf = (axis: string) => AXES[axis]?.record ?? 'none'

function recordOf(id: string, axis: string): Failure[] {
  switch (kindOf(axis)) {
    case 'outright':
      return [{ code: 'SUB_AGENT_FAILED', sub_agent_id: id }]
    case 'context':
      return [{ code: 'CCS_ENVELOPE_ERROR', enricher_id: id, reason: 'upstream_timeout' }]
    case 'none':
      return []
  }
}

const context = {
  enrich: async (enricher_id: string): Promise<ContextResult> => ({
    ok: false,
    enricher_id,
    reason: 'upstream_timeout',
  }),
  async close() {},
}

const run = async (fates: Record<string, string>) => {
  const ids = Object.keys(fates)
  const sub_agents = ids.map((id) => agentThat(id, fates[id] as string))
  const { run: runTurn } = smallTurn(routeTo(ids), sub_agents, { context, timeout_ms: 50 })
  const frames = await runTurn()
  expect(JSON.stringify(frames)).not.toMatch(/SECRET|srv|postgres/)
  expect(textOf(frames)).not.toMatch(/[A-Z]+_[A-Z]+/)
  return frames
}

const errors = (frames: readonly Frame[]) =>
  frames.filter((frame): frame is Frame<'error'> => frame.event_type === 'error')

type Told = { errors: unknown[]; is_final: boolean; words: string; words_first: boolean; ends: string[] }

/** What is told of a turn: its error frame, whether that ends it, its words, and which of the two comes first. */
function told(frames: readonly Frame[]): Told {
  const order = types(frames)
  const [error] = errors(frames)
  return {
    errors: errors(frames).map((frame) => frame.error),
    is_final: error?.is_final ?? false,
    words: textOf(frames),
    words_first: error !== undefined && order.indexOf('text') < order.indexOf('error'),
    ends: order.slice(-2),
  }
}

const goesOn = (found: (Failure | FrameError)[], words: string): Told => ({
  errors: found,
  is_final: false,
  words,
  words_first: false,
  ends: ['usage', 'completed'],
})
const endsThere = (error: Failure | FrameError, words: string): Told => ({
  errors: [error],
  is_final: true,
  words,
  words_first: true,
  ends: ['usage', 'error'],
})

const ALONE = {
  none: () => goesOn([], 'All done.'),
  outright: ([record]: Failure[]) => endsThere(record as Failure, 'I could not do that.'),
  context: (records: Failure[]) => goesOn(records, 'I could not look that up.'),
}

it.each(Object.keys(AXES))('FR-7, FR-8, FR-17, AC-3: the only sub-agent %s', async (axis) => {
  expect(told(await run({ shop: axis }))).toEqual(ALONE[kindOf(axis)](recordOf('shop', axis)))
})

const BESIDE_ONE_THAT_WORKS = {
  none: () => goesOn([], 'All done.'),
  outright: (failed: Failure[]) => goesOn([{ code: 'PARTIAL_FAN_OUT', failed }], 'One part did not work.\n\nAll done.'),
  context: (failed: Failure[]) =>
    goesOn([{ code: 'PARTIAL_FAN_OUT', failed }], 'I could not look that up.\n\nAll done.'),
}

it.each(Object.keys(AXES))('FR-7, FR-8, FR-17, AC-11: of two sub-agents one works, and the other %s', async (axis) => {
  const frames = await run({ rewards: axis, shop: 'works' })
  expect(told(frames)).toEqual(BESIDE_ONE_THAT_WORKS[kindOf(axis)](recordOf('rewards', axis)))
  // The one that failed and the one that did not were both heard.
  expect(frames.flatMap((frame) => (frame.event_type === 'status' ? [frame.data.event_id] : []))).toEqual([
    'looking_up_points_balance',
    'comparing_offers',
  ])
})

const allOutright = (failed: Failure[]) =>
  endsThere({ code: 'SUB_AGENT_FAILED', sub_agent_id: 'shop', failed }, 'One part did not work.')
const notAll = (words: string) => (failed: Failure[]) => goesOn([{ code: 'PARTIAL_FAN_OUT', failed }], words)

it.each<[string, string, (failed: Failure[]) => Told]>([
  ['throws', 'hangs', allOutright],
  ['takes too many steps', 'returns null', allOutright],
  ['has a context error', 'throws', notAll('I could not look that up.\n\nOne part did not work.')],
  ['has a context error', 'has a context error', notAll('I could not look that up.')],
])('FR-7, FR-8, FR-17, AC-11: of two sub-agents one %s, and the other %s', async (shop, rewards, expected) => {
  const failed = [...recordOf('shop', shop), ...recordOf('rewards', rewards)]
  expect(told(await run({ shop, rewards }))).toEqual(expected(failed))
})

it('FR-8: what a model had said before it failed, and what is said about it, are two paragraphs', async () => {
  const model = new ScriptedModel((messages) =>
    role(messages) === 'router' ? { text: 'One moment. ', calls: [{ name: 'shop', args: {} }] } : new Error(SECRET),
  )
  const frames = await smallTurn(model, [subAgent('shop')]).run()
  expect(textOf(frames)).toBe('One moment. \n\nSomething went wrong.')
  expect(types(frames).slice(-3)).toEqual(['text', 'usage', 'error'])
})

it('a report longer than the composer is given is cut, on a whole character', async () => {
  const model = routeTo(['shop'])
  await smallTurn(model, [subAgent('shop', () => '🙂'.repeat(20_000))]).run()
  const prompt = model.asked[1]?.messages.at(-1)?.text ?? ''
  const [{ report }] = JSON.parse(/<reports>(.*)<\/reports>/.exec(prompt)?.[1] ?? '') as [{ report: string }]
  expect(report).toBe('🙂'.repeat(MAX_REPORT_BYTES / 4))
})
