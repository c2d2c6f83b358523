import { MIMEType, promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { Request, RequestHandler } from 'express'
import secureJson from 'secure-json-parse'
import { RefusedError } from '../contract/index.ts'

export const MAX_BODY_BYTES = 128 * 1024

/**
 * Reads the body whole, if it is JSON in UTF-8. Afterwards `req.body` is its bytes. One that is too large is refused as
 * soon as that is known: it is not read to its end first.
 */
export const readBody: RequestHandler[] = [
  (req, _res, next) => {
    if (hasBody(req) && !isJson(req.headers['content-type'])) throw new RefusedError('unsupported_media_type')
    next()
  },
  async (req, _res, next) => {
    const unpack = unpackerOf(req)
    const bytes = await allBytes(req)
    req.body = unpack === undefined ? bytes : await unpack(bytes)
    next()
  },
]

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function isJson(header: string | undefined): boolean {
  try {
    const { essence, params } = new MIMEType(header ?? '')
    return essence === 'application/json' && /^utf-?8$/i.test(params.get('charset') ?? 'utf-8')
  } catch {
    return false
  }
}

const UNPACKERS = { gzip: promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) } as const

function unpackerOf({ headers }: Request): ((bytes: Buffer) => Promise<Buffer>) | undefined {
  const encoding = (headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding === 'identity') return undefined
  if (!Object.hasOwn(UNPACKERS, encoding)) throw new RefusedError('unsupported_media_type')
  const unpack = UNPACKERS[encoding as keyof typeof UNPACKERS]
  return (bytes) =>
    unpack(bytes, { maxOutputLength: MAX_BODY_BYTES }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ERR_BUFFER_TOO_LARGE'
        ? new RefusedError('body_too_large')
        : badBody(`is not what Content-Encoding says, ${encoding}`)
    })
}

function allBytes(req: Request): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw new RefusedError('body_too_large')
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const settle = (refused?: RefusedError) => {
      req.off('data', onData).off('end', settle).off('close', onClose)
      if (refused === undefined) resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))
      else reject(refused)
    }
    const onData = (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > MAX_BODY_BYTES) settle(new RefusedError('body_too_large'))
    }
    const onClose = () => settle(badBody('did not come whole'))
    req.on('data', onData).on('end', settle).on('close', onClose)
  })
}

/** The object that `readBody` has read. Keys that would change a prototype are refused. */
export function jsonObject(body: unknown): Record<string, unknown> {
  if (!(body instanceof Buffer) || body.length === 0) throw badBody('is empty: send a JSON object')
  const text = decode(body)
  let value: unknown
  try {
    value = secureJson.parse(text)
  } catch (error) {
    // Once JSON.parse has taken it, only a forbidden key is left to complain of.
    throw badBody(isJsonText(text) ? 'has a forbidden key, __proto__ or constructor.prototype' : jsonComplaint(error))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badBody('must be a JSON object')
  return value as Record<string, unknown>
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw badBody('is not valid UTF-8')
  }
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The parser's own words: they quote the caller's body, and nothing of ours. */
const jsonComplaint = (error: unknown): string =>
  `is not valid JSON: ${error instanceof Error ? error.message : 'it cannot be parsed'}`

const badBody = (message: string): RefusedError =>
  new RefusedError('invalid_request', { detail: `The body ${message}.`, errors: [{ field: 'body', message }] })
