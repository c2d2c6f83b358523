import { connect, type Socket } from 'node:net'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { FramePayload } from '../../src/contract/index.ts'
import { stamp, stampAll, text } from '../log/stamp.ts'
import { readSeries } from '../observe/read-series.ts'
import { readSse } from '../support/sse.ts'
import { post, serve, until, type Served } from './serve.ts'

const BEGIN: FramePayload[] = [{ event_type: 'response_id' }, { event_type: 'episode', episode_id: 'conv_1' }]
const COMPLETED: FramePayload = { event_type: 'completed' }
const CHAT = { message: 'coffee' }

const block = (seq: number, type: string, payload = '', response_id = 'resp_1') =>
  `id: ${seq}\nevent: ${type}\ndata: {"event_type":"${type}","version":"0.5",` +
  `"timestamp":"2026-05-15T18:00:00.300Z","response_id":"${response_id}"${payload}}\n\n`
const DONE = 'data: [DONE]\n\n'
const BEGUN = block(1, 'response_id') + block(2, 'episode', ',"episode_id":"conv_1"')
const said = (seq: number, chunk: string) => block(seq, 'text', `,"type":"chunk","chunk":"${chunk}"`)

const value = async ({ metrics }: Served, name: string) =>
  readSeries(await metrics.render())
    .filter((series) => series.name === name)
    .reduce((sum, series) => sum + series.value, 0)

/** A client that reads only when it is told to. */
function rawChat(
  port: number,
  path = '/v1/chat',
  method = 'POST',
): { socket: Socket; chunks: string[]; closed: () => boolean } {
  const chunks: string[] = []
  let closed = false
  const socket = connect(port, '127.0.0.1')
  socket.on('data', (chunk) => chunks.push(chunk.toString()))
  socket.on('close', () => (closed = true))
  socket.on('error', () => (closed = true))
  const body = method === 'POST' ? JSON.stringify(CHAT) : ''
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: test',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  return { socket, chunks, closed: () => closed }
}

/** Around the app: every response, and what was written to it. */
function watched() {
  const responses: ServerResponse[] = []
  const writes: string[] = []
  const wrap: NonNullable<Parameters<typeof serve>[0]>['wrap'] = (app) => (req, res) => {
    responses.push(res)
    for (const name of ['write', 'end'] as const) {
      const original = res[name].bind(res) as (...args: unknown[]) => never
      res[name] = ((...args: unknown[]) => {
        if (typeof args[0] === 'string') writes.push(args[0])
        return original(...args)
      }) as never
    }
    app(req, res)
  }
  return { responses, writes, wrap }
}

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

