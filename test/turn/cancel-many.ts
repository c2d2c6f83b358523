import { setTimeout as pause } from 'node:timers/promises'
import { AIMessage } from '@langchain/core/messages'
import { z } from 'zod'
import { ccsTool, getTurn } from '../../src/kit/index.ts'
import { createOrchestrator, leanRuns, meterModel } from '../../src/orchestrator/index.ts'
import { createLocalDispatcher } from '../../src/turn/index.ts'
import { createContextService } from '../../src/upstream/index.ts'
import { startScriptedContextService } from '../fakes/scripted-context-service.ts'
import { compiled, graphOf, LIMITS, role } from '../orchestrator/small-turn.ts'
import { request, turnServices } from '../support/turn-services.ts'
import { SocketModel, startTalker } from './socket-model.ts'

/**
 * A program of its own, run with --expose-gc: turns that are cancelled, by a call or by a reader that leaves, while the
 * model streams over its socket or while a context call is out. It prints what the process holds before and after.
 *
 *   node --expose-gc test/turn/cancel-many.ts <warm-up turns> <turns>
 */
export type Held = { heap: number; listeners: number; open_streams: number }
export type Report = {
  before: Held
  after: Held
  /** Timers, sockets and the like: before anything was started, and when everything was closed. */
  resources: { first: string[]; last: string[] }
  ends: Record<string, number>
  warnings: string[]
}

const AT_ONCE = 20
const { principal } = request()

async function main(warmUp: number, turns: number): Promise<Report> {
  const first = process.getActiveResourcesInfo()
  leanRuns()
  const warnings: string[] = []
  process.on('warning', ({ message }) => void warnings.push(message))
  const talker = await startTalker()
  const service = await startScriptedContextService(async () => {
    await pause(2)
    return { envelope: {} }
  })
  const context = createContextService({ url: service.url, timeout_ms: 5_000, connections: AT_ONCE })
  // A message for the sub-agent is routed; anything else the model answers itself, without end.
  const model = new SocketModel(talker.url, (messages) =>
    role(messages) === 'router' && messages.at(-1)?.text === 'look up'
      ? { calls: [{ name: 'shop', args: {} }] }
      : undefined,
  )
  const find = ccsTool({ name: 'find', description: 'Finds', enricher: 'offers.search', schema: z.object({}) })
  const shop = compiled(
    'shop',
    graphOf(async () => {
      while (!getTurn().signal.aborted) await find.invoke({})
      return { messages: [new AIMessage('never heard')] }
    }),
    { onCancel: () => pause(1) },
  )
  const orchestrator = createOrchestrator({ model: meterModel(model), sub_agents: [shop], limits: LIMITS })
  const quiet = {
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
  }
  const { services } = turnServices(orchestrator, { context, observe: () => quiet })
  let count = 0
  const dispatcher = createLocalDispatcher({
    services,
    resume_grace_ms: 1,
    newId: (kind) => `${kind}_${(count += 1)}`,
    max_ended: 20,
    max_known: 50,
  })

  const ends: Record<string, number> = {}
  const cancelOne = async (turn: number) => {
    const [message, until] = turn % 2 === 0 ? ['look up', 'tool_call'] : ['talk', 'text']
    const { response_id } = await dispatcher.start(request({ message }))
    for await (const group of dispatcher.read(response_id, 0, new AbortController().signal))
      if (group.some(({ frame }) => frame.event_type === until)) break
    if (turn % 4 < 2) await dispatcher.cancel(response_id, principal)
    for (;;) {
      const status = (await dispatcher.find(response_id, principal))?.status ?? 'unknown'
      if (status === 'running') await pause(1)
      else return void (ends[status] = (ends[status] ?? 0) + 1)
    }
  }
  let next = 0
  const cancelMany = async (until: number) => {
    const line = async () => {
      while (next < until) await cancelOne(next++)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, line))
  }
  /** When what the turns left running has unwound: the same condition before and after. */
  const held = async (): Promise<Held> => {
    for (let lap = 0; lap < 500 && talker.open() > 0; lap++) await pause(2)
    // Longer than a cancellation handler here, a late usage report, a context call.
    await pause(600)
    // What the fake keeps for tests that look at it.
    model.asked.length = 0
    service.requests.length = 0
    service.answered.length = 0
    for (let lap = 0; lap < 3; lap++) {
      globalThis.gc?.()
      await pause(10)
    }
    const listeners = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0)
    return { heap: process.memoryUsage().heapUsed, listeners, open_streams: talker.open() }
  }

  await cancelMany(warmUp)
  const before = await held()
  await cancelMany(warmUp + turns)
  const after = await held()
  await dispatcher.close(0)
  await context.close()
  await service.close()
  await talker[Symbol.asyncDispose]()
  await pause(10)
  return { before, after, resources: { first, last: process.getActiveResourcesInfo() }, ends, warnings }
}

const [warmUp = '500', turns = '2000'] = process.argv.slice(2)
console.log(JSON.stringify(await main(Number(warmUp), Number(turns))))
