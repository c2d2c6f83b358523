import * as fc from 'fast-check'
import type { FramePayload, TurnRequest } from '../../src/contract/index.ts'
import { FRAME_SAMPLES as S } from '../contract/samples.ts'
import { text } from '../log/stamp.ts'

export const REQUEST: TurnRequest = {
  message: 'coffee',
  locale: 'en',
  on_disconnect: 'continue',
  emit_node_events: false,
  principal: { tenant_id: 'dev', user_id: 'dev' },
}

const middle = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }).map((chunk): FramePayload[] => [text(chunk)]),
  fc.constantFrom<FramePayload[]>([S.status], [S.error], [S.node_enter, S.node_exit], [S.component], [S.thinking]),
  fc.uuid().map((id): FramePayload[] => {
    const tool_call = { ...S.tool_call.tool_call, id }
    return [{ event_type: 'tool_call', tool_call }, S.status, { event_type: 'tool_completed', tool_call }]
  }),
)
const terminal = fc.constantFrom<FramePayload>(S.completed, S.cancelled, {
  event_type: 'error',
  error: { code: 'RATE_LIMIT_ERROR' },
  is_final: true,
})

/** A whole turn, with frames that v0.4 leaves out among the rest. */
export const anyTurn: fc.Arbitrary<FramePayload[]> = fc
  .tuple(fc.array(middle, { maxLength: 10 }), terminal)
  .map(([parts, end]) => [S.response_id, S.episode, ...parts.flat(), end])
