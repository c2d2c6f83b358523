import { isMap, isScalar, isSeq } from 'yaml'
import {
  RESERVED_IDS,
  STATUS_ID,
  statusEntrySchema,
  type Place,
  type StartProblem,
  type StatusEntry,
} from '../src/contract/index.ts'
import { problem } from './problem.ts'
import { schemaProblems } from './schema-problems.ts'
import type { YamlFile } from './yaml-places.ts'

/** An entry as it stands in a fragment: its own fields, whose it is, and where. */
export type FragmentEntry = { entry: StatusEntry; vertical: string; place: Place; render_key_place: Place }

export interface Fragment {
  /** The entries that are valid by themselves. */
  entries: FragmentEntry[]
  /** Entries that have an id but something else wrong: the id is known all the same. */
  faulty: { id: string; emitter_subagents: string[] | null; vertical: string; place: Place; deprecated: boolean }[]
  problems: StartProblem[]
}

/** One status_events.yaml: every entry checked against the schema, each by itself. */
export function readFragment(yaml: YamlFile, vertical: string): Fragment {
  if (!yaml.intact) return { entries: [], faulty: salvage(yaml, vertical), problems: [] }
  const { value } = yaml
  if (value === null) return { entries: [], faulty: [], problems: [] }
  if (!Array.isArray(value)) {
    const message = 'A fragment is a list of entries, each beginning with “- id:”'
    return { entries: [], faulty: [], problems: [problem('invalid_fragment', yaml.placeAt([]), message)] }
  }
  const fragment: Fragment = { entries: [], faulty: [], problems: [] }
  for (const [index, given] of value.entries()) {
    const parsed = statusEntrySchema.safeParse(given)
    const place = yaml.placeAt([index, 'id'])
    if (parsed.success && !RESERVED_IDS.has(parsed.data.id)) {
      const render_key_place = yaml.placeAt([index, 'default_render_key'])
      fragment.entries.push({ entry: parsed.data, vertical, place, render_key_place })
      continue
    }
    const id = (given as Record<string, unknown> | null)?.['id']
    if (typeof id === 'string' && RESERVED_IDS.has(id))
      fragment.problems.push(problem('reserved_id', place, `The id ${id} is reserved`))
    else if (typeof id === 'string' && STATUS_ID.test(id)) {
      const fields = given as Record<string, unknown>
      const emitters = statusEntrySchema.shape.emitter_subagents.safeParse(fields['emitter_subagents'])
      const deprecated = fields['lifecycle'] === 'deprecated'
      fragment.faulty.push({ id, emitter_subagents: emitters.data ?? null, vertical, place, deprecated })
    }
    if (!parsed.success) {
      const issues = [...parsed.error.issues, ...hiddenIssues(given, parsed.error.issues)]
      fragment.problems.push(...schemaProblems(yaml, [index], issues, 'invalid_fragment'))
    }
  }
  return fragment
}

const SOUND: StatusEntry & Record<string, unknown> = {
  id: 'sound_entry',
  description: 'sound',
  default_render_key: 'sound',
  default_policy: 'forward',
  emitter_subagents: ['sound'],
  lifecycle: 'active',
  deprecated_on: '2026-01-01',
  deprecation_note: 'sound',
  batch_group: 'sound',
  min_interval_ms: 1,
}

/** A schema looks at fields together only once each is sound: with sound ones put in, it tells the rest as well. */
function hiddenIssues(given: unknown, issues: readonly { path: readonly PropertyKey[] }[]) {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return []
  const bad = new Set(issues.map((issue) => String(issue.path[0])).filter((name) => Object.hasOwn(SOUND, name)))
  if (bad.has('lifecycle')) return []
  const known = Object.entries(given).filter(([name]) => Object.hasOwn(SOUND, name) && !bad.has(name))
  const mended = { ...Object.fromEntries(known), ...Object.fromEntries([...bad].map((name) => [name, SOUND[name]])) }
  return (statusEntrySchema.safeParse(mended).error?.issues ?? []).filter((issue) => issue.code === 'custom')
}

/** The ids of a file whose syntax is broken, as far as they can be read, so that their users are not blamed too. */
function salvage(yaml: YamlFile, vertical: string): Fragment['faulty'] {
  if (!isSeq(yaml.root)) return []
  return yaml.root.items.flatMap((item) => {
    const map = yaml.follow(item)
    if (!isMap(map)) return []
    const id = map.items.find(({ key }) => isScalar(key) && key.value === 'id')?.value
    if (!isScalar(id) || typeof id.value !== 'string') return []
    return [{ id: id.value, emitter_subagents: null, vertical, place: yaml.placeOf(id), deprecated: false }]
  })
}
