import type { Request } from 'express'
import { wholeNumber } from './bad-field.ts'

/** Where one read of a turn ends, if the turn does not end before. */
export type ReadBounds = { time_limit_ms?: number; max_frames?: number }

const LIMITS = { time_limit_ms: 3_600_000, max_frames: 100_000 } as const satisfies Required<ReadBounds>

/** `?time_limit_ms=` and `?max_frames=`. */
export function boundsOf({ query }: Request): ReadBounds {
  const bounds: ReadBounds = {}
  for (const name of Object.keys(LIMITS) as (keyof ReadBounds)[])
    if (query[name] !== undefined) bounds[name] = wholeNumber(name, query[name], 1, LIMITS[name])
  return bounds
}
