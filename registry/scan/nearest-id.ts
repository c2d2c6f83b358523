/** The known id that this one is most likely meant to be; null when none is near. */
export function nearestId(id: string, known: Iterable<string>): string | null {
  const limit = id.length < 6 ? 1 : id.length < 12 ? 2 : 3
  let nearest: string | null = null
  let best = limit + 1
  for (const candidate of known) {
    if (Math.abs(candidate.length - id.length) >= best) continue
    const distance = editDistance(id, candidate)
    if (distance < best) {
      best = distance
      nearest = candidate
    }
  }
  return nearest
}

/** How many letters must be put in, taken out, changed or swapped with their neighbour. */
export function editDistance(from: string, to: string): number {
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change)
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      next.push(cost)
    }
    before = row
    row = next
  }
  return row[to.length] ?? 0
}
