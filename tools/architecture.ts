import { globSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findCycles } from './import-cycles.ts'
import { readImports, resolveImport, type Import } from './read-imports.ts'

/**
 * Who may import whom. An area sees itself, and those named here.
 *
 *   agents ──► #kit ──► write, upstream ──► contract ◄── policy, log, wire, store, observe, registry
 *                          ▲                                  ▲
 *              app ──► cli, http ──► turn ──► orchestrator ───┘
 */
const LEAVES = ['write', 'policy', 'log', 'wire', 'store', 'upstream', 'observe'] as const
const JOINED = ['contract', ...LEAVES, 'kit'] as const
const BELOW_APP = [...JOINED, 'orchestrator', 'turn', 'http', 'registry', 'client', 'eval'] as const

export const SEES: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  ...Object.fromEntries(LEAVES.map((leaf) => [leaf, ['contract']])),
  kit: ['contract', 'write', 'upstream'],
  registry: ['contract'],
  orchestrator: JOINED,
  turn: [...JOINED, 'orchestrator'],
  http: ['contract', 'turn', 'wire'],
  client: ['contract'],
  eval: ['contract', 'turn'],
  // The commands are entry points: they start what the composition root makes.
  cli: [...BELOW_APP, 'app'],
  app: BELOW_APP,
  agents: [],
}

const isLangChain = (name: string): boolean => /^(?:@langchain\/|langchain(?:\/|$))/.test(name)

/** What an area may take from npm and Node, where that is limited. */
const PACKAGES: Readonly<Record<string, { allow: (name: string) => boolean; rule: string }>> = {
  contract: { allow: (name) => name === 'zod', rule: 'contract imports zod only' },
  registry: { allow: (name) => !isLangChain(name), rule: 'registry never imports LangChain' },
}

export type Violation = { file: string; line: number; rule: string }

/** All violations of a tree, by file and line. */
export function checkArchitecture(root: string): Violation[] {
  const files = ['src/**/*.ts', 'registry/**/*.ts', 'agents/**/*.ts']
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !file.endsWith('.test.ts') && !file.includes('/node_modules/'))
    .sort()
  const imports = new Map(files.map((file) => [file, readImports(join(root, file))]))
  return [
    ...files.flatMap((file) => (imports.get(file) ?? []).flatMap((entry) => judge(file, entry))),
    ...judgeCycles(imports),
  ].sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
}

/** `src/<area>/…`, `registry/…`, `agents/…`; the files directly in src compose. */
function areaOf(file: string): string {
  const [first = '', second = ''] = file.split('/')
  if (first !== 'src') return first
  return second.endsWith('.ts') ? 'app' : second
}

function judge(file: string, { specifier, line }: Import): Violation[] {
  const area = areaOf(file)
  const violation = (rule: string): Violation[] => [{ file, line, rule: `${rule} (${specifier})` }]
  const seen = SEES[area]
  if (seen === undefined) return violation(`${area} has no place in the table of tools/architecture.ts`)

  const target = resolveImport(file, specifier)
  if (target === undefined) {
    const limit = PACKAGES[area]
    return limit === undefined || limit.allow(specifier) ? [] : violation(limit.rule)
  }
  const targetArea = areaOf(target)
  if (targetArea === 'test') return violation('only tests import from test')
  if (area === 'agents') {
    if (specifier === '#kit') return []
    const own = file.split('/')[1]
    if (targetArea !== 'agents') return violation('agents import #kit, packages and their own files')
    return target.split('/')[1] === own ? [] : violation('agents never import each other')
  }
  if (targetArea === area || seen.includes(targetArea)) return []
  if (targetArea === 'app') return violation('only entry points import the composition root')
  return violation(`${area} may import ${seen.length === 0 ? 'nothing of ours' : seen.join(', ')}, not ${targetArea}`)
}

/** Runs the file it names before this one can go on. */
const loads = ({ typeOnly, dynamic }: Import): boolean => !typeOnly && !dynamic

const targets = (file: string, entries: readonly Import[]): string[] =>
  entries.filter(loads).flatMap(({ specifier }) => resolveImport(file, specifier) ?? [])

function judgeCycles(imports: ReadonlyMap<string, readonly Import[]>): Violation[] {
  const graph = new Map([...imports].map(([file, entries]) => [file, targets(file, entries)]))
  return findCycles(graph).map((cycle) => {
    const [file, next] = cycle as [string, string]
    const entry = (imports.get(file) ?? []).find((one) => loads(one) && resolveImport(file, one.specifier) === next)
    return { file, line: entry?.line ?? 1, rule: `a cycle of imports: ${cycle.join(' → ')}` }
  })
}

export const formatViolations = (violations: readonly Violation[]): string =>
  violations.map(({ file, line, rule }) => `${file}:${line}  ${rule}`).join('\n')

if (import.meta.main) {
  const violations = checkArchitecture(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)))
  if (violations.length > 0) {
    process.stdout.write(`${formatViolations(violations)}\n`)
    process.exitCode = 1
  }
}
