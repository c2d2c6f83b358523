import type { ToolResult } from './read-prompt.ts'

export type Item = Record<string, unknown>

/** What a tool answered, as far as its words need it. */
export type Reading =
  | { kind: 'unavailable' }
  /** Words of its own. */
  | { kind: 'text'; text: string }
  | { kind: 'items'; items: readonly Item[] }

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value)

export function readResult({ content }: ToolResult): Reading {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    return { kind: 'text', text: content.trim() }
  }
  if (Array.isArray(value)) return { kind: 'items', items: value.filter(isItem) }
  if (!isItem(value)) return { kind: 'text', text: String(value) }
  if (value['unavailable'] === true || value['failed'] === true) return { kind: 'unavailable' }
  const items = value['items']
  // An answer without a list is one thing.
  return { kind: 'items', items: Array.isArray(items) ? items.filter(isItem) : [value] }
}

const NAMES = ['title', 'name', 'label', 'store', 'merchant', 'retailer', 'subject'] as const

/** What the item is called, for a sentence: without the details after a comma, which would read as the next item. */
export function titleOf(item: Item): string | undefined {
  const name = NAMES.map((field) => item[field]).find((value) => typeof value === 'string' && value.trim() !== '')
  return typeof name === 'string' ? name.split(/,\s/, 1)[0] : undefined
}

/** The scalars of an item, by name; those of objects inside it as `outer_inner`. Dates become dates. */
export function scalarsOf(item: Item, prefix = ''): Record<string, string | number | boolean | Date> {
  return Object.assign(
    {},
    ...Object.entries(item).map(([name, value]) => {
      if (isItem(value) && prefix === '') return scalarsOf(value, `${name}_`)
      if (typeof value === 'number' || typeof value === 'boolean') return { [prefix + name]: value }
      return typeof value === 'string' ? { [prefix + name]: asDate(value) ?? value } : {}
    }),
  ) as Record<string, string | number | boolean | Date>
}

function asDate(text: string): Date | undefined {
  const found = /^(\d{4})-(\d{2})-(\d{2})(T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/.exec(text)
  if (found === null) return undefined
  // A day without a time is that day wherever it is read: noon stays within it.
  const [, year, month, day, time] = found
  return time === undefined ? new Date(Number(year), Number(month) - 1, Number(day), 12) : new Date(text)
}
