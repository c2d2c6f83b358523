import { RESERVED_IDS, type Emission, type RegistryEntry, type StartProblem } from '../../src/contract/index.ts'
import { problem } from '../problem.ts'
import { nearestId } from './nearest-id.ts'
import type { Written } from './emissions/written-events.ts'

export interface Judgement {
  readonly emissions: Emission[]
  readonly problems: StartProblem[]
  /** What can't be known here is checked when it is written. */
  readonly warnings: StartProblem[]
}

type Entries = ReadonlyMap<string, readonly RegistryEntry[]>

export const byId = (entries: readonly RegistryEntry[]): Entries => Map.groupBy(entries, ({ id }) => id)

/** Holds what a sub-agent may write against the registry. */
export function judge(sub_agent: string, found: readonly Written[], entries: Entries): Judgement {
  const emissions = new Map<string, Emission>()
  for (const { file, node, what, id, sure } of found) {
    const exact = what === 'id' ? verdictOf(sub_agent, id ?? '', entries) : what
    const verdict = exact === 'ok' || sure ? exact : 'dynamic'
    const known = verdict === 'dynamic' || verdict === 'prose' ? null : id
    const emission: Emission = { sub_agent, id: known, ...file.place(node.start), verdict }
    emissions.set(JSON.stringify(emission), emission)
  }
  const judgement: Judgement = { emissions: [...emissions.values()], problems: [], warnings: [] }
  for (const emission of judgement.emissions) {
    if (emission.verdict === 'ok') continue
    const list = emission.verdict === 'dynamic' ? judgement.warnings : judgement.problems
    list.push(complaint(emission, entries))
  }
  return judgement
}

function verdictOf(sub_agent: string, id: string, entries: Entries): Exclude<Emission['verdict'], 'prose' | 'dynamic'> {
  if (RESERVED_IDS.has(id)) return 'internal'
  const registered = entries.get(id)
  if (registered === undefined) return 'unregistered'
  const own = registered.find(({ emitter_subagents }) => emitter_subagents.includes(sub_agent))
  if (own === undefined) return 'not_owner'
  return own.lifecycle === 'deprecated' ? 'deprecated' : 'ok'
}

function complaint({ sub_agent, id, verdict, ...place }: Emission, entries: Entries): StartProblem {
  const registered = id === null ? undefined : entries.get(id)
  switch (verdict) {
    case 'unregistered': {
      const near = nearestId(id ?? '', entries.keys())
      const message = `The sub-agent ${sub_agent} emits “${id}”, which is not registered.`
      return near === null
        ? problem(verdict, place, message)
        : problem(
            verdict,
            place,
            message,
            `Did you mean “${near}”? Else register the id in the vertical’s status_events.yaml.`,
          )
    }
    case 'not_owner': {
      const owners = [...new Set(registered?.flatMap(({ emitter_subagents }) => emitter_subagents))].join(', ')
      const message = `The sub-agent ${sub_agent} emits “${id}”, which belongs to ${owners}.`
      return problem(
        verdict,
        place,
        message,
        `Add ${sub_agent} to its emitter_subagents, or emit an id of ${sub_agent}’s own.`,
      )
    }
    case 'deprecated': {
      const note = registered?.find(({ deprecation_note }) => deprecation_note !== undefined)?.deprecation_note
      const message = `The sub-agent ${sub_agent} emits “${id}”, which is deprecated.`
      return problem(
        verdict,
        place,
        message,
        note === undefined ? undefined : `Emit another id. Its note says: ${note}`,
      )
    }
    case 'internal':
      return problem(
        verdict,
        place,
        `The sub-agent ${sub_agent} writes “${id}” by hand, which the service writes itself.`,
      )
    case 'prose':
      return problem(
        verdict,
        place,
        `The sub-agent ${sub_agent} writes prose to the writer, not an event with a registered id.`,
      )
    default:
      return problem(
        'dynamic',
        place,
        `What the sub-agent ${sub_agent} emits here can’t be known before it runs.`,
        'It is checked when it is written. Write the id as a literal or a const to have it checked at start.',
      )
  }
}
