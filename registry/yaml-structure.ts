import { isScalar, visit, type Alias, type Document, type Node } from 'yaml'
import type { Place, StartProblem } from '../src/contract/index.ts'
import { problem } from './problem.ts'

type Found = { offset: number; problem: StartProblem }

/** Keys that stand twice, aliases that lead nowhere or into themselves. One walk. */
export function checkStructure(document: Document.Parsed, placeAtOffset: (offset: number) => Place) {
  const anchors = new Map<string, Node>()
  const targets = new Map<Alias, Node>()
  const found: Found[] = []
  let safe = true
  visit(document, {
    Node: (_key, node) => {
      if ('anchor' in node && node.anchor !== undefined) anchors.set(node.anchor, node)
    },
    Map: (_key, map) => {
      const first = new Map<string, number>()
      for (const { key } of map.items) {
        if (!isScalar(key)) continue
        const name = String(key.value)
        const offset = key.range?.[0] ?? 0
        const before = first.get(name)
        if (before === undefined) first.set(name, offset)
        else {
          const { line, column } = placeAtOffset(before)
          const message = `The key ${name} stands twice in one map: first at ${line}:${column}`
          found.push({
            offset,
            problem: problem('invalid_yaml', placeAtOffset(offset), message, 'Keep one of the two.'),
          })
        }
      }
      if (map.anchor !== undefined) anchors.set(map.anchor, map)
    },
    Alias: (_key, alias) => {
      const offset = alias.range?.[0] ?? 0
      const target = anchors.get(alias.source)
      const inside = target?.range != null && target.range[0] <= offset && offset < target.range[1]
      if (target !== undefined && !inside) {
        targets.set(alias, target)
        return
      }
      safe = false
      const message = inside
        ? `The alias *${alias.source} stands inside what it stands for`
        : `The alias *${alias.source} has no anchor &${alias.source} before it`
      found.push({ offset, problem: problem('invalid_yaml', placeAtOffset(offset), message) })
    },
  })
  return { targets, found, safe }
}
