import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EOF_ERRORS, WIRE_VERSIONS, type Eof, type EofErrorCode, type FramePayload } from '../../src/contract/index.ts'
import { FRAME_SAMPLES as S } from '../contract/samples.ts'
import { text } from '../log/stamp.ts'
import { readSse } from '../support/sse.ts'
import { anyTurn, REQUEST } from './any-turn.ts'
import { NDJSON, readNdjson, type ReadNdjson } from './read-ndjson.ts'
import type { ScriptedDispatcher } from './scripted-dispatcher.ts'
import { post, serve, until } from './serve.ts'

const CHAT = { message: 'coffee' }
const BEGIN: FramePayload[] = [S.response_id, S.episode]
const RATE_LIMIT: FramePayload = { event_type: 'error', error: { code: 'RATE_LIMIT_ERROR' }, is_final: true }

const errorOf = (code: EofErrorCode) => ({ code, message: EOF_ERRORS[code] })

type Way = {
  name: string
  script: FramePayload[]
  query?: string
  /** What is done to the dispatcher before it is read. */
  set?: (dispatcher: ScriptedDispatcher) => void
  /** What is done once the reader is there. */
  once_read?: (dispatcher: ScriptedDispatcher) => void
  eof: Partial<Eof>
}

/** Every way to end one read of a turn. In all of them frames 1 and 2 are sent first. */
const WAYS: Way[] = [
  {
    name: 'completed',
    script: [...BEGIN, text('a'), S.completed],
    eof: { reason: 'complete', has_more: false, run_progress: { status: 'completed', last_seq: 4 } },
  },
  {
    name: 'cancelled',
    script: [...BEGIN, S.cancelled],
    eof: { reason: 'aborted', has_more: true, run_progress: { status: 'cancelled', last_seq: 3 } },
  },
  {
    name: 'a final error',
    script: [...BEGIN, RATE_LIMIT],
    eof: { reason: 'error', has_more: false, error: errorOf('internal_error') },
  },
  {
    name: 'a turn that broke a rule itself',
    script: [...BEGIN, RATE_LIMIT],
    set: (dispatcher) => (dispatcher.broken = 'invariant_violation'),
    eof: { reason: 'error', error: errorOf('invariant_violation'), run_progress: { status: 'error', last_seq: 3 } },
  },
  {
    name: 'a frame that the route forbids',
    script: [...BEGIN, text('a'), S.response_id, text('b')],
    eof: {
      reason: 'error',
      has_more: false,
      error: errorOf('protocol_violation'),
      ending_state: { after: 3 },
      run_progress: { status: 'running', last_seq: 5 },
    },
  },
  {
    name: 'a tool call that ended without a beginning',
    script: [...BEGIN, S.tool_completed],
    eof: { reason: 'error', error: errorOf('invariant_violation'), ending_state: { after: 2 } },
  },
  {
    name: 'a frame that is missing',
    script: [...BEGIN, text('lost'), text('found')],
    set: (dispatcher) => {
      const read = dispatcher.read.bind(dispatcher)
      dispatcher.read = async function* (...args) {
        for await (const group of read(...args)) yield group.filter(({ seq }) => seq !== 3)
      }
    },
    eof: { reason: 'error', error: errorOf('invariant_violation'), ending_state: { after: 2 } },
  },
  {
    name: 'a reading that throws',
    script: BEGIN,
    set: (dispatcher) => (dispatcher.breaks = { before_first: false, error: new Error('secret host') }),
    eof: { reason: 'error', error: errorOf('internal_error'), run_progress: { status: 'running', last_seq: 2 } },
  },
  {
    name: 'a log that ends without a terminal frame',
    script: BEGIN,
    once_read: (dispatcher) => dispatcher.log.drop('resp_1'),
    eof: { reason: 'error', error: errorOf('invariant_violation'), ending_state: { after: 2 } },
  },
  {
    name: 'a turn of which nobody can say how it stands',
    script: [...BEGIN, S.response_id],
    // It was found when the read began.
    set: (dispatcher) => {
      const find = dispatcher.find.bind(dispatcher)
      let found = false
      dispatcher.find = async (...args) => {
        if (found) throw new Error('secret host')
        found = true
        return find(...args)
      }
    },
    eof: { reason: 'error', error: errorOf('protocol_violation'), run_progress: { status: 'running', last_seq: 2 } },
  },
  {
    name: 'its time',
    script: BEGIN,
    query: '?time_limit_ms=20',
    eof: {
      reason: 'time_limit',
      has_more: true,
      ending_state: { after: 2 },
      run_progress: { status: 'running', last_seq: 2 },
    },
  },
  {
    name: 'its time, told by a throw',
    script: BEGIN,
    query: '?time_limit_ms=20',
    set: (dispatcher) => {
      const read = dispatcher.read.bind(dispatcher)
      dispatcher.read = async function* (...args) {
        yield* read(...args)
        args[2].throwIfAborted()
      }
    },
    eof: { reason: 'time_limit', has_more: true },
  },
  {
    name: 'its number of frames',
    script: [...BEGIN, text('a'), text('b'), S.completed],
    query: '?max_frames=3',
    eof: {
      reason: 'state_limit',
      has_more: true,
      ending_state: { after: 3 },
      run_progress: { status: 'completed', last_seq: 5 },
    },
  },
  {
    name: 'the terminal frame, which is just the last that it may give',
    script: [...BEGIN, text('a'), S.cancelled],
    query: '?max_frames=4&time_limit_ms=60000',
    eof: { reason: 'aborted', has_more: true, ending_state: { after: 4 } },
  },
]

