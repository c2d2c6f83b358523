import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createResponseReader, LoadError } from '../../bench/load/chunked-body.ts'

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n'

const chunked = (parts: readonly string[]): Buffer =>
  Buffer.concat([
    Buffer.from(HEAD),
    ...parts.map((part) => {
      const bytes = Buffer.from(part)
      return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
    }),
    Buffer.from('0\r\n\r\n'),
  ])

function read(pieces: readonly Buffer[]) {
  const reader = createResponseReader()
  let body = ''
  let done = false
  for (const piece of pieces) {
    const result = reader.push(piece)
    body += result.body
    done = result.done
  }
  return { body: Buffer.from(body, 'latin1').toString(), done, keep_alive: reader.keep_alive }
}

describe('the reader of an answer', () => {
  it('gives the same body however its bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 6 }),
        fc.array(fc.nat({ max: 400 }), { maxLength: 12 }),
        (parts, cuts) => {
          const bytes = chunked(parts)
          const at = [...new Set(cuts.filter((cut) => cut < bytes.length))].toSorted((a, b) => a - b)
          const pieces = [0, ...at].map((from, index) => bytes.subarray(from, at[index] ?? bytes.length))
          expect(read(pieces)).toEqual({ body: parts.join(''), done: true, keep_alive: true })
        },
      ),
    )
  })

  it('is not done before the last chunk', () => {
    expect(read([chunked(['id: 1']).subarray(0, -5)])).toMatchObject({ body: 'id: 1', done: false })
  })

  it('sees that the server closes the connection', () => {
    const bytes = Buffer.from(chunked(['x']).toString().replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    expect(read([bytes])).toMatchObject({ done: true, keep_alive: false })
  })

  it.each([
    ['what is not 200', HEAD.replace('200 OK', '503 Busy')],
    ['a body without chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'],
    ['a chunk without a size', `${HEAD}zz\r\n`],
    ['more behind the end', `${HEAD}0\r\n\r\nmore`],
    ['a head that does not end', 'x'.repeat(20_000)],
  ])('refuses %s', (_what, text) => {
    expect(() => read([Buffer.from(text)])).toThrow(LoadError)
  })
})
