import type { Eof, NumberedFrame, WireVersion } from '../contract/index.ts'

/** Which frames a version of the wire has, and how they look in it. */
export interface Projection {
  readonly version: WireVersion
  /** The frames as this version has them; one that it does not know is left out, with its number. */
  select(entries: readonly NumberedFrame[]): readonly NumberedFrame[]
}

/** How frames become the text of a response. */
export interface Framing {
  readonly content_type: string
  /** Of frames that were selected. */
  encode(entries: readonly NumberedFrame[]): string
  /** What closes one read. */
  end(eof: Eof): string
  /** What a reader ignores, sent when there was silence; empty where a framing has no such thing. */
  heartbeat(): string
}

/**
 *   frames ─► select ─► encode ─► text of a response ─► end
 *
 * Pure: it knows no socket, and the same frames give the same text.
 */
export interface Dialect extends Projection, Framing {}
