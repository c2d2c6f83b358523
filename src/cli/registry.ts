import { parseArgs } from 'node:util'
import type { RegistryEntry } from '../contract/index.ts'
import { checkRoot } from '../../registry/check-root.ts'
import { formatCompleteness } from '../../registry/completeness.ts'
import { DOCS_FILE, renderDocs } from '../../registry/docs.ts'
import { formatPlace } from '../../registry/format-problems.ts'
import { hasDrifted, writeGenerated, type GeneratedFile } from '../../registry/generated-file.ts'
import { loadRegistry, type LoadedRegistry } from '../../registry/load.ts'
import { table } from '../../registry/table.ts'
import { renderTypes, typesTarget } from '../../registry/types.ts'
import { UsageError, type Command, type Io } from './command.ts'
import { count, paint, problemsReport, rootOf, rootText } from './root-report.ts'

/** Answers the exit code: 1 when the service would refuse to start, or when a generated file has drifted. */
type Subcommand = (args: string[], io: Io, root: string) => Promise<number>

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  check: async (args, io, root) => {
    const { json } = options(args, 'json')
    const { entries, problems, warnings, completeness, emissions } = await checkRoot(root)
    if (json) io.stdout.write(`${JSON.stringify({ entries, problems, warnings })}\n`)
    else {
      io.stdout.write(problemsReport(io, problems, warnings))
      if (completeness.length > 0) io.stdout.write(`${formatCompleteness(completeness)}\n`)
      const verdict =
        problems.length > 0 ? paint(io, 'red', count(problems.length, 'problem')) : paint(io, 'green', 'ok')
      const seen = `${count(entries.length, 'id')}, ${count(emissions.length, 'emission')}`
      io.stdout.write(`${verdict}: ${seen}, ${count(warnings.length, 'warning')} in ${rootText(root)}\n`)
    }
    return problems.length > 0 ? 1 : 0
  },

  list: async (args, io, root) => {
    const { json } = options(args, 'json')
    const { entries, problems } = await loadRegistry(root)
    if (json) io.stdout.write(`${JSON.stringify({ entries })}\n`)
    else if (entries.length === 0) io.stdout.write('No status events are registered.\n')
    else io.stdout.write(entriesTable(entries))
    if (problems.length > 0) tellProblems(io, problems.length)
    return problems.length > 0 ? 1 : 0
  },

  types: (args, io, root) =>
    generate(args, io, root, 'types', ({ entries }) => {
      const { file, modules } = typesTarget(root)
      return { file, text: renderTypes(entries, modules) }
    }),

  docs: (args, io, root) =>
    generate(args, io, root, 'docs', ({ registry }) => ({ file: DOCS_FILE, text: renderDocs(registry) })),
}

type SoundRegistry = LoadedRegistry & { registry: NonNullable<LoadedRegistry['registry']> }

async function generate(
  args: string[],
  io: Io,
  root: string,
  name: string,
  make: (loaded: SoundRegistry) => GeneratedFile,
): Promise<number> {
  const { check } = options(args, 'check')
  const loaded = await loadRegistry(root)
  if (loaded.registry === null) {
    io.stderr.write(problemsReport(io, loaded.problems, []))
    tellProblems(io, loaded.problems.length)
    return 1
  }
  const generated = make({ ...loaded, registry: loaded.registry })
  if (check) {
    const drifted = await hasDrifted(root, generated)
    if (drifted) io.stderr.write(`${generated.file} is not up to date: run onevoice registry ${name}\n`)
    else io.stdout.write(`${generated.file} is up to date\n`)
    return drifted ? 1 : 0
  }
  const written = await writeGenerated(root, generated)
  io.stdout.write(`${generated.file} ${written ? 'written' : 'is up to date'}\n`)
  return 0
}

const tellProblems = (io: Io, problems: number): void => {
  io.stderr.write(`${paint(io, 'red', count(problems, 'problem'))} in the registry: see onevoice registry check\n`)
}

const entriesTable = (entries: readonly RegistryEntry[]): string =>
  table(
    ['id', 'vertical', 'policy', 'emitters', 'lifecycle', 'languages', 'place'],
    entries.map((entry) => [
      entry.id,
      entry.vertical,
      entry.default_policy,
      entry.emitter_subagents.join(', '),
      entry.lifecycle,
      entry.locales.join(', '),
      formatPlace(entry.place),
    ]),
  )

function options<Name extends string>(args: string[], name: Name): Partial<Record<Name, boolean>> {
  try {
    return parseArgs({ args, options: { [name]: { type: 'boolean' } } }).values as Partial<Record<Name, boolean>>
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

export const registryCommand: Command = {
  summary: 'checks and lists the registered status events, and makes their types and docs',
  usage: `
onevoice registry check [--json]   everything that would stop the service from starting; exit code 1 if anything would
onevoice registry list [--json]    the registered status events
onevoice registry types [--check]  makes the types that turn a wrong id into a type error; --check: only looks for drift
onevoice registry docs [--check]   makes ${DOCS_FILE}; --check: only looks for drift

ONEVOICE_ROOT names the folder that holds agents/, verticals/ and platform/; unset, it is the project.
`,
  async run([name, ...args], io) {
    const subcommand = name !== undefined && Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined
    if (subcommand === undefined)
      throw new UsageError(
        name === undefined ? 'say which: check, list, types or docs' : `there is no registry ${name}`,
      )
    return subcommand(args, io, rootOf(io))
  },
}
