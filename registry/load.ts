import {
  DEFAULT_LOCALE,
  type EffectiveRegistry,
  type LocaleString,
  type RegistryEntry,
  type StartProblem,
} from '../src/contract/index.ts'
import { completenessOf, type LanguageCompleteness } from './completeness.ts'
import { missingRenderKeys, overrideProblems, registryWarnings, uniqueEntries } from './cross-checks.ts'
import { readFragment, type Fragment, type FragmentEntry } from './fragment.ts'
import { addLocaleFile, type Locales } from './locales.ts'
import { mergeRegistry } from './merge.ts'
import { readAgentDefinition, readFlags, readPolicy } from './platform.ts'
import { sortProblems } from './problem.ts'
import { PLATFORM, readRoot, type Owner } from './root-files.ts'

/**
 *   platform/status_events.yaml ────────┐
 *   verticals/<v>/status_events.yaml ───┴► entries ─┐
 *   …/locales/<lang>.yaml ──────────────► words ────┼► checks across files ─► merge ─► frozen registry
 *   platform/policy · flags · agent_definition ─────┘
 *
 * Each file is read by itself, so that a broken one hides nothing of the others; what would only follow from its
 * being broken is not told.
 */
export interface LoadedRegistry {
  /** Null when there is a problem. */
  registry: EffectiveRegistry | null
  /** Those that are valid, by id, also beside problems. */
  entries: RegistryEntry[]
  /** The same and those with something wrong: for the scan, which must not call their ids unregistered. */
  known: RegistryEntry[]
  verticals: string[]
  problems: StartProblem[]
  warnings: StartProblem[]
  completeness: LanguageCompleteness[]
}

export async function loadRegistry(root: string): Promise<LoadedRegistry> {
  const files = await readRoot(root)
  const fragments = files.owners.map(readOwnFragment)
  const { locales, unread, problems: word_problems } = readWords(files.owners)
  const policy = readPolicy(files.policy)
  const flags = readFlags(files.flags)
  const definition = readAgentDefinition(files.agent_definition)

  const all = fragments.flatMap((fragment) => fragment.entries)
  const unique = uniqueEntries(all)
  const entries = unique.entries.map((found) => withLocales(found, locales)).sort(byId)
  const known = knownEntries(entries, all, fragments, files.sub_agents)
  const problems = sortProblems([
    ...files.problems,
    ...fragments.flatMap((fragment) => fragment.problems),
    ...word_problems,
    ...policy.problems,
    ...flags.problems,
    ...definition.problems,
    ...unique.problems,
    ...missingRenderKeys(all, locales, unread),
    ...overrideProblems(policy.overrides, new Set(known.map(({ id }) => id)), locales, {
      ids: files.owners.some(({ fragment }) => fragment?.intact === false),
      words: unread.size > 0,
    }),
  ])
  const warnings = registryWarnings({
    entries,
    overrides: policy.overrides,
    flags: flags.flags,
    locales,
    sub_agents: files.sub_agents,
  })
  return {
    registry:
      problems.length > 0
        ? null
        : mergeRegistry({
            agent_definition: definition.agent_definition,
            verticals: files.verticals,
            entries,
            locales: withoutPlaces(locales),
            overrides: policy.overrides.map(({ override }) => override),
            flags: flags.flags ?? {},
          }),
    entries,
    known,
    verticals: files.verticals,
    problems,
    warnings: sortProblems([...files.warnings, ...warnings]),
    completeness: completenessOf(entries, locales),
  }
}

const readOwnFragment = ({ name, fragment }: Owner): Fragment =>
  fragment === null ? { entries: [], faulty: [], problems: [] } : readFragment(fragment, name)

/** `unread`: the owners whose English words are not all known, because a file of theirs is broken. */
function readWords(owners: readonly Owner[]) {
  const locales: Locales = new Map()
  const unread = new Set<string>()
  const problems: StartProblem[] = []
  for (const { name, locales: files } of owners)
    for (const { language, yaml } of files) {
      problems.push(...addLocaleFile(locales, yaml, language))
      if (!yaml.intact && language === DEFAULT_LOCALE) unread.add(name)
    }
  // Anyone may use the platform's words.
  if (unread.has(PLATFORM)) for (const { name } of owners) unread.add(name)
  return { locales, unread, problems }
}

const byId = (a: RegistryEntry, b: RegistryEntry): number => (a.id < b.id ? -1 : 1)

const withLocales = ({ entry, vertical, place }: FragmentEntry, locales: Locales): RegistryEntry => ({
  ...entry,
  vertical,
  place,
  locales: [...locales]
    .filter(([, strings]) => strings.has(entry.default_render_key))
    .map(([language]) => language)
    .sort(),
})

const withoutPlaces = (locales: Locales): Record<string, Record<string, LocaleString>> =>
  Object.fromEntries(
    [...locales].map(([language, strings]) => [
      language,
      Object.fromEntries(
        [...strings].map(([key, { message, short }]) => [key, short === undefined ? { message } : { message, short }]),
      ),
    ]),
  )

/** Every id that someone meant to register, with every emitter that anyone gave it. */
function knownEntries(
  entries: readonly RegistryEntry[],
  all: readonly FragmentEntry[],
  fragments: readonly Fragment[],
  sub_agents: ReadonlySet<string>,
): RegistryEntry[] {
  const known = new Map(entries.map((entry) => [entry.id, entry]))
  const add = (entry: RegistryEntry) => {
    const before = known.get(entry.id)
    const emitters = new Set([...(before ?? entry).emitter_subagents, ...entry.emitter_subagents])
    known.set(entry.id, { ...(before ?? entry), emitter_subagents: [...emitters] })
  }
  for (const { entry, vertical, place } of all) add({ ...entry, vertical, place, locales: [] })
  for (const { id, emitter_subagents, vertical, place, deprecated } of fragments.flatMap(({ faulty }) => faulty))
    add({
      id,
      description: id,
      default_render_key: id,
      default_policy: 'suppress',
      // Emitters that can't be read: whoever emits it is not to blame.
      emitter_subagents: emitter_subagents ?? [...sub_agents],
      lifecycle: deprecated ? 'deprecated' : 'active',
      vertical,
      place,
      locales: [],
    })
  return [...known.values()].sort(byId)
}