describe.each(WIRE_VERSIONS)('the eof of NDJSON %s', (version) => {
  it.each(WAYS)(
    'SM-2, SM-3: exactly one, with its reason: $name',
    async ({ script, query = '', set, once_read, eof }) => {
      const { url, dispatcher, lines } = await serve()
      dispatcher.script = script
      set?.(dispatcher)
      await dispatcher.start(REQUEST)
      const response = await fetch(`${url}/v1/turns/resp_1/stream${query}`, {
        headers: { ...NDJSON, 'x-wire-version': version },
      })
      expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
      once_read?.(dispatcher)
      const read = await readNdjson(response)
      expect(read.eof).toMatchObject(eof)
      expect('error' in read.eof).toBe(read.eof.reason === 'error')
      expect(read.eof.request_progress.frames).toBe(read.frames.length)
      expect(read.frames.slice(0, 2).map((frame) => frame.event_type)).toEqual(['response_id', 'episode'])
      const last = read.frames.at(-1)
      expect(last?.event_type === 'error').toBe(
        read.eof.reason === 'error' || (version === '0.4' && read.eof.reason === 'aborted'),
      )
      expect(JSON.stringify(read)).not.toContain('secret')
      const bounded = read.eof.reason.endsWith('_limit')
      expect(bounded && lines.length > 0).toBe(false)
      await until('no reader', () => dispatcher.readers === 0)
    },
  )
})

describe('a stream that breaks', () => {
  it('SM-2: closes the tool calls and loads that its reader saw open, in every framing', async () => {
    const { url, dispatcher } = await serve()
    dispatcher.script = [...BEGIN, S.tool_call, S.data_loading, S.response_id]
    const closed = ['response_id', 'episode', 'tool_call', 'data_loading', 'tool_completed', 'data_loaded', 'error']
    const sse = await readSse(await post(`${url}/v1/chat`, CHAT))
    expect(sse.frames.map((frame) => frame.event_type)).toEqual(closed)
    expect([sse.ids, sse.done]).toEqual([[1, 2, 3, 4, 5, 6, 7], true])
    const { frames, eof } = await readNdjson(await post(`${url}/v1/chat`, CHAT, NDJSON))
    expect(frames.map((frame) => frame.event_type)).toEqual(closed)
    expect(frames.at(-2)).toMatchObject({ data: { id: 'offer_list_1', items: [] } })
    expect(eof).toMatchObject({ error: { code: 'protocol_violation' }, ending_state: { after: 4 } })
  })

  it('SM-2: a turn whose first frame is not its beginning still begins, and ends', async () => {
    const { url, dispatcher } = await serve()
    dispatcher.script = [text('a')]
    const { frames, eof } = await readNdjson(await post(`${url}/v1/chat`, CHAT, NDJSON))
    expect(frames.map((frame) => frame.event_type)).toEqual(['response_id', 'error'])
    expect(eof).toMatchObject({ error: { code: 'protocol_violation' }, ending_state: { after: 0 } })
  })
})

