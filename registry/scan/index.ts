import { dirname, resolve, sep } from 'node:path'
import type { Emission, Place, RegistryEntry, StartProblem } from '../../src/contract/index.ts'
import { comparePlaces, problem, sortProblems } from '../problem.ts'
import { checkDefinition } from './definition.ts'
import { discoverSubAgents } from './discover.ts'
import { findEmissions } from './emissions/find-emissions.ts'
import { createEvaluator } from './evaluate/evaluate.ts'
import { byId, judge } from './judge.ts'
import { createModuleGraph } from './source/module-graph.ts'
import { markWays } from './source/mark-ways.ts'

/**
 *   agents/<id>/ ─► discover ─► module graph ─► emissions ─► judge ─► problems, warnings
 *                                            └► definition ──────────►
 *
 * Finds every event that a sub-agent's source writes, and holds it against the registry, before anything runs.
 */
export async function scanAgents(
  root: string,
  entries: readonly RegistryEntry[],
  verticals: readonly string[],
): Promise<{ emissions: Emission[]; problems: StartProblem[]; warnings: StartProblem[]; sub_agents: string[] }> {
  const folder = resolve(root)
  const { folders, problems } = discoverSubAgents(folder)
  const graph = createModuleGraph(folder)
  const registered = byId(entries)
  const emissions: Emission[] = []
  const warnings: StartProblem[] = []
  for (const { id, entry } of folders) {
    const tree = graph.treeOf(entry)
    problems.push(...tree.problems)
    const [index] = tree.files
    if (index === undefined || index.path !== entry) continue
    const own = dirname(entry)
    markWays(tree.files)
    try {
      const evaluator = createEvaluator(graph.fileAt)
      problems.push(...checkDefinition(evaluator, id, index, verticals))
      const written = findEmissions(evaluator, tree.files, ({ path }) => path.startsWith(own + sep))
      const judgement = judge(id, written, registered)
      emissions.push(...judgement.emissions)
      problems.push(...judgement.problems)
      warnings.push(...judgement.warnings)
      if (evaluator.budget.exceeded) warnings.push(tooMuch(id, index.place(0)))
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      const message = `A file of the sub-agent ${id} is nested too deeply to be scanned.`
      problems.push(problem('unreadable_module', index.place(0), message, 'Take long chains and nested lists apart.'))
    }
    graph.forget(own)
  }
  return {
    emissions: emissions.sort((a, b) => comparePlaces(a, b) || compareText(a.sub_agent, b.sub_agent)),
    problems: sortProblems(problems),
    warnings: sortProblems(warnings),
    sub_agents: folders.map(({ id }) => id),
  }
}

const tooMuch = (id: string, place: Place): StartProblem =>
  problem(
    'unreadable_module',
    place,
    `The sub-agent ${id} has more code than is worked out: some of what it emits may not have been seen.`,
    'Make a package of what is not about its events.',
  )

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
