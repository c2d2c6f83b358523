import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  assistantMessageSchema,
  type ContentItem,
  type StatusEvent,
  type TrustedEvent,
} from '../../src/contract/index.ts'
import {
  createAccumulator,
  MAX_CONTENT_BYTES,
  MAX_SUPPORT_BYTES,
  MAX_TEXT_BYTES,
  TRUNCATED,
} from '../../src/store/accumulator.ts'

type Event = TrustedEvent | StatusEvent

const text = (chunk: string): Event => ({ event_type: 'text', chunk, type: 'chunk' })
const reasoning = (chunk: string): Event => ({ event_type: 'reasoning', chunk })
const thinking = (content: string): Event => ({ event_type: 'thinking', content, role: 'reasoning' })
const support = (content: string): Event => ({ event_type: 'support_content', content })
const call = (id: string, name = `tool_${id}`) => ({ id, name, type: 'function' as const })
const start = (id: string): Event => ({ event_type: 'tool_call_start', tool_call: call(id) })
const end = (id: string): Event => ({ event_type: 'tool_call_end', tool_call: call(id) })
const result = (id: string, fields: { arguments?: unknown; result?: unknown; is_error?: boolean } = {}): Event => ({
  event_type: 'tool_result',
  tool_call: call(id),
  arguments: { of: id },
  result: { from: id },
  is_error: false,
  duration_ms: 12.5,
  ...fields,
})

const open = () =>
  createAccumulator({ response_id: 'resp_1', conversation_id: 'conv_1', message_id: 'msg_1', started_at: 1_000 })

/** Each event a millisecond after the one before, from 1001 on. */
function accumulate(events: readonly Event[]) {
  const accumulator = open()
  events.forEach((event, index) => accumulator.take(event, 1_001 + index, 'orchestrator'))
  return accumulator
}

const itemsOf = (events: readonly Event[]): ContentItem[] =>
  accumulate(events).finish({ at: 5_000, usage: null, incomplete: false }).content_items

describe('the content list', () => {
  it('PS-1: reasoning, text and tools become one flat list in the order of the events', () => {
    const events = [
      thinking('Let me '),
      reasoning('look.'),
      text('One '),
      text('moment.'),
      start('a'),
      result('a'),
      end('a'),
      text('Done.'),
    ]
    expect(itemsOf(events)).toEqual([
      { type: 'reasoning', sequence: 0, timestamp: 1_001, content: 'Let me look.' },
      { type: 'message', sequence: 1, timestamp: 1_003, content: 'One moment.' },
      {
        type: 'tool_call',
        sequence: 2,
        timestamp: 1_005,
        tool_call_id: 'a',
        tool_name: 'tool_a',
        arguments: { of: 'a' },
      },
      {
        type: 'tool_result',
        sequence: 3,
        timestamp: 1_006,
        tool_call_id: 'a',
        result: { from: 'a' },
        is_error: false,
        duration_ms: 12.5,
      },
      { type: 'message', sequence: 4, timestamp: 1_008, content: 'Done.' },
    ])
  })

  it('PS-1: calls of several sub-agents that overlap keep their order, each with its own arguments', () => {
    const items = itemsOf([start('a'), start('b'), result('b', { is_error: true }), start('c'), result('a')])
    expect(items.map((item) => ('tool_call_id' in item ? `${item.type} ${item.tool_call_id}` : item.type))).toEqual([
      'tool_call a',
      'tool_call b',
      'tool_result b',
      'tool_call c',
      'tool_result a',
    ])
    expect(items.flatMap((item) => (item.type === 'tool_call' ? [item.arguments] : []))).toEqual([
      { of: 'a' },
      { of: 'b' },
      null,
    ])
    expect(items[2]).toMatchObject({ is_error: true })
  })

  it('PS-1: a result whose start was not seen has a call before it, so that its arguments are kept', () => {
    expect(itemsOf([text('x'), result('a')])).toMatchObject([
      { type: 'message' },
      { type: 'tool_call', tool_call_id: 'a', arguments: { of: 'a' }, timestamp: 1_002 },
      { type: 'tool_result', tool_call_id: 'a' },
    ])
  })

  it('PS-1: a tool without arguments and result has null for them, as JSON keeps it', () => {
    const items = itemsOf([start('a'), result('a', { arguments: undefined, result: undefined })])
    expect(items).toMatchObject([{ arguments: null }, { result: null }])
  })

  it('PS-2: a turn that is cut keeps what there was, a call without result included', () => {
    const accumulator = accumulate([text('I will '), text('look.'), start('a')])
    const usage = { input_tokens: 45, output_tokens: 28, total_tokens: 73, reasoning_tokens: 15, cached_tokens: 0 }
    const message = accumulator.finish({ at: 1_700, usage, incomplete: true })
    expect(message).toEqual({
      id: 'msg_1',
      conversation_id: 'conv_1',
      run_id: 'resp_1',
      role: 'assistant',
      content_items: [
        { type: 'message', sequence: 0, timestamp: 1_001, content: 'I will look.' },
        { type: 'tool_call', sequence: 1, timestamp: 1_003, tool_call_id: 'a', tool_name: 'tool_a', arguments: null },
      ],
      created_at: 1_000,
      completed_at: 1_700,
      duration_ms: 700,
      tokens_used: { prompt_tokens: 45, completion_tokens: 28, reasoning_tokens: 15 },
      incomplete: true,
    })
  })

  it('PS-2: the document at a pause stays as it was when the turn goes on', () => {
    const accumulator = accumulate([text('Wait'), start('a')])
    const paused = accumulator.finish({ at: 1_500, usage: null, incomplete: true })
    const copy = structuredClone(paused)
    accumulator.take(result('a'), 1_600, 'rewards')
    accumulator.take(text('.'), 1_601, 'orchestrator')
    expect(paused).toEqual(copy)
    expect(accumulator.finish({ at: 1_700, usage: null, incomplete: false }).content_items).toHaveLength(4)
  })

  it('PS-2: a clock that was set back makes no negative duration', () => {
    expect(accumulate([]).finish({ at: 400, usage: null, incomplete: false }).duration_ms).toBe(0)
  })
})

