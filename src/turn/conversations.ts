import type { Principal } from '../contract/index.ts'

/** Who owns which conversation, and whether a turn of it runs. */
export interface Conversations {
  /** Makes one and takes it. */
  begin(owner: Principal): string
  /** Takes a known one for a turn. */
  take(conversation_id: string, owner: Principal): 'taken' | 'unknown' | 'busy'
  release(conversation_id: string): void
}

type Entry = { owner: Principal; busy: boolean }

/** Past `max`, the one that has been quiet longest is forgotten. */
export function createConversations(newId: () => string, max = 10_000): Conversations {
  // In the order of last use.
  const known = new Map<string, Entry>()
  const use = (id: string, entry: Entry) => {
    known.delete(id)
    known.set(id, entry)
  }
  return {
    begin(owner) {
      if (known.size >= max)
        for (const [id, { busy }] of known)
          if (!busy) {
            known.delete(id)
            break
          }
      const id = newId()
      known.set(id, { owner, busy: true })
      return id
    },
    take(id, owner) {
      const entry = known.get(id)
      if (entry === undefined || !samePrincipal(entry.owner, owner)) return 'unknown'
      if (entry.busy) return 'busy'
      entry.busy = true
      use(id, entry)
      return 'taken'
    },
    release(id) {
      const entry = known.get(id)
      if (entry === undefined) return
      entry.busy = false
      use(id, entry)
    },
  }
}

export const samePrincipal = (a: Principal, b: Principal): boolean =>
  a.tenant_id === b.tenant_id && a.user_id === b.user_id
