import type { CharSet } from './char-set.ts'

/** A place of a pattern that matches one character. */
export type Position = {
  readonly pattern: number
  readonly set: CharSet
  follow: Position[]
  /** A match ends `back` characters before the one behind this position. */
  accepts: boolean
  back: number
  notAfter: CharSet | undefined
  lineStart: boolean
  sentenceStart: boolean
}
