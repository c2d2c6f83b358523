import { createHash } from 'node:crypto'
import type { EffectiveRegistry } from '../src/contract/index.ts'

export type RegistryContent = Omit<EffectiveRegistry, 'version'>

/** One registry out of all fragments: entries by id, frozen to the bottom, named by a hash of what it says. */
export function mergeRegistry(content: RegistryContent): EffectiveRegistry {
  const entries = content.entries.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const merged = { ...content, entries, verticals: content.verticals.toSorted() }
  return deepFreeze({ version: versionOf(merged), ...structuredClone(merged) })
}

/** Where an entry stands is left out: a comment or an empty line makes no other registry. */
function versionOf(content: RegistryContent): string {
  const said = { ...content, entries: content.entries.map((entry) => ({ ...entry, place: null })) }
  return createHash('sha256').update(canonical(said)).digest('hex').slice(0, 12)
}

/** JSON with the keys of every object in order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const each of Object.values(value)) deepFreeze(each)
  }
  return value
}