describe('support content', () => {
  it('PS-1: is kept apart, each sub-agent’s together, and is never in the document', () => {
    const accumulator = open()
    for (const [agent, content] of [
      ['offers', 'Offers: '],
      ['cards', 'Cards: none.'],
      ['offers', 'two.'],
    ] as const)
      accumulator.take(support(content), 1_001, agent)
    expect(accumulator.supportContent()).toBe('Offers: two.\n\nCards: none.')
    expect(accumulator.finish({ at: 2_000, usage: null, incomplete: false }).content_items).toEqual([])
  })

  it.each(['', 'x'])('PS-1: past its bound it is cut, and says so (%j)', (head) => {
    const accumulator = open()
    accumulator.take(support(head), 1_001, 'agent_0')
    for (let i = 0; i < 5; i++) accumulator.take(support('é'.repeat(32_768)), 1_001, `agent_${i}`)
    accumulator.take(support('late'), 1_002, 'agent_0')
    const kept = accumulator.supportContent()
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(MAX_SUPPORT_BYTES)
    expect(Buffer.byteLength(kept)).toBeGreaterThan(MAX_SUPPORT_BYTES - 32)
    expect(kept.endsWith(`é${TRUNCATED}`)).toBe(true)
    expect(kept.replace(TRUNCATED, '')).not.toContain('l')
  })
})

describe('the bound', () => {
  const bytes = (items: readonly ContentItem[]) => Buffer.byteLength(JSON.stringify(items))

  // Wherever the cut falls in a character, nothing shorter that comes later slips into what is left.
  it.each(['', 'x', 'xx'])('PS-1: text past it is cut at a character, and the document says so (%j)', (head) => {
    const long = Array.from({ length: 20 }, () => text('€'.repeat(20_000)))
    const items = itemsOf([text(head), ...long, text('x'), text('late')])
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      type: 'message',
      content: expect.stringMatching(/^x*€+…\(truncated\)$/) as string,
    })
    expect(bytes(items)).toBeLessThanOrEqual(MAX_TEXT_BYTES)
    expect(bytes(items)).toBeGreaterThan(MAX_TEXT_BYTES - 1_024)
  })

  it('PS-1: tools that fill their part leave the answer its own; what had no room is marked as dropped', () => {
    const large = 'x'.repeat(60_000)
    const calls = Array.from({ length: 20 }, (_, i) => [start(`${i}`), result(`${i}`, { result: large })]).flat()
    const answer = 'y'.repeat(60_000)
    const items = itemsOf([...calls, text(answer)])
    expect(items).toHaveLength(41)
    expect(items.at(-1)).toMatchObject({ type: 'message', content: answer })
    const results = items.flatMap((item) => (item.type === 'tool_result' ? [item.result] : []))
    const dropped = results.filter((kept) => kept !== large)
    expect(dropped).toHaveLength(12)
    for (const one of dropped) expect(one).toEqual({ dropped: { reason: 'oversize' } })
    expect(bytes(items)).toBeLessThanOrEqual(MAX_CONTENT_BYTES)
  })

  it('PS-1: many small items come to it too: each counts for more than its text', () => {
    const items = itemsOf(Array.from({ length: 4_000 }, (_, i) => (i % 2 === 0 ? reasoning('r') : text('t'))))
    expect(items.length).toBeLessThan(4_000)
    expect(items.at(-1)).toMatchObject({ type: 'message', content: expect.stringContaining(TRUNCATED) as string })
    expect(bytes(items)).toBeLessThanOrEqual(MAX_TEXT_BYTES)
  })

  it('PS-1: when not even the calls have room, they are left out, and a last item says that something is missing', () => {
    const items = itemsOf([text('a'), ...Array.from({ length: 4_000 }, (_, i) => start(`${i}`))])
    expect(items.length).toBeLessThan(4_000)
    expect(items.at(-1)).toMatchObject({ type: 'message', sequence: items.length - 1, content: TRUNCATED })
    expect(bytes(items)).toBeLessThanOrEqual(MAX_CONTENT_BYTES)
  })
})

