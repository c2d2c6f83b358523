import * as fc from 'fast-check'
import type { FramePayload } from '../../src/contract/index.ts'
import { FRAME_SAMPLES } from '../contract/samples.ts'
import { text } from '../log/stamp.ts'

/** Whatever might break a line, a block, or UTF-8; an emoji cut in two among it. */
export const HARD = [
  '\r',
  '\n',
  '\r\n',
  '\n\n',
  '\0',
  '\u2028',
  '\u2029',
  '\u0085',
  '\ud83d',
  '\ude00',
  '😀',
  '👩‍👩‍👧',
  'é',
  '\ufeff',
  ':',
]
const hardText = fc
  .array(fc.oneof(fc.constantFrom(...HARD), fc.string({ unit: 'binary', maxLength: 4 }), fc.constant('data: x')), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''))

/** Any frame's payload; those with words in them have hard ones. */
export const hardPayload: fc.Arbitrary<FramePayload> = fc.oneof(
  hardText.map(text),
  hardText.map((content): FramePayload => ({ event_type: 'thinking', role: 'reasoning', content })),
  fc.tuple(hardText, hardText).map(([key, value]): FramePayload => ({
    event_type: 'status',
    data: { event_id: 'one', message: value, [`x${key}`]: value },
  })),
  fc.jsonValue().map((value): FramePayload => ({
    event_type: 'data_loaded',
    data: { id: 'd1', type: 'offer_list', key: { ids: [] }, items: [{ value }] },
  })),
  fc.constantFrom<FramePayload>(...Object.values(FRAME_SAMPLES)),
)

/** The text of these bytes as it arrives, cut anywhere: also in the middle of a character. */
export function* inPieces(out: string, cuts: readonly number[]): Generator<string> {
  const bytes = new TextEncoder().encode(out)
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  for (const [index, from] of places.entries())
    yield decoder.decode(bytes.subarray(from, places[index + 1] ?? bytes.length), { stream: true })
}
