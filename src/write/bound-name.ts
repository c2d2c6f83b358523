import { createHash } from 'node:crypto'
import { BOUNDS, detached, headOf, splitText } from '../contract/index.ts'

/** An id or a name that is too long keeps its start; the rest is a digest, so that two stay two and one stays one. */
export function boundName(name: string, bytes: number = BOUNDS.name): string {
  if (name.length * 3 <= bytes || Buffer.byteLength(name) <= bytes) return name
  const hash = createHash('sha256')
  for (const part of splitText(name)) hash.update(part)
  const ending = `…${hash.digest('hex')}`
  return detached(headOf(name, bytes - Buffer.byteLength(ending))) + ending
}
