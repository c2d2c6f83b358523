import {
  RESERVED_IDS,
  agentDefinitionSchema,
  flagsSchema,
  policyOverrideSchema,
  type EffectiveRegistry,
  type Place,
  type PolicyOverride,
  type StartProblem,
  type StartProblemCode,
} from '../src/contract/index.ts'
import { formatPlace } from './format-problems.ts'
import { problem } from './problem.ts'
import { schemaProblems, show } from './schema-problems.ts'
import type { YamlFile } from './yaml-places.ts'

/** The files of platform/ beside its fragment and its words: each is checked here by itself. */

/** The wire types that a cohort may be spared. All others are the turn's own. */
export const FORWARDABLE_TYPES = ['tool_call', 'tool_completed', 'thinking', 'reasoning'] as const
const BOUNDARY = { tool_call: 'tool_completed', tool_completed: 'tool_call' } as const

export type LocatedOverride = { override: PolicyOverride; placeOf(field: keyof PolicyOverride): Place }

export function readPolicy(yaml: YamlFile | null): { overrides: LocatedOverride[]; problems: StartProblem[] } {
  const value = yaml?.value ?? null
  if (yaml === null || value === null) return { overrides: [], problems: [] }
  if (!Array.isArray(value)) {
    const message = 'The policy is a list of overrides, each with a flag and an event_id'
    return { overrides: [], problems: [problem('invalid_policy', yaml.placeAt([]), message)] }
  }
  const overrides: LocatedOverride[] = []
  const problems: StartProblem[] = []
  for (const [index, given] of value.entries()) {
    const parsed = policyOverrideSchema.safeParse(given)
    if (!parsed.success) {
      problems.push(...schemaProblems(yaml, [index], parsed.error.issues, codeOf))
      continue
    }
    overrides.push({ override: parsed.data, placeOf: (field) => yaml.placeAt([index, field]) })
    if (parsed.data.policy === undefined && parsed.data.render_key === undefined) {
      const message = 'The override changes nothing: it has neither policy nor render_key'
      problems.push(problem('invalid_policy', yaml.placeAt([index]), message))
    }
  }
  return { overrides, problems: [...problems, ...repeated(overrides), ...wireTypes(overrides)] }
}

const codeOf = (issue: { path: readonly PropertyKey[]; code: string }): StartProblemCode =>
  issue.path[0] === 'flag' && issue.code === 'invalid_format' ? 'invalid_flag' : 'invalid_policy'

const keyOf = ({ flag, event_id }: Pick<PolicyOverride, 'flag' | 'event_id'>): string => `${flag} ${event_id}`

function repeated(overrides: readonly LocatedOverride[]): StartProblem[] {
  const first = new Map<string, Place>()
  return overrides.flatMap(({ override, placeOf }) => {
    const before = first.get(keyOf(override))
    if (before === undefined) {
      first.set(keyOf(override), placeOf('event_id'))
      return []
    }
    const message = `${override.event_id} is overridden twice under ${override.flag}: first at ${formatPlace(before)}`
    return [problem('invalid_policy', placeOf('event_id'), message, 'Keep one of the two.')]
  })
}

/** Wire types are forwarded or suppressed, a tool's two boundaries alike: one without the other would be an orphan. */
function wireTypes(overrides: readonly LocatedOverride[]): StartProblem[] {
  const policies = new Map(overrides.map(({ override }) => [keyOf(override), override.policy]))
  return overrides.flatMap(({ override, placeOf }) => {
    const { flag, event_id, policy, render_key } = override
    if (!RESERVED_IDS.has(event_id)) return []
    const found: StartProblem[] = []
    const refuse = (field: keyof PolicyOverride, message: string, remedy?: string) =>
      found.push(problem('invalid_policy', placeOf(field), message, remedy))
    if (!(FORWARDABLE_TYPES as readonly string[]).includes(event_id)) {
      const remedy = `Override a registered id, or one of ${FORWARDABLE_TYPES.join(', ')}.`
      refuse('event_id', `${event_id} is the service’s own: no policy changes it`, remedy)
      return found
    }
    if (policy === 'transform' || policy === 'batch')
      refuse('policy', `${event_id} has no words: its policy is forward or suppress`)
    if (render_key !== undefined) refuse('render_key', `${event_id} has no words: it takes no render_key`)
    const other = event_id in BOUNDARY ? BOUNDARY[event_id as keyof typeof BOUNDARY] : undefined
    if (other !== undefined && policies.get(keyOf({ flag, event_id: other })) !== policy) {
      const remedy = `Override ${other} under ${flag} in the same way.`
      refuse('event_id', `${event_id} and ${other} must have the same policy under ${flag}`, remedy)
    }
    return found
  })
}

/** Null: they are not known, because something is wrong with them. */
export function readFlags(yaml: YamlFile | null): { flags: Record<string, boolean> | null; problems: StartProblem[] } {
  const value = yaml?.value ?? null
  if (yaml === null || value === null) return { flags: yaml?.intact === false ? null : {}, problems: [] }
  if (typeof value !== 'object' || Array.isArray(value)) {
    const message = 'The flags are a map from names to true or false'
    return { flags: null, problems: [problem('invalid_flag', yaml.placeAt([]), message, FLAG_VALUE)] }
  }
  // Field by field: a name that is off would hide its value from the schema as a whole.
  const flags = Object.entries(value)
  const problems = flags.flatMap(([name, given]) => [
    ...(flagsSchema.keyType.safeParse(name).success
      ? []
      : [problem('invalid_flag', yaml.placeOfKey([name]), `The flag ${name} is not named ai_assistant_…`)]),
    ...(flagsSchema.valueType.safeParse(given).success
      ? []
      : [
          problem(
            'invalid_flag',
            yaml.placeAt([name]),
            `The flag ${name} is ${show(given)}, not a boolean`,
            FLAG_VALUE,
          ),
        ]),
  ])
  return { flags: problems.length === 0 ? flagsSchema.parse(value) : null, problems }
}

const FLAG_VALUE = 'Set each flag to true or false.'

export const DEFAULT_AGENT_DEFINITION = { id: 'onevoice', version: '1.0' } as const

export function readAgentDefinition(yaml: YamlFile | null): {
  agent_definition: EffectiveRegistry['agent_definition']
  problems: StartProblem[]
} {
  if (yaml === null || yaml.value === null) return { agent_definition: DEFAULT_AGENT_DEFINITION, problems: [] }
  const parsed = agentDefinitionSchema.safeParse(yaml.value)
  if (parsed.success) return { agent_definition: { id: parsed.data.id, version: parsed.data.version }, problems: [] }
  const remedy = 'Give id and version as text, for example version: "1.0".'
  return {
    agent_definition: DEFAULT_AGENT_DEFINITION,
    problems: schemaProblems(yaml, [], parsed.error.issues, 'invalid_fragment', remedy),
  }
}