describe('a streamed turn', () => {
  it('FR-1, FR-9, AC-4: is exactly its frames, one terminal frame, [DONE], and the end', async () => {
    const { url, dispatcher } = await serve()
    dispatcher.script = [...BEGIN, text('Hello'), COMPLETED]
    const response = await post(`${url}/v1/chat`, CHAT)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(BEGUN + said(3, 'Hello') + block(4, 'completed') + DONE)
  })

  it.each<[string, FramePayload, string]>([
    ['completed', COMPLETED, ''],
    [
      'cancelled',
      { event_type: 'cancelled', error: { code: 'REQUEST_CANCELLED' } },
      ',"error":{"code":"REQUEST_CANCELLED"}',
    ],
    [
      'error',
      { event_type: 'error', error: { code: 'RATE_LIMIT_ERROR' }, is_final: true },
      ',"error":{"code":"RATE_LIMIT_ERROR"},"is_final":true',
    ],
  ])('AC-4: a turn that ends in %s has that one terminal frame, then [DONE]', async (type, terminal, payload) => {
    const { url, dispatcher } = await serve()
    dispatcher.script = [...BEGIN, terminal]
    const response = await post(`${url}/v1/chat`, CHAT)
    expect(await response.text()).toBe(BEGUN + block(3, type, payload) + DONE)
  })

  it('FR-2: says in its headers what it is, and that nothing between may keep or change it', async () => {
    const { url, dispatcher } = await serve()
    dispatcher.script = [...BEGIN, COMPLETED]
    const { headers } = await post(`${url}/v1/chat`, CHAT, { 'x-wire-version': '0.5', accept: 'text/event-stream' })
    const wanted = {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-wire-version': '0.5',
      'x-response-id': 'resp_1',
      'x-conversation-id': 'conv_1',
      'content-location': '/v1/turns/resp_1',
      'x-content-type-options': 'nosniff',
    }
    expect(Object.fromEntries(headers)).toMatchObject(wanted)
    expect([headers.get('etag'), headers.get('x-powered-by')]).toEqual([null, null])
  })

  it('the first frames leave with the headers, in one piece', async () => {
    const { port, dispatcher } = await serve()
    dispatcher.script = BEGIN
    const { socket, chunks } = rawChat(port)
    await until('the first bytes', () => chunks.length > 0)
    expect(chunks[0]).toContain('HTTP/1.1 200')
    expect(chunks[0]).toContain('id: 2\nevent: episode')
    socket.destroy()
  })

  it('FR-14: what is written in one tick is one write, in its order', async () => {
    const { writes, wrap } = watched()
    const { url, dispatcher } = await serve({ wrap })
    dispatcher.script = BEGIN
    const response = await post(`${url}/v1/chat`, CHAT)
    await until('a reader', () => writes.length === 1)
    dispatcher.append('resp_1', text('a'), text('b'), text('c'))
    await until('a second write', () => writes.length === 2)
    dispatcher.append('resp_1', text('d'), COMPLETED)
    expect(await response.text()).toContain(DONE)
    expect(writes).toEqual([
      BEGUN,
      said(3, 'a') + said(4, 'b') + said(5, 'c'),
      said(6, 'd') + block(7, 'completed') + DONE,
    ])
  })

  it('two readers of one turn get the same, each from its own number', async () => {
    const { url, dispatcher } = await serve()
    dispatcher.script = BEGIN
    const first = await post(`${url}/v1/chat`, CHAT)
    const second = await fetch(`${url}/v1/turns/resp_1/stream?after=1`)
    await until('both readers', () => dispatcher.readers === 2)
    dispatcher.append('resp_1', text('a'))
    dispatcher.append('resp_1', COMPLETED)
    const all = await first.text()
    expect(all).toBe(BEGUN + said(3, 'a') + block(4, 'completed') + DONE)
    expect(await second.text()).toBe(all.slice(block(1, 'response_id').length))
    await until('no reader', () => dispatcher.readers === 0)
  })

  it('RT-2: a client that leaves is a reader that leaves, at once', async () => {
    const { port, dispatcher, ...served } = await serve()
    dispatcher.script = BEGIN
    const { socket, chunks } = rawChat(port)
    await until('the first bytes', () => chunks.length > 0)
    expect(dispatcher.readers).toBe(1)
    expect(await value({ port, dispatcher, ...served }, 'stream_sse_open_streams')).toBe(1)
    socket.destroy()
    await until('the reader to leave', () => dispatcher.readers === 0)
    expect(await value({ port, dispatcher, ...served }, 'stream_sse_open_streams')).toBe(0)
    dispatcher.append('resp_1', text('to nobody'), COMPLETED)
    expect(served.lines).toEqual([])
  })

  it('a client that left while its turn was being started is still a reader that comes and goes', async () => {
    const { responses, wrap } = watched()
    const { port, dispatcher } = await serve({ wrap })
    dispatcher.script = BEGIN
    const start = dispatcher.start.bind(dispatcher)
    const gone = Promise.withResolvers<void>()
    let asked = false
    dispatcher.start = async (request) => {
      asked = true
      await gone.promise
      return start(request)
    }
    let reads = 0
    const read = dispatcher.read.bind(dispatcher)
    dispatcher.read = (...args) => {
      reads += 1
      return read(...args)
    }
    const { socket } = rawChat(port)
    await until('the request', () => asked)
    socket.destroy()
    await until('the client to be gone', () => responses[0]!.destroyed)
    gone.resolve()
    await until('a reader', () => reads === 1)
    await until('no reader', () => dispatcher.readers === 0)
    expect(dispatcher.taken).toBe(0)
  })

  it('a reading that is slow to end finds no client to write to, and does no harm', async () => {
    const { responses, writes, wrap } = watched()
    const { port, dispatcher, lines } = await serve({ wrap, settings: { HEARTBEAT_MS: 5 } })
    dispatcher.script = BEGIN
    const read = dispatcher.read.bind(dispatcher)
    let left = false
    dispatcher.read = async function* (...args) {
      yield* read(...args)
      // Long enough for a heartbeat to be due; then one more group, to nobody.
      await new Promise((resolve) => setTimeout(resolve, 50))
      left = true
      yield [stamp(3, text('to nobody'))]
    }
    const { socket, chunks } = rawChat(port)
    await until('the first bytes', () => chunks.length > 0)
    socket.destroy()
    await until('the server to know', () => responses[0]!.destroyed)
    const written = writes.length
    await until('the reading to end', () => left)
    await new Promise((resolve) => setImmediate(resolve))
    expect(writes.length).toBe(written)
    expect(lines).toEqual([])
  })

  it('leaves no timer behind', async () => {
    const { url, dispatcher } = await serve()
    dispatcher.script = [...BEGIN, COMPLETED]
    const stream = async () => (await post(`${url}/v1/chat`, CHAT)).text()
    await stream()
    const before = timers()
    for (let index = 0; index < 10; index++) await stream()
    await until('the readers to be gone', () => dispatcher.readers === 0)
    await new Promise((resolve) => setImmediate(resolve))
    expect(timers()).toBeLessThan(before + 5)
  })

  it('leaves no listener on a response it has ended', async () => {
    const { responses, wrap } = watched()
    const { url, dispatcher } = await serve({ wrap })
    dispatcher.script = [...BEGIN, COMPLETED]
    await (await post(`${url}/v1/chat`, CHAT)).text()
    await until('no reader', () => dispatcher.readers === 0)
    const [response] = responses
    await until('the end', () => response!.closed)
    await new Promise((resolve) => setImmediate(resolve))
    for (const event of ['drain', 'error', 'close']) expect(response!.listenerCount(event)).toBe(0)
  })

  it('sends a comment when it was silent, and goes on', async () => {
    const { url, dispatcher } = await serve({ settings: { HEARTBEAT_MS: 20 } })
    dispatcher.script = BEGIN
    const response = await post(`${url}/v1/chat`, CHAT)
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let got = ''
    const readUntil = async (part: string) => {
      while (!got.includes(part)) {
        const { value: chunk, done } = await reader.read()
        if (done) throw new Error(`ended without ${part}`)
        got += chunk
      }
    }
    await readUntil(':\n\n:\n\n')
    dispatcher.append('resp_1', text('a'), COMPLETED)
    await readUntil(DONE)
    expect(got.replaceAll(':\n\n', '')).toBe(BEGUN + said(3, 'a') + block(4, 'completed') + DONE)
  })

  it('NDJSON has no heartbeat: nothing is written when it was silent', async () => {
    const { writes, wrap } = watched()
    const { url, dispatcher } = await serve({ wrap, settings: { HEARTBEAT_MS: 5 } })
    dispatcher.script = BEGIN
    const response = await post(`${url}/v1/chat`, CHAT, { accept: 'application/x-ndjson' })
    await until('the first frames', () => writes.length === 1)
    // Long enough for several to be due.
    await new Promise((resolve) => setTimeout(resolve, 50))
    dispatcher.append('resp_1', COMPLETED)
    await response.text()
    expect(writes).toHaveLength(2)
  })

  it('is not silent as long as frames come', async () => {
    const { url, dispatcher } = await serve({ settings: { HEARTBEAT_MS: 200 } })
    dispatcher.script = BEGIN
    const response = await post(`${url}/v1/chat`, CHAT)
    const begun = performance.now()
    let longest = 0
    for (let last = begun; last - begun < 500;) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      dispatcher.append('resp_1', text('a'))
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
    }
    dispatcher.append('resp_1', COMPLETED)
    const comments = (await response.text()).split('\n').filter((line) => line === ':').length
    // On a machine that stood still for so long, a comment would be right.
    expect(longest > 150 || comments === 0).toBe(true)
  })
})

