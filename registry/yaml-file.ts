import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { LineCounter, parseDocument, type Document } from 'yaml'
import type { Place, StartProblem } from '../src/contract/index.ts'
import { problem } from './problem.ts'
import { locate, type YamlFile } from './yaml-places.ts'
import { checkStructure } from './yaml-structure.ts'

/** What one YAML file may cost. Larger is a problem with the file's name on it, never a slow start. */
export const YAML_LIMITS = { bytes: 1024 * 1024, aliases: 100, problems: 20 } as const

export type ReadYaml = { yaml: YamlFile | null; problems: StartProblem[] }

/** Null: there is no such file. */
export async function readYaml(root: string, file: string): Promise<ReadYaml> {
  const start = { file, line: 1, column: 1 }
  const refuse = (message: string, remedy: string): ReadYaml => ({
    yaml: { ...parseYaml(file, '').yaml, intact: false },
    problems: [problem('invalid_yaml', start, message, remedy)],
  })
  try {
    const { size } = await stat(path.join(root, file))
    if (size > YAML_LIMITS.bytes)
      return refuse('The file is larger than 1 MiB', 'Split it, or remove what is not used.')
    const text = decode(await readFile(path.join(root, file)))
    return text === null ? refuse('The file is not UTF-8 text', 'Save it as UTF-8.') : parseYaml(file, text)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    if (code === 'ENOENT' || code === 'ENOTDIR') return { yaml: null, problems: [] }
    return refuse(`The file can’t be read (${code})`, 'Make it a readable file.')
  }
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

export function parseYaml(file: string, text: string): { yaml: YamlFile; problems: StartProblem[] } {
  const lines = new LineCounter()
  const placeAtOffset = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    resolveKnownTags: false,
    // Its own check is quadratic in the number of keys; ours is below.
    uniqueKeys: false,
    logLevel: 'error',
  })
  const found = [...document.errors, ...document.warnings].map((error) => ({
    offset: error.pos[0],
    problem: problem('invalid_yaml', placeAtOffset(error.pos[0]), explain(error)),
  }))
  const structure = checkStructure(document, placeAtOffset)
  const value = structure.safe && document.errors.length === 0 ? plain(document) : { broken: false, data: null }
  if (value.broken) structure.found.push({ offset: 0, problem: tooManyAliases(placeAtOffset(0)) })
  const all = [...found, ...structure.found].sort((a, b) => a.offset - b.offset).map((each) => each.problem)
  const intact = document.errors.length === 0 && structure.safe && !value.broken
  return {
    yaml: locate({ file, document, intact, value: value.data, targets: structure.targets, placeAtOffset }),
    problems: bounded(all),
  }
}

const tooManyAliases = (place: Place): StartProblem =>
  problem('invalid_yaml', place, `Aliases stand for more than ${YAML_LIMITS.aliases} copies`, 'Write the values out.')

function explain({ code, message }: { code: string; message: string }): string {
  if (code === 'RESOURCE_EXHAUSTION') return 'The YAML is nested too deeply'
  if (code === 'MULTIPLE_DOCS') return 'The file holds more than one YAML document'
  if (code === 'NON_STRING_KEY') return 'A key is not text'
  return message
}

/** A file broken in a thousand places is told once, with its first places. */
function bounded(problems: StartProblem[]): StartProblem[] {
  const unique = problems.filter(
    (each, index) => each.message !== problems[index - 1]?.message || each.line !== problems[index - 1]?.line,
  )
  const kept = unique.slice(0, YAML_LIMITS.problems)
  const last = kept.at(-1)
  const left = unique.length - kept.length
  return last === undefined || left === 0
    ? kept
    : [...kept.slice(0, -1), { ...last, message: `${last.message} (and ${left} more YAML problems in this file)` }]
}

function plain(document: Document.Parsed): { broken: boolean; data: unknown } {
  try {
    return { broken: false, data: document.toJS({ maxAliasCount: YAML_LIMITS.aliases }) }
  } catch {
    return { broken: true, data: null }
  }
}
