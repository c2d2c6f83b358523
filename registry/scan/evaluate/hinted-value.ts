import type { Hint } from './hints.ts'
import { make, map, one, unknownFrom, type Tag, type Value } from './value.ts'

/** What can't be known, seen with what its type or its name says. */
export function withHint(value: Value, hint: Hint | null): Value {
  if (hint === null || hint.kind === 'other') return value
  return map(value, (found) => (found.kind === 'unknown' ? hinted(hint, found) : [found]))
}

function hinted(hint: Hint, tag: Tag): Value {
  switch (hint.kind) {
    case 'config':
      return one({ kind: 'config' }, { ...tag, sure: tag.sure && hint.sure })
    case 'writer':
      return one({ kind: 'writer', front: false, bound: [] }, tag)
    case 'words':
      return one({ kind: 'words' }, tag)
    case 'texts':
      // The type allows them; whether they come is not known.
      return hint.values.map((value) => make({ kind: 'text', value }, { ...tag, sure: false }))
    case 'other':
      return [unknownFrom(tag)]
  }
}
