import { DEFAULT_LOCALE, RESERVED_IDS, type RegistryEntry, type StartProblem } from '../src/contract/index.ts'
import { formatPlace } from './format-problems.ts'
import type { FragmentEntry } from './fragment.ts'
import type { Locales } from './locales.ts'
import type { LocatedOverride } from './platform.ts'
import { problem } from './problem.ts'

/** What can be seen only across files. */

/** The orchestrator emits too, and has no folder. */
const ORCHESTRATOR = 'orchestrator'

/** More than this many active ids, and nobody knows them all any more. */
export const MAX_ACTIVE_IDS = 50

export type Unique = { entries: FragmentEntry[]; problems: StartProblem[] }

/** Each id once; whoever comes second, in the order of the files, is told where the first one is. */
export function uniqueEntries(all: readonly FragmentEntry[]): Unique {
  const first = new Map<string, FragmentEntry>()
  const problems: StartProblem[] = []
  for (const found of all) {
    const before = first.get(found.entry.id)
    if (before === undefined) first.set(found.entry.id, found)
    else {
      const message = `The id ${found.entry.id} is registered already: ${formatPlace(before.place)}`
      problems.push(problem('duplicate_id', found.place, message))
    }
  }
  return { entries: [...first.values()], problems }
}

/** `broken`: owners whose English words could not be read; what is missing there is not known. */
export function missingRenderKeys(
  all: readonly FragmentEntry[],
  locales: Locales,
  broken: ReadonlySet<string>,
): StartProblem[] {
  const words = locales.get(DEFAULT_LOCALE)
  return all
    .filter(({ entry, vertical }) => !words?.has(entry.default_render_key) && !broken.has(vertical))
    .map(({ entry, vertical, render_key_place }) => {
      const folder = vertical === 'platform' ? vertical : `verticals/${vertical}`
      const message = `${entry.id}: the render key ${entry.default_render_key} has no words in English`
      const remedy = `Add ${entry.default_render_key} to ${folder}/locales/${DEFAULT_LOCALE}.yaml.`
      return problem('missing_render_key', render_key_place, message, remedy)
    })
}

export function overrideProblems(
  overrides: readonly LocatedOverride[],
  ids: ReadonlySet<string>,
  locales: Locales,
  unknown: { ids: boolean; words: boolean },
): StartProblem[] {
  return overrides.flatMap(({ override, placeOf }) => {
    const { event_id, render_key } = override
    if (RESERVED_IDS.has(event_id)) return []
    const found: StartProblem[] = []
    if (!ids.has(event_id) && !unknown.ids) {
      const remedy = 'Correct the id, or register it in a status_events.yaml.'
      found.push(problem('invalid_policy', placeOf('event_id'), `No fragment registers ${event_id}`, remedy))
    }
    if (render_key !== undefined && !locales.get(DEFAULT_LOCALE)?.has(render_key) && !unknown.words) {
      const message = `The render key ${render_key} has no words in English`
      found.push(problem('missing_render_key', placeOf('render_key'), message))
    }
    return found
  })
}

export interface Merged {
  entries: readonly RegistryEntry[]
  overrides: readonly LocatedOverride[]
  /** Null when they are not known. */
  flags: Readonly<Record<string, boolean>> | null
  locales: Locales
  sub_agents: ReadonlySet<string>
}

/** Told, not refused. */
export const registryWarnings = (merged: Merged): StartProblem[] => [
  ...unknownEmitters(merged),
  ...missingShorts(merged),
  ...unknownFlags(merged),
  ...tooMany(merged),
]

const unknownEmitters = ({ entries, sub_agents }: Merged): StartProblem[] =>
  entries.flatMap(({ id, emitter_subagents, place }) =>
    emitter_subagents
      .filter((name) => name !== ORCHESTRATOR && !sub_agents.has(name))
      .map((name) => {
        const message = `${id}: its emitter ${name} has no folder below agents/`
        return problem('invalid_sub_agent', place, message, `Create agents/${name}/index.ts, or correct the name.`)
      }),
  )

/** Messages that may be combined want a short form in each language that has them. */
function missingShorts({ entries, overrides, locales }: Merged): StartProblem[] {
  const active = entries.filter((entry) => entry.lifecycle === 'active')
  const keys = new Set(
    active.filter((entry) => entry.default_policy === 'batch').map((entry) => entry.default_render_key),
  )
  for (const { override } of overrides) {
    const entry = active.find(({ id }) => id === override.event_id)
    if (entry === undefined || (override.policy ?? entry.default_policy) !== 'batch') continue
    keys.add(override.render_key ?? entry.default_render_key)
  }
  return [...keys].flatMap((key) =>
    [...locales].flatMap(([language, strings]) => {
      const words = strings.get(key)
      if (words === undefined || words.short !== undefined) return []
      const message = `${key} has no short form in ${language}, and is combined with others`
      return [problem('invalid_message', words.place, message, 'Write it as { message: …, short: … }.')]
    }),
  )
}

const unknownFlags = ({ overrides, flags }: Merged): StartProblem[] =>
  overrides
    .filter(({ override }) => flags !== null && !Object.hasOwn(flags, override.flag))
    .map(({ override, placeOf }) => {
      const message = `The flag ${override.flag} is not in platform/flags.yaml: it is off`
      return problem('invalid_flag', placeOf('flag'), message, 'Add it there, or correct its spelling.')
    })

function tooMany({ entries }: Merged): StartProblem[] {
  const active = entries.filter((entry) => entry.lifecycle === 'active')
  const over = active[MAX_ACTIVE_IDS]
  if (over === undefined) return []
  const message = `${active.length} ids are active, more than ${MAX_ACTIVE_IDS}`
  return [problem('invalid_fragment', over.place, message, 'Deprecate ids that are hardly used, or join similar ones.')]
}
