import { connect, type Socket } from 'node:net'
import { createResponseReader, LoadError } from './chunked-body.ts'

/** One turn, as its client saw it. */
export interface TurnSample {
  /** From the request's last byte given to the socket to the first bytes of the first frame. */
  first_frame_ms: number
  total_ms: number
  body: string
}

/** One client: one turn at a time on one kept-alive connection. */
export interface Connection {
  turn(request: Buffer): Promise<TurnSample>
  close(): void
}

/** A turn that takes longer has hung. */
const TURN_TIMEOUT_MS = 30_000

export const chatRequest = (url: URL, message: string): Buffer => {
  const body = JSON.stringify({ message })
  const head = [
    'POST /v1/chat HTTP/1.1',
    `Host: ${url.host}`,
    'Content-Type: application/json',
    'Accept: text/event-stream',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** `onBody` is told each piece of a body as it comes. */
export function createConnection(url: URL, onBody?: (piece: string) => void): Connection {
  let socket: Socket | undefined

  const open = async (): Promise<Socket> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const opened = connect({ host: url.hostname, port: Number(url.port), noDelay: true }, resolve)
    opened.once('error', reject)
    await promise
    opened.off('error', reject)
    return opened
  }

  return {
    async turn(request) {
      if (socket === undefined || socket.destroyed) socket = await open()
      const current = socket
      const reader = createResponseReader()
      const { promise, resolve, reject } = Promise.withResolvers<TurnSample>()
      let body = ''
      let first: number | undefined
      const onData = (piece: Buffer) => {
        try {
          const read = reader.push(piece)
          if (read.body !== '') first ??= performance.now()
          body += read.body
          onBody?.(read.body)
          if (!read.done) return
          const ended = performance.now()
          resolve({ first_frame_ms: (first ?? ended) - sent, total_ms: ended - sent, body })
        } catch (error) {
          reject(error as Error)
        }
      }
      const onClose = () =>
        reject(new LoadError(`The server closed the connection in the middle of a turn: ${body.slice(-200)}`))
      const onError = (error: Error) => reject(error)
      const timer = setTimeout(() => reject(new LoadError(`A turn hung: ${body.slice(-200)}`)), TURN_TIMEOUT_MS)
      current.on('data', onData).on('close', onClose).on('error', onError)
      const sent = performance.now()
      current.write(request)
      try {
        return await promise
      } catch (error) {
        current.destroy()
        throw error
      } finally {
        clearTimeout(timer)
        current.off('data', onData).off('close', onClose).off('error', onError)
        if (!reader.keep_alive) current.destroy()
      }
    },
    close() {
      socket?.destroy()
    },
  }
}
