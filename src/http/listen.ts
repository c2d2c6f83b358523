import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { PROBLEMS, RefusedError, type ProblemCode, type Settings } from '../contract/index.ts'
import { PROBLEM_TYPE, problemOf } from './problems.ts'

export interface Listening {
  readonly url: string
  readonly port: number
  /** Takes no more, lets what runs end for `grace_ms`, then cuts it. */
  close(grace_ms?: number): Promise<void>
}

export interface ListenOptions {
  max_header_bytes?: number
  /** In number; more are refused like too many bytes. */
  max_headers?: number
  /** One request, from its first byte to its last. A streamed answer may take as long as it likes. */
  request_timeout_ms?: number
  /** How often the above is looked at. */
  connections_check_ms?: number
  keep_alive_ms?: number
  /** A socket that was silent for so long is asked whether its peer is still there. */
  probe_after_ms?: number
  /** More are closed as they come. */
  max_connections?: number
}

/** The address is taken, or is not this machine's. */
export class ListenError extends Error {
  readonly type = 'listen'
}

export async function listen(
  app: RequestListener,
  { HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>,
  {
    max_header_bytes = 16 * 1024,
    max_headers = 100,
    request_timeout_ms = 30_000,
    connections_check_ms = 5_000,
    keep_alive_ms = 65_000,
    probe_after_ms = 3_000,
    max_connections = 10_000,
  }: ListenOptions = {},
): Promise<Listening> {
  const host = HOST.replace(/^\[|\]$/g, '')
  const server = createServer({
    maxHeaderSize: max_header_bytes,
    requestTimeout: request_timeout_ms,
    headersTimeout: Math.min(10_000, request_timeout_ms),
    connectionsCheckingInterval: connections_check_ms,
    keepAliveTimeout: keep_alive_ms,
    // Half-open sockets: Node asks a silent peer 10 times, a second apart, so that one that is gone is known after
    // 13 s. That is before the first heartbeat would leave bytes that nobody acknowledges: then the kernel asks no
    // more, and only its limit of retransmissions, a quarter of an hour, would notice.
    keepAlive: true,
    keepAliveInitialDelay: probe_after_ms,
  })
  server.maxConnections = max_connections
  server.maxHeadersCount = max_headers
  const answering = new WeakMap<Socket, ServerResponse>()
  let closing = false
  server.on('request', (req, res) => {
    answering.set(req.socket, res)
    // A connection that becomes idle while the server closes would hold it open for its keep-alive.
    res.once('close', () => closing && setImmediate(() => server.closeIdleConnections()))
    app(req, res)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const answer = answering.get(socket)
    // The request has its answer, or is getting it: a second one would be read as part of the first.
    const answered = answer?.headersSent && !(answer.writableFinished && answer.req.complete)
    if (answered || !socket.writable || error.code === 'ECONNRESET') socket.destroy()
    else socket.end(rawProblem(error.code, `At most ${max_header_bytes} bytes and ${max_headers} headers are read.`))
  })
  await listening(server, host, PORT)
  const { port } = server.address() as AddressInfo

  return {
    port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    close: (grace_ms = 10_000) =>
      new Promise((resolve) => {
        closing = true
        const cut = setTimeout(() => server.closeAllConnections(), grace_ms)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
      }),
  }
}

const listening = (server: Server, host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => reject(new ListenError(complaint(error, host, port)))
    server.once('error', onError)
    server.listen(port, host, () => {
      server.off('error', onError)
      resolve()
    })
  })

function complaint({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is in use. Stop what uses it, or set PORT to another.`
  if (code === 'EACCES') return `Port ${port} on ${host} is not allowed to this user. Set PORT to one above 1023.`
  return `Cannot listen on ${host}, port ${port}: ${message}. Correct HOST and PORT.`
}

/** What Node could not parse never reaches the app: the answer is written by hand. */
function rawProblem(error_code: string | undefined, header_limits: string): string {
  if (error_code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'
  const code: ProblemCode = error_code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'invalid_request'
  const refused = new RefusedError(code, code === 'headers_too_large' ? { detail: header_limits } : {})
  const body = JSON.stringify(problemOf(refused))
  const { status } = PROBLEMS[code]
  return [
    `HTTP/1.1 ${status} ${status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
