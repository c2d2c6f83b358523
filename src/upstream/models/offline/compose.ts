import { z } from 'zod'
import type { Phrasebook } from './phrasebook.ts'
import { tagged, type Prompt } from './read-prompt.ts'
import { say, type Reply } from './reply.ts'
import { fold, isStopWord, wordsOf } from './words.ts'

const reportsSchema = z.array(z.object({ report: z.string() }))

/** How many closing lines and connecting words there are: offline.closing_1 … and offline.also_1 … */
const CLOSINGS = 4
const CONNECTIONS = 2

/** One answer in one voice: the reports as paragraphs, joined by a word, and a closing line. */
export function compose(prompt: Prompt, phrases: Phrasebook): Reply {
  const reports = readReports(prompt.message)
  if (reports.length === 0) return say('')
  const { locale } = prompt
  const paragraphs = reports.map((report, index) =>
    index === 0
      ? report
      : connected(report, phrases.message(locale, `offline.also_${1 + ((index - 1) % CONNECTIONS)}`, {})),
  )
  const closing = phrases.message(locale, `offline.closing_${1 + (hash(reports.join('\n')) % CLOSINGS)}`, {})
  return say([...paragraphs, ...(closing === undefined ? [] : [closing])].join('\n\n'))
}

function readReports(message: string): string[] {
  try {
    const reports = reportsSchema.parse(JSON.parse(tagged(message, 'reports') ?? '[]'))
    return [...new Set(reports.map(({ report }) => report.trim()).filter((report) => report !== ''))]
  } catch {
    return []
  }
}

/** "Also, you have …": only before a word that can lose its capital. */
function connected(report: string, word: string | undefined): string {
  const [first] = wordsOf(report)
  if (word === undefined || first === undefined || first.start !== 0) return report
  if (first.raw === 'I') return `${word} ${report}`
  return isStopWord(first.folded) ? `${word} ${report[0]?.toLowerCase()}${report.slice(1)}` : report
}

/** FNV-1a: the same content always gets the same line. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (const char of fold(text)) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return value >>> 0
}
