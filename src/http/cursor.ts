import type { Request } from 'express'
import { badField, wholeNumber } from './bad-field.ts'

/** The number after which a reader begins: `?after=` or Last-Event-ID, else 0. */
export function cursorOf(req: Request, last_seq: number): number {
  const header = req.get('Last-Event-ID')
  const { after } = req.query
  if (after !== undefined && header !== undefined && after !== header)
    throw badField('after', `differs from Last-Event-ID, which is ${quote(header)}: send one of them`)
  if (after !== undefined) return wholeNumber('after', after, 0, last_seq)
  return header === undefined ? 0 : wholeNumber('Last-Event-ID', header, 0, last_seq)
}

const quote = (text: string): string => JSON.stringify(text.slice(0, 64))
