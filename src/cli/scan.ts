import { parseArgs } from 'node:util'
import type { Emission } from '../contract/index.ts'
import { checkRoot } from '../../registry/check-root.ts'
import { formatPlace } from '../../registry/format-problems.ts'
import { table } from '../../registry/table.ts'
import { UsageError, type Command } from './command.ts'
import { count, paint, problemsReport, rootOf, rootText } from './root-report.ts'

export const scanCommand: Command = {
  summary: 'finds every place where a sub-agent writes a status event, and says whether it may',
  usage: `
onevoice scan [--json]   exit code 1 if anything would stop the service from starting

ONEVOICE_ROOT names the folder that holds agents/, verticals/ and platform/; unset, it is the project.
`,
  async run(args, io) {
    const { json } = options(args)
    const root = rootOf(io)
    const { emissions, problems, warnings, sub_agents } = await checkRoot(root)
    if (json) io.stdout.write(`${JSON.stringify({ emissions, problems, warnings })}\n`)
    else {
      if (emissions.length > 0) io.stdout.write(`${emissionsTable(emissions)}\n`)
      io.stdout.write(problemsReport(io, problems, warnings))
      const verdict =
        problems.length > 0 ? paint(io, 'red', count(problems.length, 'problem')) : paint(io, 'green', 'ok')
      const seen = `${count(emissions.length, 'emission')} of ${count(sub_agents.length, 'sub-agent')}`
      io.stdout.write(`${verdict}: ${seen}, ${count(warnings.length, 'warning')} in ${rootText(root)}\n`)
    }
    return problems.length > 0 ? 1 : 0
  },
}

function options(args: string[]): { json?: boolean | undefined } {
  try {
    return parseArgs({ args, options: { json: { type: 'boolean' } } }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

const emissionsTable = (emissions: readonly Emission[]): string =>
  table(
    ['sub-agent', 'id', 'verdict', 'place'],
    emissions.map((emission) => [emission.sub_agent, emission.id ?? '?', emission.verdict, formatPlace(emission)]),
  )
