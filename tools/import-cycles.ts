/** The cycles of a graph, one for each group of nodes that reach each other; each begins at its first node by name. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const groups = new Map<string, number>()
  let group = 0
  for (const members of components(graph)) {
    for (const member of members) groups.set(member, group)
    group++
  }
  const cycles: string[][] = []
  const told = new Set<number>()
  for (const node of [...graph.keys()].sort()) {
    const own = groups.get(node) as number
    if (told.has(own)) continue
    const cycle = shortestWayBack(graph, node, (next) => groups.get(next) === own)
    if (cycle === undefined) continue
    told.add(own)
    cycles.push(cycle)
  }
  return cycles
}

/** Tarjan's strongly connected components. */
function components(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const numbers = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  const found: string[][] = []
  const visit = (node: string): void => {
    const number = numbers.size
    numbers.set(node, number)
    lowest.set(node, number)
    stack.push(node)
    onStack.add(node)
    for (const next of graph.get(node) ?? []) {
      if (!numbers.has(next)) visit(next)
      if (onStack.has(next)) lowest.set(node, Math.min(lowest.get(node) as number, lowest.get(next) as number))
    }
    if (lowest.get(node) !== number) return
    const members = stack.splice(stack.indexOf(node))
    for (const member of members) onStack.delete(member)
    found.push(members)
  }
  for (const node of graph.keys()) if (!numbers.has(node)) visit(node)
  return found
}

function shortestWayBack(
  graph: ReadonlyMap<string, readonly string[]>,
  start: string,
  inside: (node: string) => boolean,
): string[] | undefined {
  const from = new Map<string, string>()
  const queue = [start]
  for (const node of queue)
    for (const next of (graph.get(node) ?? []).filter(inside)) {
      if (next === start) {
        const way = [node]
        while (way[0] !== start) way.unshift(from.get(way[0] as string) as string)
        return [...way, start]
      }
      if (!from.has(next)) {
        from.set(next, node)
        queue.push(next)
      }
    }
  return undefined
}
