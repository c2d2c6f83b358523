import { HumanMessage, type AIMessageChunk } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import * as fc from 'fast-check'
import { createAgent } from 'langchain'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createOfflineModel } from '../../../../src/upstream/models/index.ts'
import { phrases } from '../shipped-phrases.ts'
import { callsOf, functionTool, model, NOW, promptOf, subAgentFunction, systemFor, type Question } from './ask.ts'

const shop = subAgentFunction('shop', { description: 'Finds offers, deals and coupons.' })
const rewards = subAgentFunction('rewards', { description: 'Knows the points balance.' })

const QUESTIONS: readonly (readonly [string, Question])[] = [
  ['calls', { role: 'router', messages: 'coffee offers and my points', tools: [shop, rewards] }],
  ['a direct answer', { role: 'router', language: 'es', messages: '¿Qué puedes hacer?', tools: [shop, rewards] }],
  [
    'a composed answer',
    { role: 'composer', language: 'fr', messages: '<reports>[{"report":"Vous avez 3 points."}]</reports>' },
  ],
  ['a prompt without a role', { role: 'poet', messages: 'sing' }],
]

async function streamed(question: Question, from = model): Promise<AIMessageChunk[]> {
  const chunks: AIMessageChunk[] = []
  for await (const chunk of await from.bindTools!([...(question.tools ?? [])]).stream(promptOf(question)))
    chunks.push(chunk)
  return chunks
}

const whole = (chunks: readonly AIMessageChunk[]): AIMessageChunk => chunks.reduce((sum, chunk) => sum.concat(chunk))

describe('streaming', () => {
  it.each(QUESTIONS)('the chunks of %s add up to what invoke answers', async (_, question) => {
    const sum = whole(await streamed(question))
    const answer = await model.bindTools!([...(question.tools ?? [])]).invoke(promptOf(question))
    expect(sum.text).toBe(answer.text)
    expect(sum.tool_calls).toEqual(answer.tool_calls)
    expect(sum.usage_metadata).toEqual(answer.usage_metadata)
    expect(sum.response_metadata).toMatchObject({ model_name: 'offline' })
    expect(answer.response_metadata).toMatchObject({ model_name: 'offline' })
  })

  it('text comes a few words at a time, usage with the last chunk only', async () => {
    const chunks = await streamed(QUESTIONS[1]![1])
    expect(chunks.length).toBeGreaterThan(5)
    for (const chunk of chunks) expect(chunk.text.trim().split(/\s+/).length).toBeLessThanOrEqual(3)
    expect(chunks.map((chunk) => chunk.usage_metadata !== undefined)).toEqual([
      ...chunks.slice(1).map(() => false),
      true,
    ])
  })

  it('usage counts about a token for four characters, of the tools too', async () => {
    const { usage_metadata: bare } = await model.invoke(promptOf({ role: 'router', messages: 'hi' }))
    const { usage_metadata: bound } = await model.bindTools!([shop]).invoke(
      promptOf({ role: 'router', messages: 'hi' }),
    )
    expect(bare!.total_tokens).toBe(bare!.input_tokens + bare!.output_tokens)
    expect(bound!.input_tokens - bare!.input_tokens).toBeCloseTo(JSON.stringify(shop).length / 4, -1)
  })

  it('gives timers their turn between chunks', async () => {
    const seen: string[] = []
    const timer = setInterval(() => seen.push('timer'), 0)
    try {
      // As many chunks as it takes for the clock to move on.
      for (let n = 0; n < 1000 && seen.length === 0; n++) await streamed(QUESTIONS[1]![1])
    } finally {
      clearInterval(timer)
    }
    expect(seen).not.toEqual([])
  })
})

describe('an abort', () => {
  it('ends a stream at the next chunk', async () => {
    const controller = new AbortController()
    const [, question] = QUESTIONS[1]!
    const seen: string[] = []
    const read = async () => {
      const stream = await model.bindTools!([...question.tools!]).stream(promptOf(question), {
        signal: controller.signal,
      })
      for await (const chunk of stream) {
        seen.push(chunk.text)
        if (seen.length === 2) controller.abort()
      }
    }
    await expect(read()).rejects.toThrow(/abort/i)
    expect(seen.length).toBeLessThan((await streamed(question)).length)
  })

  it('ends a wait between chunks at once', async () => {
    const slow = createOfflineModel({ phrases, chunk_delay_ms: 60_000 })
    const controller = new AbortController()
    const answer = slow.invoke(promptOf({ role: 'router', messages: 'hi' }), { signal: controller.signal })
    controller.abort()
    await expect(answer).rejects.toThrow(/abort/i)
  })
})

it('the same input gives the same output, whatever the user says', async () => {
  const words = fc.constantFrom(
    'find',
    'offers',
    'café',
    'y',
    'my',
    'points',
    '¿',
    ',',
    'last week',
    '3',
    'gracias',
    '<b>',
    '\u0000',
  )
  const messages = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.array(words, { maxLength: 12 }).map((all) => all.join(' ')),
  )
  const roles = fc.constantFrom('router', 'sub-agent', 'composer', 'none')
  const search = functionTool('search_offers', 'Searches offers.', {
    query: { type: 'string' },
    limit: { type: 'integer' },
  })
  await fc.assert(
    fc.asyncProperty(messages, roles, fc.constantFrom('en', 'es-MX', 'fr', 'zz', '!'), async (text, role, language) => {
      const tools = role === 'sub-agent' ? [search] : [shop, rewards]
      const again = createOfflineModel({ phrases, now: () => NOW })
      const [one, two] = await Promise.all(
        [model, again].map((each) => each.bindTools!(tools).invoke(promptOf({ role, language, messages: text }))),
      )
      expect([one!.text, callsOf(one!), one!.tool_calls?.map((call) => call.id)]).toEqual([
        two!.text,
        callsOf(two!),
        two!.tool_calls?.map((call) => call.id),
      ])
      for (const call of callsOf(one!)) expect(tools.map((each) => each.function.name)).toContain(call.name)
    }),
    { numRuns: 200 },
  )
})

describe('with tools as LangChain has them', () => {
  it('createAgent loops: look up, show, report', async () => {
    const calls: unknown[] = []
    const search = tool(
      (input) => {
        calls.push(['search_offers', input])
        return JSON.stringify({
          items: [
            { id: 'o1', title: 'Cold brew', brand: 'Nimbra', points: 750 },
            { id: 'o2', title: 'Espresso' },
          ],
        })
      },
      { name: 'search_offers', description: 'Searches offers.', schema: z.object({ query: z.string().optional() }) },
    )
    const render = tool(
      (input) => {
        calls.push(['render_offers', input])
        return '{"shown":2}'
      },
      { name: 'render_offers', description: 'Shows offers.', schema: z.object({ ids: z.array(z.string()) }) },
    )
    const agent = createAgent({ model, tools: [search, render], systemPrompt: systemFor('sub-agent', 'es').text })
    const { messages } = await agent.invoke({ messages: [new HumanMessage('busca ofertas de café')] })
    expect(calls).toEqual([
      ['search_offers', { query: 'café' }],
      ['render_offers', { ids: ['o1', 'o2'] }],
    ])
    expect(messages.at(-1)?.text).toBe(
      'He encontrado 2 ofertas de café: Cold brew y Espresso. Con la primera, de Nimbra, ganas 750 puntos.',
    )
  })

  it('tool_choice none is heeded', async () => {
    const answer = await model.bindTools!([shop], { tool_choice: 'none' }).invoke(
      promptOf({ role: 'router', messages: 'coffee offers' }),
    )
    expect(callsOf(answer)).toEqual([])
  })
})
