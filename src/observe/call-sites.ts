import { statSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAX_SITES = 10
const MAX_LINES = 64
const MAX_LINE = 512

/** `    at name (place:line:column)` and `    at place:line:column`; the name is not taken. */
const AT = /^ {4}at (?:.*\()?([^()]+):(\d{1,6}):(\d{1,6})\)?$/
const SOURCE = /\.[cm]?[jt]sx?$/

/**
 * Where an error was, as `file:line:column` relative to a root, the innermost first. A stack is text that begins with
 * the error's message, which may look like a stack itself: only files that are there, inside a root, are told.
 */
export function callSites(stack: unknown, roots: readonly string[]): string[] {
  if (typeof stack !== 'string') return []
  const sites: string[] = []
  // From the end: the message comes first, and may be long.
  for (const line of stack
    .slice(-MAX_LINES * MAX_LINE)
    .split('\n')
    .slice(-MAX_LINES)) {
    const [, place, row, column] = (line.length <= MAX_LINE ? AT.exec(line) : null) ?? []
    const file = place === undefined ? undefined : fileOf(place)
    const told = file === undefined ? undefined : within(file, roots)
    if (told !== undefined) sites.push(`${told}:${row}:${column}`)
    if (sites.length === MAX_SITES) break
  }
  return sites
}

function fileOf(place: string): string | undefined {
  try {
    const path = place.replace(/^async /, '')
    const file = path.startsWith('file:') ? fileURLToPath(path) : path
    return isAbsolute(file) && SOURCE.test(file) ? file : undefined
  } catch {
    return undefined
  }
}

function within(file: string, roots: readonly string[]): string | undefined {
  for (const root of roots) {
    const path = relative(root, file)
    const inside = path !== '' && !path.startsWith('..') && !isAbsolute(path)
    if (inside && statSync(file, { throwIfNoEntry: false })?.isFile() === true) return path.split(sep).join('/')
  }
  return undefined
}
