import { hash } from 'node:crypto'
import { RefusedError, type Idempotency, type Principal, type StartedTurn } from '../contract/index.ts'

/**
 *   key ─► started by it: running ─► ended ─► forgotten with the turn, or as the oldest ended one past `max`
 *
 * Which turn each principal's key has started. A start that was refused is not remembered.
 */
export interface IdempotencyKeys {
  /** The turn that the key started, if it is remembered. Throws a RefusedError when another request used the key. */
  find(principal: Principal, idempotency: Idempotency): StartedTurn | undefined
  remember(principal: Principal, idempotency: Idempotency, started: StartedTurn): void
  /** The turn has ended: from now on its key may be forgotten. */
  ended(response_id: string): void
  forget(response_id: string): void
}

type Entry = { digest: string; started: StartedTurn }

/** Keys of running turns are never forgotten, so that there may be as many above `max` as turns may run. */
export function createIdempotencyKeys(max = 10_000): IdempotencyKeys {
  const known = new Map<string, Entry>()
  const byTurn = new Map<string, string>()
  /** Turns, in the order of their ends. */
  const past = new Set<string>()

  const forget = (response_id: string) => {
    const id = byTurn.get(response_id)
    if (id === undefined) return
    known.delete(id)
    byTurn.delete(response_id)
    past.delete(response_id)
  }

  return {
    find(principal, { key, digest }) {
      const entry = known.get(idOf(principal, key))
      if (entry === undefined) return undefined
      if (entry.digest !== digest) throw new RefusedError('idempotency_mismatch')
      return entry.started
    },
    remember(principal, { key, digest }, started) {
      if (known.size >= max) for (const oldest of past.values().take(1)) forget(oldest)
      const id = idOf(principal, key)
      known.set(id, { digest, started })
      byTurn.set(started.response_id, id)
    },
    ended(response_id) {
      if (byTurn.has(response_id)) past.add(response_id)
    },
    forget,
  }
}

/** Of one length, however long the key is. */
const idOf = ({ tenant_id, user_id }: Principal, key: string): string =>
  hash('sha256', JSON.stringify([tenant_id, user_id, key]), 'base64')
