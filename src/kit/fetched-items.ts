import type { Scope } from '../write/index.ts'

export type Item = Record<string, unknown>

/** How many items of one sub-agent's run are remembered; the oldest go first. */
export const MAX_FETCHED_ITEMS = 1_000

// By run, so that nothing outlives it.
const fetched = new WeakMap<Scope, Map<string, Item>>()

/** Remembers what context tools brought, so that render tools can show it. */
export function rememberItems(scope: Scope, items: readonly Item[]): void {
  const known = fetched.get(scope) ?? new Map<string, Item>()
  fetched.set(scope, known)
  for (const item of items) {
    if (typeof item['id'] !== 'string') continue
    known.delete(item['id'])
    known.set(item['id'], item)
    if (known.size > MAX_FETCHED_ITEMS) known.delete(known.keys().next().value as string)
  }
}

/** The remembered items, in the order asked for; unknown ids are left out. */
export const recallItems = (scope: Scope, ids: readonly string[]): Item[] =>
  ids.map((id) => fetched.get(scope)?.get(id)).filter((item) => item !== undefined)