describe('any sequence of events', () => {
  const chunk = fc.oneof(fc.constant(''), fc.string({ maxLength: 4, unit: 'binary' }))
  const id = fc.constantFrom('a', 'b', 'c')
  const anyEvent: fc.Arbitrary<Event> = fc.oneof(
    chunk.map(text),
    chunk.map(reasoning),
    chunk.map(thinking),
    chunk.map(support),
    id.map(start),
    id.map(end),
    fc
      .tuple(id, fc.jsonValue(), fc.jsonValue())
      .map(([one, given, answer]) => result(one, { arguments: given, result: answer })),
    fc.constant({ event_type: 'offers_search', count: 2 }),
  )

  /** Written the other way round: one line per thing that happened, then runs of text joined. */
  function reference(events: readonly Event[]): string[] {
    const started = new Set<string>()
    const lines = (events as readonly TrustedEvent[]).flatMap((event): [string, string][] => {
      if (event.event_type === 'text') return [['message', event.chunk]]
      if (event.event_type === 'reasoning') return [['reasoning', event.chunk]]
      if (event.event_type === 'thinking') return [['reasoning', event.content]]
      if (event.event_type !== 'tool_call_start' && event.event_type !== 'tool_result') return []
      const key = event.tool_call.id
      const before: [string, string][] = started.has(key) ? [] : [['tool_call', key]]
      started.add(key)
      return event.event_type === 'tool_result'
        ? [...before, ['tool_result', `${key} ${JSON.stringify(event.result)}`]]
        : before
    })
    return lines
      .filter(([, content]) => content !== '')
      .reduce<[string, string][]>((joined, [type, content]) => {
        const last = joined.at(-1)
        return last !== undefined && last[0] === type && !type.startsWith('tool')
          ? [...joined.slice(0, -1), [type, last[1] + content]]
          : [...joined, [type, content]]
      }, [])
      .map(([type, content]) => `${type} ${content}`)
  }

  const lineOf = (item: ContentItem): string =>
    item.type === 'tool_call'
      ? `tool_call ${item.tool_call_id}`
      : item.type === 'tool_result'
        ? `tool_result ${item.tool_call_id} ${JSON.stringify(item.result)}`
        : `${item.type} ${item.content}`

  it('PS-1: gives the list that the events tell, joined, numbered from 0, in time order', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        const message = accumulate(events).finish({ at: 5_000, usage: null, incomplete: false })
        const items = message.content_items
        expect(assistantMessageSchema.parse(message)).toEqual(message)
        expect(items.map(lineOf)).toEqual(reference(events))
        expect(items.map(({ sequence }) => sequence)).toEqual(items.map((_, index) => index))
        const times = items.map(({ timestamp }) => timestamp)
        expect(times).toEqual(times.toSorted((a, b) => a - b))
        const unjoined = items.filter((item, index) => 'content' in item && items[index + 1]?.type === item.type)
        expect(unjoined).toEqual([])
      }),
    )
  })

  it('PS-1: gives every call the arguments of its first result, or null', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        for (const item of itemsOf(events)) {
          if (item.type !== 'tool_call') continue
          const given = (events as readonly TrustedEvent[]).flatMap((event) =>
            event.event_type === 'tool_result' && event.tool_call.id === item.tool_call_id ? [event.arguments] : [],
          )
          expect(item.arguments).toEqual(given.find((value) => value !== null) ?? null)
        }
      }),
    )
  })
})
