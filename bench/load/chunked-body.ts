/**
 * Takes an HTTP/1.1 answer with a chunked body apart, as its bytes come. Only what the bench's servers send: the load
 * must cost so little that it is never what is measured.
 */
export interface ResponseReader {
  /** What belongs to the body of this piece, and whether the answer is over. */
  push(piece: Buffer): { body: string; done: boolean }
  /** The server keeps the connection open. */
  readonly keep_alive: boolean
}

export class LoadError extends Error {
  readonly type = 'load'
}

/** More than any head that the servers send. */
const MAX_HEAD = 16 * 1024

type State = 'head' | 'size' | 'data' | 'trailer' | 'done'

export function createResponseReader(): ResponseReader {
  let state: State = 'head'
  let keep_alive = true
  /** A head, a size or the line end after a chunk, that is not complete yet. */
  let line = ''
  /** Bytes of the chunk, and of the line end behind it, that are still to come. */
  let left = 0

  const readHead = (head: string) => {
    const [first = '', ...fields] = head.toLowerCase().split('\r\n')
    if (!first.startsWith('http/1.1 200 ')) throw new LoadError(`The server answered ${first}`)
    keep_alive = !fields.some((field) => /^connection:\s*close/.test(field))
    if (!fields.some((field) => /^transfer-encoding:\s*chunked/.test(field)))
      throw new LoadError(`The answer has no chunked body: ${head.slice(0, 200)}`)
  }

  const push = (piece: Buffer): { body: string; done: boolean } => {
    // One byte, one character: what is checked is ASCII, and the sizes count bytes.
    const text = piece.toString('latin1')
    let body = ''
    for (let at = 0; at < text.length;) {
      switch (state) {
        case 'head': {
          line += text.slice(at)
          const end = line.indexOf('\r\n\r\n')
          if (end === -1) {
            if (line.length > MAX_HEAD) throw new LoadError('The answer has no end of its head')
            return { body, done: false }
          }
          readHead(line.slice(0, end))
          at = text.length - (line.length - end - 4)
          line = ''
          state = 'size'
          break
        }
        case 'size':
        case 'trailer': {
          const end = text.indexOf('\n', at)
          line += text.slice(at, end === -1 ? undefined : end)
          if (end === -1) return { body, done: false }
          at = end + 1
          if (state === 'size') {
            left = Number.parseInt(line, 16)
            if (Number.isNaN(left)) throw new LoadError(`This is no chunk size: ${JSON.stringify(line.slice(0, 40))}`)
            state = left === 0 ? 'trailer' : 'data'
            left += 2
          } else if (line.trim() === '') state = 'done'
          line = ''
          break
        }
        case 'data': {
          const end = Math.min(text.length, at + left)
          const data = Math.max(0, Math.min(end - at, left - 2))
          body += text.slice(at, at + data)
          left -= end - at
          at = end
          if (left === 0) state = 'size'
          break
        }
        case 'done':
          throw new LoadError('There is more behind the end of the answer')
      }
    }
    return { body, done: state === 'done' }
  }

  return {
    push,
    get keep_alive() {
      return keep_alive
    },
  }
}
