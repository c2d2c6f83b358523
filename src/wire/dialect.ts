import type { NumberedFrame } from '../contract/index.ts'

/** From frames to the text of a response. Pure: it knows no socket, and the same frames give the same text. */
export interface Dialect {
  readonly content_type: string
  encode(entries: readonly NumberedFrame[]): string
  /** What follows the terminal frame. */
  end(): string
  /** What a reader ignores, sent when there was silence. */
  heartbeat(): string
}
