export type Series = { name: string; labels: Record<string, string>; value: number }

/** The samples of a Prometheus text. A line that is none throws. */
export const readSeries = (text: string): Series[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const match = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/.exec(line)
      if (match === null) throw new Error(`not a sample: ${line}`)
      const [, name, labels = '', value] = match
      const pairs = [...labels.matchAll(/([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g)]
      return {
        name: name ?? '',
        labels: Object.fromEntries(pairs.map((pair) => [pair[1], pair[2]])),
        value: Number(value),
      }
    })