describe('a bounded read', () => {
  it('SM-4: is a reader that leaves, and ending_state resumes it', async () => {
    const { url, dispatcher } = await serve()
    dispatcher.script = [...BEGIN, text('a')]
    await dispatcher.start(REQUEST)
    const first = await readNdjson(await fetch(`${url}/v1/turns/resp_1/stream?time_limit_ms=10`, { headers: NDJSON }))
    await until('the reader to leave', () => dispatcher.readers === 0)
    dispatcher.append('resp_1', text('b'), S.completed)
    const rest = await readNdjson(
      await fetch(`${url}/v1/turns/resp_1/stream?after=${first.eof.ending_state.after}`, { headers: NDJSON }),
    )
    expect([first.frames.length, rest.frames.length, rest.eof.reason]).toEqual([3, 2, 'complete'])
  })

  it('SM-4: over SSE it closes without [DONE], and Last-Event-ID resumes it', async () => {
    const { url, dispatcher } = await serve()
    dispatcher.script = [...BEGIN, text('a')]
    await dispatcher.start(REQUEST)
    for (const bound of ['time_limit_ms=10', 'max_frames=3']) {
      const { ids, done } = await readSse(await fetch(`${url}/v1/turns/resp_1/stream?${bound}`))
      expect([ids, done]).toEqual([[1, 2, 3], false])
    }
    await until('the readers to leave', () => dispatcher.readers === 0)
    dispatcher.append('resp_1', S.completed)
    const rest = await fetch(`${url}/v1/turns/resp_1/stream?max_frames=1`, { headers: { 'last-event-id': '3' } })
    expect(await readSse(rest)).toMatchObject({ ids: [4], done: true })
  })

  it.each(['max_frames', 'time_limit_ms'])('SM-4: a %s that is none is 400 and names it', async (name) => {
    const { url, dispatcher } = await serve()
    dispatcher.script = BEGIN
    await dispatcher.start(REQUEST)
    for (const bad of ['0', '-1', '1.5', 'x', '', '3600001', '1e3']) {
      const response = await fetch(`${url}/v1/turns/resp_1/stream?${name}=${bad}`, { headers: NDJSON })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'invalid_request', errors: [{ field: name }] })
    }
    const twice = await fetch(`${url}/v1/turns/resp_1/stream?${name}=1&${name}=2`)
    expect([twice.status, dispatcher.readers]).toEqual([400, 0])
  })

  it('SM-4: 204 when nothing follows, in both framings', async () => {
    const { url, dispatcher } = await serve()
    dispatcher.script = [...BEGIN, S.completed]
    await dispatcher.start(REQUEST)
    for (const headers of [NDJSON, {}]) {
      const response = await fetch(`${url}/v1/turns/resp_1/stream?after=3&max_frames=1`, { headers })
      expect([response.status, await response.text()]).toEqual([204, ''])
    }
  })

  it.each(WIRE_VERSIONS)('SM-4: %s: any chain of bounded reads is the unbounded read', async (version) => {
    const { url, dispatcher } = await serve()
    const headers = { ...NDJSON, 'x-wire-version': version }
    await fc.assert(
      fc.asyncProperty(
        anyTurn,
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 }),
        async (turn, bounds) => {
          dispatcher.script = turn
          const { response_id } = await dispatcher.start(REQUEST)
          const stream = `${url}/v1/turns/${response_id}/stream`
          const whole = await readNdjson(await fetch(stream, { headers }))
          const parts: ReadNdjson[] = []
          for (let after = 0, more = true; more; after = parts.at(-1)!.eof.ending_state.after) {
            const max = bounds[parts.length % bounds.length]!
            parts.push(await readNdjson(await fetch(`${stream}?max_frames=${max}&after=${after}`, { headers })))
            const { reason, request_progress } = parts.at(-1)!.eof
            more = reason === 'state_limit'
            expect(request_progress.frames).toBe(more ? max : parts.at(-1)!.frames.length)
          }
          expect(parts.flatMap(({ frames }) => frames)).toEqual(whole.frames)
          const { reason, ending_state, run_progress } = whole.eof
          expect(parts.at(-1)!.eof).toMatchObject({ reason, ending_state, run_progress })
          expect(ending_state.after).toBe(turn.length)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('SM-4: one that breaks is observed once, whatever comes behind', async () => {
    const { url, dispatcher, lines } = await serve()
    dispatcher.script = [...BEGIN, S.response_id, text('b'), text('c')]
    await dispatcher.start(REQUEST)
    const { eof } = await readNdjson(await fetch(`${url}/v1/turns/resp_1/stream?max_frames=9`, { headers: NDJSON }))
    expect(eof.error?.code).toBe('protocol_violation')
    expect(lines).toMatchObject([{ level: 'error', rule: 'protocol_violation', seq: 3 }])
  })

  it('SM-4: what is behind its bound is not looked at', async () => {
    const { url, dispatcher } = await serve()
    dispatcher.script = [...BEGIN, S.response_id]
    await dispatcher.start(REQUEST)
    const { eof } = await readNdjson(await fetch(`${url}/v1/turns/resp_1/stream?max_frames=2`, { headers: NDJSON }))
    expect(eof).toMatchObject({ reason: 'state_limit', ending_state: { after: 2 } })
  })
})
