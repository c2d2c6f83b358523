import { MIMEType } from 'node:util'
import express, { type Request, type RequestHandler } from 'express'
import secureJson from 'secure-json-parse'
import { RefusedError } from '../contract/index.ts'

export const MAX_BODY_BYTES = 128 * 1024

/** Reads the body whole, if it is JSON in UTF-8. Afterwards `req.body` is its bytes. */
export const readBody: RequestHandler[] = [
  (req, _res, next) => {
    if (hasBody(req) && !isJson(req.headers['content-type'])) throw new RefusedError('unsupported_media_type')
    next()
  },
  express.raw({ type: () => true, limit: MAX_BODY_BYTES }),
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
