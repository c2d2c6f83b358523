import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { listen, ListenError } from '../../src/http/index.ts'
import { post, serve, until } from './serve.ts'

const BEGIN = [{ event_type: 'response_id' }, { event_type: 'episode', episode_id: 'conv_1' }] as const

async function raw(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let got = ''
  socket.on('data', (chunk) => (got += chunk.toString()))
  socket.write(request)
  await once(socket, 'close')
  return got
}

/** A request whose body never comes whole. */
const partOf = (type: string) =>
  `POST /v1/chat HTTP/1.1\r\nHost: test\r\nContent-Type: ${type}\r\nContent-Length: 10\r\n\r\n{`

describe('the server', () => {
  it('says where it listens', async () => {
    const { url, port } = await serve()
    expect(url).toBe(`http://127.0.0.1:${port}`)
    const six = await listen((_req, res) => res.end('six'), { HOST: '[::1]', PORT: 0 })
    expect(six.url).toBe(`http://[::1]:${six.port}`)
    expect(await (await fetch(six.url)).text()).toBe('six')
    await six.close()
  })

  it('a port that is taken is refused with what to do', async () => {
    const { port } = await serve()
    const second = listen(() => undefined, { HOST: '127.0.0.1', PORT: port })
    await expect(second).rejects.toThrow(ListenError)
    await expect(second).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use. Stop what uses it, or set PORT to another.`,
    )
  })

  it.each([
    ['what is no HTTP', 'hello\r\n\r\n', '400 Bad Request', 'invalid_request'],
    [
      'headers without an end',
      `GET /healthz HTTP/1.1\r\nHost: test\r\nX-Large: ${'x'.repeat(17_000)}`,
      '431 Request Header Fields Too Large',
      'headers_too_large',
    ],
    [
      'headers by the hundred',
      `GET /healthz HTTP/1.1\r\nHost: test\r\n${'X:\r\n'.repeat(100)}\r\n`,
      '431 Request Header Fields Too Large',
      'headers_too_large',
    ],
  ])('%s is answered with a problem and closed', async (_, request, status, code) => {
    const { port } = await serve()
    const got = await raw(port, request)
    expect(got).toMatch(new RegExp(`^HTTP/1.1 ${status}\r\n`))
    const [head = '', body = ''] = got.split('\r\n\r\n')
    expect(head).toContain('Content-Type: application/problem+json')
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`)
    expect(JSON.parse(body)).toMatchObject({ code })
  })

  it('a hundred headers are read, all of them', async () => {
    const { url, dispatcher } = await serve()
    dispatcher.script = [...BEGIN, { event_type: 'completed' }]
    // With those that every client sends: fetch has a handful of its own.
    const many = Object.fromEntries(Array.from({ length: 85 }, (_, index) => [`x-h${index}`, '1']))
    const response = await post(`${url}/v1/chat`, { message: 'a' }, { ...many, 'x-wire-version': '0.4' })
    expect([response.status, response.headers.get('x-wire-version')]).toEqual([200, '0.4'])
    await response.text()
  })

  it('too many headers are told how many are too many', async () => {
    const { port } = await serve({ listen: { max_headers: 7 } })
    const got = await raw(port, `GET /healthz HTTP/1.1\r\nHost: test\r\n${'X:\r\n'.repeat(7)}\r\n`)
    expect(got).toContain('At most 16384 bytes and 7 headers are read.')
  })

  it.each([
    ['says that it is too large', 'Content-Length: 1000000000\r\n\r\n', 1, (size: number) => 'x'.repeat(size)],
    [
      'does not say how large it is',
      'Transfer-Encoding: chunked\r\n\r\n',
      20,
      (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`,
    ],
  ])('a body that %s and never ends is answered at once and not read to its end', async (_, head, pieces, piece) => {
    const { port, lines } = await serve()
    const socket = connect(port, '127.0.0.1')
    let got = ''
    let closed = false
    socket.on('data', (chunk) => (got += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => (closed = true))
    socket.write(`POST /v1/chat HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n${head}`)
    for (let sent = 0; sent < pieces; sent++) socket.write(piece(10_000))
    await until('the answer', () => got.includes('body_too_large'))
    expect(got).toMatch(/^HTTP\/1.1 413 /)
    // It goes on sending, and is cut.
    const sending = setInterval(() => socket.write(piece(1_000)), 20)
    await until('the connection to be closed', () => closed)
    clearInterval(sending)
    expect(lines).toEqual([])
  })

  it('garbage behind a request does not get into its answer', async () => {
    const { port, dispatcher } = await serve()
    dispatcher.script = BEGIN
    const body = '{"message":"a"}'
    const head = `POST /v1/chat HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    const socket = connect(port, '127.0.0.1')
    let got = ''
    socket.on('data', (chunk) => (got += chunk.toString()))
    socket.write(head + body)
    await until('the first frames', () => got.includes('event: episode'))
    socket.write('garbage\r\n\r\n')
    await once(socket, 'close')
    expect(got).not.toContain('400')
    await until('the reader to leave', () => dispatcher.readers === 0)
  })

  it('a request that takes too long to come is closed, with one answer at most', async () => {
    const { port } = await serve({ listen: { request_timeout_ms: 100, connections_check_ms: 50 } })
    expect(await raw(port, partOf('application/json'))).toBe(
      'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n',
    )
    const refused = await raw(port, partOf('text/plain'))
    expect(refused).toMatch(/^HTTP\/1.1 415 /)
    expect(refused).not.toContain('408')
  })

  it('connections past its bound are closed as they come', async () => {
    const { port, url, dispatcher } = await serve({ listen: { max_connections: 1 } })
    dispatcher.script = BEGIN
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const [first] = (await once(get(`${url}/healthz`, { agent }), 'response')) as [
      { statusCode: number; resume(): void },
    ]
    first.resume()
    expect(first.statusCode).toBe(200)
    expect(await raw(port, 'GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n').catch(() => '')).toBe('')
    agent.destroy()
  })

  it('closing takes no more, lets a stream end, and does not wait for idle connections', async () => {
    const { url, dispatcher, close } = await serve({ listen: { keep_alive_ms: 60_000 } })
    dispatcher.script = BEGIN
    await (await fetch(`${url}/healthz`)).text()
    const response = await post(`${url}/v1/chat`, { message: 'a' })
    let closed = false
    const closing = close(20_000).then(() => (closed = true))
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
    expect(closed).toBe(false)
    dispatcher.append('resp_1', { event_type: 'completed' })
    expect(await response.text()).toMatch(/data: \[DONE\]\n\n$/)
    await until('the server to be closed', () => closed)
    await closing
  })

  it('closing cuts what does not end in its time', async () => {
    const { url, dispatcher, close } = await serve()
    dispatcher.script = BEGIN
    const response = await post(`${url}/v1/chat`, { message: 'a' })
    await close(50)
    await expect(response.text()).rejects.toThrow('terminated')
    await until('the reader to leave', () => dispatcher.readers === 0)
  })
})
