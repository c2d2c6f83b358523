import type { Frame, FramePayload, NumberedFrame } from '../../src/contract/index.ts'

/** A frame as the sequencer would stamp it, at a fixed time. */
export const stamp = (
  seq: number,
  { event_type, ...payload }: FramePayload,
  response_id = 'resp_1',
): NumberedFrame => ({
  seq,
  frame: { event_type, version: '0.5', timestamp: '2026-05-15T18:00:00.300Z', response_id, ...payload } as Frame,
})

export const stampAll = (payloads: readonly FramePayload[], response_id = 'resp_1', after = 0): NumberedFrame[] =>
  payloads.map((payload, index) => stamp(after + index + 1, payload, response_id))

export const text = (chunk: string): FramePayload<'text'> => ({ event_type: 'text', type: 'chunk', chunk })

export const USAGE: FramePayload<'usage'> = {
  event_type: 'usage',
  input_tokens: 1,
  output_tokens: 2,
  total_tokens: 3,
  reasoning_tokens: 0,
  cached_tokens: 0,
}

/** A short whole turn with the given frames in its middle. */
export const wholeTurn = (middle: readonly FramePayload[], response_id = 'resp_1'): NumberedFrame[] =>
  stampAll(
    [
      { event_type: 'response_id' },
      { event_type: 'episode', episode_id: 'conv_1' },
      ...middle,
      { event_type: 'completed' },
    ],
    response_id,
  )
