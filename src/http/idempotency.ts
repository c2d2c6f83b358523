import { createHash } from 'node:crypto'
import type { Request } from 'express'
import type { Idempotency, TurnRequest } from '../contract/index.ts'
import { badField } from './bad-field.ts'

const HEADER = 'Idempotency-Key'
const VISIBLE = /^[\x21-\x7e]{1,255}$/

/** What a client calls this request, if it does, and a digest of what it asks: two bodies that ask the same are one. */
export function idempotencyOf(req: Request, asked: Omit<TurnRequest, 'principal'>): Idempotency | undefined {
  const key = req.get(HEADER)
  if (key === undefined) return undefined
  if (!VISIBLE.test(key)) throw badField(HEADER, 'must be 1 to 255 visible ASCII characters')
  return { key, digest: createHash('sha256').update(canonicalJson(asked)).digest('hex') }
}

/** The same JSON for the same value, however its keys were ordered. */
const canonicalJson = (value: unknown): string => JSON.stringify(value, (_key, each: unknown) => sorted(each))

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
