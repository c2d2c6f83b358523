import type { TurnIo } from './turn-io.ts'

/** From here on the turn's log is for the orchestrator's text and for what closes the turn. */
export const FULL_AT = 0.9

/**
 * What a sub-agent may write of a full log when another one filled it: a status or a few, so that one that floods does
 * not take its siblings with it. As many sub-agents as may be asked, each with one frame of the largest kind beyond
 * this, still leave room for an answer.
 */
export const SPARED_SHARE = 0.005

/** One sub-agent's part of the turn's log. Asked before every write and told after it: two look-ups, no more. */
export interface LogShare {
  /** The log is full, and not by others alone. */
  isSpent(): boolean
  /** Something was written since `isSpent` was asked. */
  note(): void
}

export function createLogShare(io: TurnIo): LogShare {
  let own = 0
  let before = 0
  return {
    isSpent() {
      before = io.fill()
      return before >= FULL_AT && own >= SPARED_SHARE
    },
    note() {
      own += io.fill() - before
    },
  }
}
