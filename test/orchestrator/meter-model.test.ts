import { HumanMessage, SystemMessage } from '@langchain/core/messages'
import { expect, it } from 'vitest'
import { meterModel } from '../../src/orchestrator/index.ts'
import { runWithTurnIo } from '../../src/orchestrator/turn-io.ts'
import { createOfflineModel } from '../../src/upstream/index.ts'
import { recordedTurn } from '../support/recorded-turn.ts'
import { ScriptedModel } from '../support/scripted-model.ts'
import { phrases } from '../upstream/models/shipped-phrases.ts'

const tokens = (usages: readonly { total_tokens: number }[]) => usages.map(({ total_tokens }) => total_tokens)

it.each<[string, (model: ScriptedModel) => Promise<unknown>]>([
  ['whole', (model) => model.invoke('hi')],
  ['streamed', async (model) => Array.fromAsync(await model.stream('hi'))],
])(
  'a call that is answered %s is counted once, also by a model that makes the one of the other',
  async (_how, call) => {
    const { io, usages } = recordedTurn()
    const model = new ScriptedModel(() => 'Hello there.')
    meterModel(model)
    await runWithTurnIo(io, () => call(model))
    expect(tokens(usages)).toEqual([0, 15])
  },
)

it('a call that fails is still known to have been made', async () => {
  const { io, usages } = recordedTurn()
  const model = new ScriptedModel(() => new Error('boom'))
  meterModel(model)
  await expect(runWithTurnIo(io, () => model.invoke('hi'))).rejects.toThrow('boom')
  expect(tokens(usages)).toEqual([0])
})

it('RT-2: the offline model tells what it had used when it is stopped in the middle, once', async () => {
  const messages = [new SystemMessage('<role>router</role>\n<language>en</language>'), new HumanMessage('Who are you?')]
  const ask = async (after: number) => {
    const { io, usages } = recordedTurn()
    const controller = new AbortController()
    const model = meterModel(createOfflineModel({ phrases }))
    let chunks = 0
    await runWithTurnIo(io, async () => {
      for await (const _ of await model.stream(messages, { signal: controller.signal }))
        if ((chunks += 1) === after) controller.abort()
    }).catch(() => {})
    return usages
  }
  const [, whole] = await ask(Infinity)
  const [, cut, ...more] = await ask(2)
  expect(more).toEqual([])
  expect(cut?.input_tokens).toBe(whole?.input_tokens)
  expect(cut?.output_tokens).toBeGreaterThan(0)
  expect(cut?.output_tokens).toBeLessThan(whole?.output_tokens as number)
  expect(cut?.total_tokens).toBe((cut?.input_tokens as number) + (cut?.output_tokens as number))
})
