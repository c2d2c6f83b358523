import { EOF_REASONS, hasMore, type Eof, type EofReason } from '../../src/contract/index.ts'

export const EOF_REASON_NAMES = Object.keys(EOF_REASONS) as EofReason[]

export const eofOf = (reason: EofReason): Eof => ({
  event_type: 'eof',
  reason,
  has_more: hasMore(reason),
  ending_state: { after: 7 },
  request_progress: { frames: 7, elapsed_ms: 12 },
  run_progress: { status: 'running', last_seq: 9 },
})
