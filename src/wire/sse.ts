import type { EofReason } from '../contract/index.ts'
import type { Framing } from './dialect.ts'
import { frameJson } from './frame-json.ts'

export const SSE_DONE = 'data: [DONE]\n\n'
/** A comment: no id, no event. */
export const SSE_HEARTBEAT = ':\n\n'

/** A read that was bounded ends without a word: its reader has the last id, and goes on from there. */
const ENDS: Readonly<Record<EofReason, string>> = {
  complete: SSE_DONE,
  error: SSE_DONE,
  aborted: SSE_DONE,
  time_limit: '',
  state_limit: '',
}

/** One block a frame, its data one line of valid UTF-8. (U+2028 ends no line in SSE.) */
export const sse: Framing = {
  content_type: 'text/event-stream; charset=utf-8',
  encode(entries) {
    let out = ''
    for (const { seq, frame } of entries) out += `id: ${seq}\nevent: ${frame.event_type}\ndata: ${frameJson(frame)}\n\n`
    return out
  },
  end: ({ reason }) => ENDS[reason],
  heartbeat: () => SSE_HEARTBEAT,
}
