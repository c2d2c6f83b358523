import type { TerminalStatus } from '../contract/index.ts'

/** Why everything below an ended turn is stopped. */
export class TurnEndedError extends Error {
  readonly type = 'turn_ended'
  constructor(status: TerminalStatus) {
    super(`The turn has ended: ${status}`)
  }
}

/** Made once: to make an error is dear, and every turn needs one. */
export const TURN_ENDED = {
  completed: new TurnEndedError('completed'),
  error: new TurnEndedError('error'),
  cancelled: new TurnEndedError('cancelled'),
}
