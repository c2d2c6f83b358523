/** Columns that a terminal gives to this text: East Asian characters and emoji take two. */
export function widthOf(text: string): number {
  let width = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) width += WIDE.test(segment) ? 2 : 1
  return width
}
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u

const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))

const widthsOf = (rows: readonly (readonly string[])[]): number[] =>
  (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))))

/** Aligned columns, for a terminal. */
export function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  const rows = [head, ...body]
  const widths = widthsOf(rows)
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => pad(cell, widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

/** The same as a Markdown table, whose source reads well too. The cells are Markdown. */
export function markdownTable(head: readonly string[], body: readonly (readonly string[])[]): string {
  const rows = [head, ...body].map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ').trim()))
  const widths = widthsOf(rows).map((width) => Math.max(3, width))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => pad(cell, widths[column] ?? 0)).join(' | ')} |\n`
  const [first = [], ...rest] = rows
  return [line(first), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |\n`, ...rest.map(line)].join('')
}
