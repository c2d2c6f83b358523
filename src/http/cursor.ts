import type { Request } from 'express'
import { RefusedError } from '../contract/index.ts'

const WHOLE = /^(0|[1-9]\d{0,14})$/

/** The number after which a reader begins: `?after=` or Last-Event-ID, else 0. */
export function cursorOf(req: Request, last_seq: number): number {
  const header = req.get('Last-Event-ID')
  const { after } = req.query
  if (after !== undefined && header !== undefined && after !== header)
    throw badCursor('after', `differs from Last-Event-ID, which is ${quote(header)}: send one of them`)
  if (after !== undefined) return whole('after', after, last_seq)
  return header === undefined ? 0 : whole('Last-Event-ID', header, last_seq)
}

function whole(field: string, given: unknown, last_seq: number): number {
  if (typeof given === 'string' && WHOLE.test(given) && Number(given) <= last_seq) return Number(given)
  throw badCursor(field, `must be a whole number from 0 to ${last_seq}`)
}

const quote = (text: string): string => JSON.stringify(text.slice(0, 64))

const badCursor = (field: string, message: string): RefusedError =>
  new RefusedError('invalid_request', { detail: `${field} ${message}.`, errors: [{ field, message }] })
