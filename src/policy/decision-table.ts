import {
  FRAME_TYPES,
  RESERVED_IDS,
  type EffectiveRegistry,
  type FrameType,
  type Policy,
  type RegistryEntry,
} from '../contract/index.ts'

/**
 *   entries + frame types ─► the cohort's overrides, in their order ─► one map, made once
 *
 * At write time a decision is one look-up in it. What is not in it does not leave.
 */

export interface Decision {
  readonly policy: Policy
  readonly kind: 'status' | 'frame'
  /** Null on a frame: it has no words. */
  readonly render_key: string | null
  /** Null: the group that all ids without one share. */
  readonly batch_group: string | null
  /** 0: no interval. */
  readonly min_interval_ms: number
  /** The sub-agents that may emit it; null on a frame, which no sub-agent writes. */
  readonly owners: ReadonlySet<string> | null
  readonly deprecated: boolean
  readonly vertical: string
}

/** By status id and by frame type. A miss is: unregistered. */
export type DecisionTable = ReadonlyMap<string, Decision>

/** The vertical of what belongs to none. */
export const PLATFORM = 'platform'

/** No override suppresses these: without them a client could not follow, answer or end a turn. */
export const ALWAYS_SENT: ReadonlySet<FrameType> = new Set([
  'response_id',
  'episode',
  'text',
  'approval_request',
  'usage',
  'error',
  'completed',
  'cancelled',
])

/** Half of one of these says something untrue, so both are sent or neither. */
export const FRAME_PAIRS = [
  ['tool_call', 'tool_completed'],
  ['data_loading', 'data_loaded'],
  ['node_enter', 'node_exit'],
  ['mcp_list_tools_start', 'mcp_list_tools_completed'],
] as const satisfies readonly (readonly [FrameType, FrameType])[]

const frameDecision = (policy: 'forward' | 'suppress'): Decision =>
  Object.freeze({
    policy,
    kind: 'frame',
    render_key: null,
    batch_group: null,
    min_interval_ms: 0,
    owners: null,
    deprecated: false,
    vertical: PLATFORM,
  })
const FORWARDED = frameDecision('forward')
const SUPPRESSED = frameDecision('suppress')

const statusDecision = (entry: RegistryEntry): Decision =>
  Object.freeze({
    policy: entry.default_policy,
    kind: 'status',
    render_key: entry.default_render_key,
    batch_group: entry.batch_group ?? null,
    min_interval_ms: entry.min_interval_ms ?? 0,
    owners: new Set(entry.emitter_subagents),
    deprecated: entry.lifecycle === 'deprecated',
    vertical: entry.vertical,
  })

/** What holds for every cohort before its overrides. Internal types are not among the frame types, so never in it. */
export function baseTable(registry: EffectiveRegistry): DecisionTable {
  const table = new Map<string, Decision>()
  // `status` is made from a status event by its own decision; nothing is forwarded under that name.
  for (const type of FRAME_TYPES) if (type !== 'status') table.set(type, FORWARDED)
  for (const entry of registry.entries) if (!RESERVED_IDS.has(entry.id)) table.set(entry.id, statusDecision(entry))
  return table
}

/** The base with the overrides of the flags that are on. An override changes what is there; it never adds. */
export function cohortTable(
  base: DecisionTable,
  overrides: EffectiveRegistry['overrides'],
  flags: readonly string[],
): DecisionTable {
  const table = new Map(base)
  for (const { flag, event_id, policy, render_key } of overrides) {
    const before = flags.includes(flag) ? table.get(event_id) : undefined
    if (before?.kind === 'status')
      table.set(
        event_id,
        Object.freeze({ ...before, policy: policy ?? before.policy, render_key: render_key ?? before.render_key }),
      )
    else if (before?.kind === 'frame' && !ALWAYS_SENT.has(event_id as FrameType)) {
      // A frame has no words to transform and no window to wait in.
      if (policy === 'suppress') table.set(event_id, SUPPRESSED)
      if (policy === 'forward') table.set(event_id, FORWARDED)
    }
  }
  for (const pair of FRAME_PAIRS)
    if (pair.some((type) => table.get(type) === SUPPRESSED)) for (const type of pair) table.set(type, SUPPRESSED)
  return table
}
