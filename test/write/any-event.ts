import * as fc from 'fast-check'
import {
  CANCEL_CODES,
  CONTEXT_REASONS,
  FRAME_ERROR_CODES,
  TOOL_TYPES,
  TOOLS_FACET,
  type TrustedEvent,
  type TrustedEventType,
} from '../../src/contract/index.ts'

/** Short ones, and ones of any size up to past a frame's, of what takes the most bytes where. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  fc
    .record({
      unit: fc.constantFrom('a', '€', '😀', '\u0001', '"', '\ud800', 'é\n'),
      count: fc.constantFrom(127, 1_025, 4_095, 11_000, 65_530, 65_537, 300_000),
    })
    .map(({ unit, count }) => unit.repeat(count)),
)

const anyJson = fc.oneof(
  fc.jsonValue(),
  anyText,
  fc.array(anyText, { maxLength: 4 }),
  fc.dictionary(anyText, anyText, { maxKeys: 3 }),
)
const record = fc.dictionary(fc.string(), anyJson, { maxKeys: 4 })
const count = fc.nat()

const tool_call = fc.record({ id: anyText, name: anyText, type: fc.constantFrom(...TOOL_TYPES) })
const data = {
  id: anyText,
  type: anyText,
  key: fc.record({ ids: fc.array(fc.record({ id: anyText }), { maxLength: 6 }) }),
}
const mcp = fc.tuple(record, anyText).map(([fields, server]) => ({ ...fields, server }))
const node = fc.record({ id: anyText, type: anyText })
const facet = fc.record({
  schema: fc.constant(TOOLS_FACET),
  tool: fc.record({
    backend_item_id: fc.constant(null),
    thread_id: anyText,
    turn_id: anyText,
    kind: anyText,
    phase: fc.constantFrom('start' as const, 'complete' as const),
    status: fc.constant('running' as const),
    exit_code: fc.constant(null),
    bytes: fc.record({ stdout: count, stderr: count, diff: count, result: count }),
    tool_name: anyText,
    tool_use_id: anyText,
  }),
})
const failed = fc.array(
  fc.oneof(
    fc.record({ code: fc.constant('SUB_AGENT_FAILED' as const), sub_agent_id: anyText }),
    fc.record({
      code: fc.constant('CCS_ENVELOPE_ERROR' as const),
      enricher_id: anyText,
      reason: fc.constantFrom(...CONTEXT_REASONS),
    }),
  ),
  { maxLength: 5 },
)

const FIELDS: { [T in TrustedEventType]: object } = {
  response_id: {},
  episode: { episode_id: anyText },
  thinking: { content: anyText, role: fc.constant('reasoning') },
  reasoning: { chunk: anyText },
  text: { chunk: anyText, type: fc.constant('chunk') },
  data_loading: { data: fc.record(data) },
  data_loaded: { data: fc.record({ ...data, items: fc.array(record, { maxLength: 8 }) }) },
  component: { chunk: record, tool_call },
  approval_request: {
    approval: fc.record({
      id: anyText,
      action: anyText,
      summary: anyText,
      expires_at: fc.constant('2026-05-15T18:10:00.000Z'),
    }),
  },
  mcp_list_tools_start: { mcp },
  mcp_list_tools_completed: { mcp },
  mcp_session_start: { mcp },
  mcp_session_progress: { mcp },
  node_enter: { node },
  node_exit: { node, duration_ms: count },
  usage: {
    input_tokens: count,
    output_tokens: count,
    total_tokens: count,
    reasoning_tokens: count,
    cached_tokens: count,
  },
  error: {
    error: fc.record(
      {
        code: fc.constantFrom(...FRAME_ERROR_CODES),
        sub_agent_id: anyText,
        enricher_id: anyText,
        reason: fc.constantFrom(...CONTEXT_REASONS),
        failed,
      },
      { requiredKeys: ['code'] },
    ),
    is_final: fc.boolean(),
  },
  completed: {},
  cancelled: { error: fc.record({ code: fc.constantFrom(...CANCEL_CODES) }) },
  tool_call_start: { tool_call, data: facet },
  tool_call_end: { tool_call, data: facet },
  tool_result: { tool_call, arguments: anyJson, result: anyJson, is_error: fc.boolean(), duration_ms: count },
  support_content: { content: anyText },
}

export const TRUSTED_TYPES = Object.keys(FIELDS) as TrustedEventType[]

/** Any event of one type, as large as it likes. */
export const anyEvent = (event_type: TrustedEventType): fc.Arbitrary<TrustedEvent> =>
  fc.record({ event_type: fc.constant(event_type), ...FIELDS[event_type] }) as fc.Arbitrary<TrustedEvent>

/** The fields of a status event, as large as they like. */
export const anyFields: fc.Arbitrary<Record<string, unknown>> = fc
  .tuple(
    record,
    fc.record(
      { channel: anyText, message: anyText, text: anyText, data: anyJson, store: anyText },
      { requiredKeys: [] },
    ),
  )
  .map(([fields, known]) => ({ ...fields, ...known }))
