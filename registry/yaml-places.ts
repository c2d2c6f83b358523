import { isAlias, isMap, isNode, isPair, isScalar, isSeq } from 'yaml'
import type { Document, Node, Pair, YAMLMap } from 'yaml'
import type { Place } from '../src/contract/index.ts'

/** A YAML file of the root and where everything in it stands. */
export interface YamlFile {
  /** Relative to the root, with forward slashes. */
  readonly file: string
  /** False when its syntax is broken: then what it seems to lack says nothing. */
  readonly intact: boolean
  /** Plain data; null when the file is empty or broken. */
  readonly value: unknown
  /** The node itself, also of a broken file, as far as it could be read. Aliases are followed. */
  readonly root: Node | null
  follow(node: unknown): Node | null
  /** The pairs of a map by their keys; the last of a key wins, as in `value`. */
  pairsOf(map: YAMLMap): ReadonlyMap<string, Pair>
  placeOf(node: unknown): Place
  /** Of a value; of its key when it has none; of what should hold it when it is absent. */
  placeAt(path: readonly PropertyKey[]): Place
  placeOfKey(path: readonly PropertyKey[]): Place
}

interface Located {
  file: string
  document: Document.Parsed
  intact: boolean
  value: unknown
  /** What each alias stands for: the last anchor of its name before it. */
  targets: ReadonlyMap<unknown, Node>
  placeAtOffset(offset: number): Place
}

export function locate({ file, document, intact, value, targets, placeAtOffset }: Located): YamlFile {
  const known = new WeakMap<YAMLMap, Map<string, Pair>>()
  const follow = (node: unknown): Node | null =>
    isAlias(node) ? (targets.get(node) ?? null) : isNode(node) ? node : null
  const pairsOf = (map: YAMLMap): Map<string, Pair> => {
    const pairs = known.get(map) ?? new Map(map.items.map((pair) => [keyOf(pair), pair]))
    known.set(map, pairs)
    return pairs
  }
  const placeOf = (node: unknown): Place => placeAtOffset((isNode(node) ? node.range?.[0] : undefined) ?? 0)
  /** The node at the end of the path, or the pair that should hold it, or the last node on the way. */
  const walk = (steps: readonly PropertyKey[]): { at: unknown; pair?: Pair | undefined } => {
    let at: unknown = document.contents
    let pair: Pair | undefined
    for (const step of steps) {
      const inside = follow(at)
      if (isMap(inside)) {
        pair = pairsOf(inside).get(String(step))
        if (pair === undefined) return { at }
        at = pair.value
      } else if (isSeq(inside) && inside.items[Number(step)] !== undefined) {
        pair = undefined
        at = inside.items[Number(step)]
      } else return { at, pair }
    }
    return { at, pair }
  }
  return {
    file,
    intact,
    value,
    root: document.contents,
    follow,
    pairsOf,
    placeOf,
    placeAt: (steps) => {
      const { at, pair } = walk(steps)
      return placeOf(isEmpty(at) && pair !== undefined ? pair.key : at)
    },
    placeOfKey: (steps) => {
      const { at, pair } = walk(steps)
      return placeOf(pair?.key ?? at)
    },
  }
}

const keyOf = (pair: unknown): string => (isPair(pair) && isScalar(pair.key) ? String(pair.key.value) : '')

const isEmpty = (node: unknown): boolean => !isNode(node) || (isScalar(node) && node.value === null)