describe('a reader that does not read', () => {
  const chunk = 'x'.repeat(60_000)
  const FRAMES = 400

  it('RT-3: gets no more than its buffers hold, and goes on when it reads', async () => {
    const { responses, writes, wrap } = watched()
    const { port, dispatcher } = await serve({ wrap, settings: { HEARTBEAT_MS: 10 } })
    dispatcher.script = BEGIN
    const { socket, chunks } = rawChat(port)
    await until('the first bytes', () => chunks.length > 0)
    socket.pause()
    for (let index = 0; index < FRAMES; index++) dispatcher.append('resp_1', text(chunk))
    let before = -1
    // The sockets' own buffers fill first.
    while (before !== dispatcher.taken) {
      before = dispatcher.taken
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(dispatcher.taken).toBeLessThan(FRAMES)
    // No comment either: it would wait behind the rest.
    const stalled = writes.length
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(writes.length).toBe(stalled)
    socket.resume()
    const got = () => chunks.join('')
    await until('all of it', () => dispatcher.taken === 2 + FRAMES, 20_000)
    // It has waited many times, and leaves nothing behind: the server's listener and the stream's own are there.
    const listeners = () => ['drain', 'close'].map((event) => responses[0]!.listenerCount(event))
    await until('its last wait to be over', () => listeners()[0] === 0)
    expect(listeners()).toEqual([0, 2])
    dispatcher.append('resp_1', COMPLETED)
    await until('the end', () => chunks.slice(-2).join('').includes('[DONE]'))
    expect(dispatcher.taken).toBe(2 + FRAMES + 1)
    const ids = [...got().matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]))
    expect(ids).toEqual(Array.from({ length: 2 + FRAMES + 1 }, (_, index) => index + 1))
    socket.destroy()
  })

  it('RT-3: that lags waits for its turn before each further group, and one that does not lag never waits', async () => {
    let paced = 0
    const pace = () => {
      paced += 1
      return new Promise<void>((resolve) => void setImmediate(resolve))
    }
    const { url, dispatcher } = await serve({ pace })
    dispatcher.script = [...BEGIN, text('short'), COMPLETED]
    await readSse(await post(`${url}/v1/chat`, CHAT))
    expect(paced).toBe(0)
    dispatcher.script = [...BEGIN, ...Array.from({ length: 64 }, () => text('x'.repeat(32 * 1024))), COMPLETED]
    const { frames } = await readSse(await post(`${url}/v1/chat`, CHAT))
    expect(frames).toHaveLength(67)
    // 2 MB in groups of at most 256 KB, and no wait behind the last.
    expect(paced).toBeGreaterThan(5)
  })

  it('RT-3: is closed at its deadline without [DONE], counted, and may come back for the rest', async () => {
    const served = await serve({ write_deadline_ms: 100 })
    const { port, url, dispatcher, lines } = served
    dispatcher.script = BEGIN
    const { socket, chunks } = rawChat(port)
    await until('the first bytes', () => chunks.length > 0)
    socket.pause()
    for (let index = 0; index < FRAMES; index++) dispatcher.append('resp_1', text(chunk))
    dispatcher.append('resp_1', COMPLETED)
    await until('the reader to be closed', () => dispatcher.readers === 0)
    expect(await value(served, 'stream_sse_slow_reader_closed_total')).toBe(1)
    expect(await value(served, 'stream_sse_open_streams')).toBe(0)
    expect(lines).toMatchObject([{ level: 'warn', response_id: 'resp_1' }])
    socket.resume()
    await until('the socket to be closed', () => socket.destroyed)
    const got = chunks.join('')
    expect(got).not.toContain('[DONE]')
    const last = Number([...got.matchAll(/^id: (\d+)$/gm)].at(-1)![1])
    const rest = await (
      await fetch(`${url}/v1/turns/resp_1/stream`, { headers: { 'Last-Event-ID': String(last - 1) } })
    ).text()
    expect(rest.startsWith(`id: ${last}\n`)).toBe(true)
    expect(rest.endsWith(block(FRAMES + 3, 'completed') + DONE)).toBe(true)
  })

  it('RT-3: does not hold a response that has ended', async () => {
    const { responses, wrap } = watched()
    const served = await serve({ write_deadline_ms: 100, wrap })
    const { port, dispatcher } = served
    dispatcher.script = BEGIN
    const read = dispatcher.read.bind(dispatcher)
    // The last group is one that no buffer holds.
    dispatcher.read = async function* (...args) {
      for await (const group of read(...args))
        if (group.at(-1)!.seq < 3) yield group
        else
          yield [
            ...stampAll(
              Array.from({ length: FRAMES }, () => text(chunk)),
              'resp_1',
              2,
            ),
            stamp(FRAMES + 3, COMPLETED),
          ]
    }
    const { socket, chunks } = rawChat(port)
    await until('the first bytes', () => chunks.length > 0)
    socket.pause()
    dispatcher.append('resp_1', COMPLETED)
    await until('the response to be closed', () => responses[0]!.destroyed)
    expect(await value(served, 'stream_sse_slow_reader_closed_total')).toBe(1)
    socket.destroy()
  })
})

