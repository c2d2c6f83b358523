/** The value below which the share `q` of the values lies. */
export function quantile(values: readonly number[], q: number): number {
  if (values.length === 0) throw new RangeError('There is no quantile of no values')
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] as number
}

/** Noise on a shared machine hits single rounds; the median of several forgets it. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('There is no median of no values')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}
