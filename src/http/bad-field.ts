import { RefusedError } from '../contract/index.ts'

/** The refusal of one field of a request, by its name. */
export const badField = (field: string, message: string): RefusedError =>
  new RefusedError('invalid_request', { detail: `${field} ${message}.`, errors: [{ field, message }] })

const WHOLE = /^(0|[1-9]\d{0,14})$/

/** A whole number as it is written in a request: digits, and nothing else. */
export function wholeNumber(field: string, given: unknown, min: number, max: number): number {
  const value = typeof given === 'string' && WHOLE.test(given) ? Number(given) : NaN
  if (value >= min && value <= max) return value
  throw badField(field, `must be a whole number from ${min} to ${max}`)
}
