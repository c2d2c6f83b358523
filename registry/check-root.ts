import type { EffectiveRegistry, Emission, RegistryEntry, StartProblem } from '../src/contract/index.ts'
import type { LanguageCompleteness } from './completeness.ts'
import { loadRegistry } from './load.ts'
import { sortProblems } from './problem.ts'
import { scanAgents } from './scan/index.ts'

/** Everything that can be known of a root without running it. */
export interface RootCheck {
  /** Null when a file of the registry has a problem. */
  registry: EffectiveRegistry | null
  /** The valid entries, by id, also when there is no registry. */
  entries: RegistryEntry[]
  emissions: Emission[]
  /** Folders below agents/ that hold a sub-agent. */
  sub_agents: string[]
  /** Of all files, by place. Not empty: the service does not start. */
  problems: StartProblem[]
  /** What is told, and starts all the same. */
  warnings: StartProblem[]
  completeness: LanguageCompleteness[]
}

/** The registry and the scan together: what `registry check`, `scan` and the service's start all go by. */
export async function checkRoot(root: string): Promise<RootCheck> {
  const { registry, entries, known, verticals, completeness, ...loaded } = await loadRegistry(root)
  const scan = await scanAgents(root, known, verticals)
  return {
    registry,
    entries,
    emissions: scan.emissions,
    sub_agents: scan.sub_agents,
    problems: sortProblems([...loaded.problems, ...scan.problems]),
    warnings: sortProblems([...loaded.warnings, ...scan.warnings]),
    completeness,
  }
}
