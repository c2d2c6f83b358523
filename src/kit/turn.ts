import type { TurnContext } from '../contract/index.ts'
import { getScope } from '../write/index.ts'

/** What a sub-agent may know of the turn it works for. */
export type AmbientTurn = Pick<TurnContext, 'response_id' | 'conversation_id' | 'locale' | 'principal'> & {
  /** Aborted when this sub-agent must stop. */
  signal: AbortSignal
}

/** The turn that runs now. */
export function getTurn(): AmbientTurn {
  const { turn, signal } = getScope('getTurn()')
  const { response_id, conversation_id, locale, principal } = turn
  return { response_id, conversation_id, locale, principal, signal }
}