describe('a stream that breaks', () => {
  const INTERNAL_ERROR =
    /id: 3\nevent: error\ndata: \{"event_type":"error","version":"0\.5","timestamp":"[^"]+","response_id":"resp_1","error":\{"code":"INTERNAL_ERROR"\},"is_final":true\}\n\ndata: \[DONE\]\n\n$/

  it('FR-9: after its first byte ends in one INTERNAL_ERROR and [DONE], is counted, and leaks nothing', async () => {
    const served = await serve()
    const { url, dispatcher, lines } = served
    dispatcher.script = BEGIN
    dispatcher.breaks = { before_first: false, error: new Error('redis at 10.0.0.7 is down') }
    const all = await (await post(`${url}/v1/chat`, CHAT)).text()
    expect(all.slice(0, BEGUN.length)).toBe(BEGUN)
    expect(all.slice(BEGUN.length)).toMatch(INTERNAL_ERROR)
    expect(all).not.toContain('redis')
    expect(lines).toMatchObject([{ level: 'error', response_id: 'resp_1', err: { type: 'Error' } }])
    expect(await value(served, 'stream_violation_total')).toBe(1)
  })

  it('FR-9: a log that is dropped under its reader is not a silent close', async () => {
    const { url, dispatcher, lines } = await serve()
    dispatcher.script = BEGIN
    const response = await post(`${url}/v1/chat`, CHAT)
    dispatcher.log.drop('resp_1')
    expect((await response.text()).slice(BEGUN.length)).toMatch(INTERNAL_ERROR)
    expect(lines).toHaveLength(1)
  })

  it('FR-9: after its terminal frame is logged, and changes nothing of it', async () => {
    const { url, dispatcher, lines } = await serve()
    dispatcher.script = [...BEGIN, COMPLETED]
    const read = dispatcher.read.bind(dispatcher)
    dispatcher.read = async function* (...args) {
      try {
        yield* read(...args)
      } finally {
        await Promise.reject(new Error('could not be released'))
      }
    }
    const all = await (await post(`${url}/v1/chat`, CHAT)).text()
    expect(all).toBe(BEGUN + block(3, 'completed') + DONE)
    await until('the log', () => lines.length === 1)
    expect(lines).toMatchObject([{ level: 'error', err: { type: 'Error' } }])
  })

  it('because its client left is no error', async () => {
    const { responses, wrap } = watched()
    const { port, dispatcher, lines } = await serve({ wrap })
    dispatcher.script = BEGIN
    const read = dispatcher.read.bind(dispatcher)
    let thrown = false
    dispatcher.read = async function* (...args) {
      yield* read(...args)
      thrown = true
      args[2].throwIfAborted()
    }
    const { socket, chunks } = rawChat(port)
    await until('the first bytes', () => chunks.length > 0)
    socket.destroy()
    await until('the server to know', () => responses[0]!.destroyed && thrown)
    await new Promise((resolve) => setImmediate(resolve))
    expect(lines).toEqual([])
  })

  it('before its first byte is a problem', async () => {
    const { url, dispatcher, lines } = await serve()
    dispatcher.script = BEGIN
    dispatcher.breaks = { before_first: true, error: new Error('redis at 10.0.0.7 is down') }
    const response = await post(`${url}/v1/chat`, CHAT)
    expect(response.status).toBe(500)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    const problem = await response.text()
    expect(JSON.parse(problem)).toMatchObject({ code: 'internal_error', status: 500 })
    expect(problem).not.toMatch(/redis|10\.0\.0\.7|\.ts/)
    expect(lines).toMatchObject([{ level: 'error', err: { type: 'Error' } }])
  })

  it('SM-1: a frame that the route forbids becomes INTERNAL_ERROR, is logged and counted', async () => {
    const served = await serve()
    served.dispatcher.script = [...BEGIN, { event_type: 'response_id' }, text('behind it'), COMPLETED]
    const all = await (await post(`${served.url}/v1/chat`, CHAT)).text()
    expect(all.slice(BEGUN.length)).toMatch(INTERNAL_ERROR)
    expect(served.lines).toMatchObject([{ level: 'error', seq: 3, event_type: 'response_id', state: 'streaming' }])
    expect(await value(served, 'stream_violation_total')).toBe(1)
    expect(await value(served, 'stream_sse_frame_dropped_total')).toBe(0)
  })

  it('NFR-5: a frame that went missing is counted', async () => {
    const served = await serve()
    const { dispatcher } = served
    dispatcher.script = [...BEGIN, text('lost'), text('found'), COMPLETED]
    const read = dispatcher.read.bind(dispatcher)
    dispatcher.read = async function* (...args) {
      for await (const group of read(...args)) yield group.filter(({ seq }) => seq !== 3)
    }
    const all = await (await post(`${served.url}/v1/chat`, CHAT)).text()
    expect(all.slice(BEGUN.length)).toMatch(INTERNAL_ERROR)
    expect(await value(served, 'stream_sse_frame_dropped_total')).toBe(1)
  })
})
