import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  FRAME_SCHEMAS,
  isTerminal,
  nextState,
  type FramePayload,
  type NumberedFrame,
  type TurnState,
  type Usage,
} from '../../src/contract/index.ts'
import { createMemoryFrameLog } from '../../src/log/index.ts'
import { createSequencer, type Violation } from '../../src/turn/sequencer.ts'

function sequence(usage: Usage | null = null) {
  const log = createMemoryFrameLog()
  log.open('resp_1')
  const frames: NumberedFrame[] = []
  const violations: Violation[] = []
  let time = Date.UTC(2026, 4, 15)
  const sequencer = createSequencer({
    response_id: 'resp_1',
    log,
    now: () => (time += 1),
    usage: () => usage,
    onFrame: (entry) => frames.push(entry),
    onViolation: (violation) => violations.push(violation),
  })
  return { sequencer, frames, violations, types: () => frames.map(({ frame }) => frame.event_type) }
}

const call = (id: string) => ({ id, name: 'search_offers', type: 'ccs' as const })
const load = (id: string) => ({ id, type: 'offer_list', key: { ids: [{ id: 'o1' }] } })

const payloads: fc.Arbitrary<FramePayload> = fc.oneof(
  fc.constant<FramePayload>({ event_type: 'response_id' }),
  fc.constant<FramePayload>({ event_type: 'episode', episode_id: 'conv_1' }),
  fc.string().map((chunk): FramePayload => ({ event_type: 'text', chunk, type: 'chunk' })),
  fc.constantFrom('a', 'b').map((id): FramePayload => ({ event_type: 'tool_call', tool_call: call(id) })),
  fc.constantFrom('a', 'b').map((id): FramePayload => ({ event_type: 'tool_completed', tool_call: call(id) })),
  fc.constantFrom('a', 'b').map((id): FramePayload => ({ event_type: 'data_loading', data: load(id) })),
  fc
    .constantFrom('a', 'b')
    .map((id): FramePayload => ({ event_type: 'data_loaded', data: { ...load(id), items: [] } })),
  fc.constant<FramePayload>({ event_type: 'status', data: { event_id: 'searching_offers', message: 'x' } }),
  fc.boolean().map((is_final): FramePayload => ({ event_type: 'error', error: { code: 'INTERNAL_ERROR' }, is_final })),
  fc.constant<FramePayload>({ event_type: 'completed' }),
  fc.constant<FramePayload>({ event_type: 'cancelled', error: { code: 'REQUEST_CANCELLED' } }),
)

/** What is wrong with a log, whatever was sent; nothing, it is hoped. */
function faults(frames: readonly NumberedFrame[], ended: boolean): string[] {
  const found: string[] = []
  const open = new Set<string>()
  let state: TurnState | undefined = 'start'
  for (const [index, { seq, frame }] of frames.entries()) {
    if (seq !== index + 1) found.push(`frame ${index + 1} has number ${seq}`)
    if (!FRAME_SCHEMAS[frame.event_type].safeParse(frame).success) found.push(`${frame.event_type} is not its schema’s`)
    state = state && nextState(state, frame)
    if (state === undefined) found.push(`${frame.event_type} breaks the state machine`)
    if (frame.event_type === 'tool_call') open.add(frame.tool_call.id)
    if (frame.event_type === 'tool_completed' && !open.delete(frame.tool_call.id))
      found.push('an orphan tool_completed')
  }
  const terminals = frames.filter(({ frame }) => isTerminal(frame)).length
  if (terminals !== (ended ? 1 : 0)) found.push(`${terminals} terminal frames`)
  if (ended && open.size > 0) found.push('an orphan tool_call')
  return found
}

describe('any sequence of frames', () => {
  it('SM-1, SM-5, FR-9, AC-9: gives a log that keeps the state machine, with contiguous numbers and at most one terminal frame', () => {
    fc.assert(
      fc.property(fc.array(payloads, { maxLength: 40 }), (sent) => {
        const { sequencer, frames } = sequence()
        for (const payload of sent) sequencer.send(payload)
        expect(faults(frames, sequencer.state === 'terminal')).toEqual([])
      }),
    )
  })

  it('FR-9, AC-4: followed by an end, always has exactly one terminal frame, and it is the last', () => {
    fc.assert(
      fc.property(fc.array(payloads, { maxLength: 40 }), (sent) => {
        const { sequencer, frames } = sequence()
        for (const payload of sent) sequencer.send(payload)
        sequencer.end({ event_type: 'completed' })
        expect(faults(frames, true)).toEqual([])
        expect(isTerminal((frames.at(-1) as NumberedFrame).frame)).toBe(true)
      }),
    )
  })
})

it('FR-2: every frame has the envelope, first and in one order', () => {
  const { sequencer, frames } = sequence()
  sequencer.send({ event_type: 'response_id' })
  sequencer.send({ event_type: 'text', chunk: 'hi', type: 'chunk' })
  expect(frames.map(({ frame }) => Object.keys(frame))).toEqual([
    ['event_type', 'version', 'timestamp', 'response_id'],
    ['event_type', 'version', 'timestamp', 'response_id', 'chunk', 'type'],
  ])
})

it('SM-5: nothing follows a terminal frame, and a second one is refused', () => {
  const { sequencer, types } = sequence()
  sequencer.send({ event_type: 'response_id' })
  expect(sequencer.end({ event_type: 'completed' })).toBe(true)
  expect(sequencer.end({ event_type: 'cancelled', error: { code: 'REQUEST_CANCELLED' } })).toBe(false)
  expect(sequencer.send({ event_type: 'text', chunk: 'late', type: 'chunk' })).toBe(false)
  expect(types()).toEqual(['response_id', 'completed'])
})

it.each<[string, FramePayload[], Violation['code']]>([
  ['text before response_id', [{ event_type: 'text', chunk: 'x', type: 'chunk' }], 'protocol_violation'],
  ['response_id twice', [{ event_type: 'response_id' }, { event_type: 'response_id' }], 'protocol_violation'],
  [
    'episode in the middle',
    [
      { event_type: 'response_id' },
      { event_type: 'text', chunk: 'x', type: 'chunk' },
      { event_type: 'episode', episode_id: 'c' },
    ],
    'protocol_violation',
  ],
  [
    'tool_completed without its tool_call',
    [{ event_type: 'response_id' }, { event_type: 'tool_completed', tool_call: call('a') }],
    'invariant_violation',
  ],
  [
    'a tool call begun twice',
    [
      { event_type: 'response_id' },
      { event_type: 'tool_call', tool_call: call('a') },
      { event_type: 'tool_call', tool_call: call('a') },
    ],
    'invariant_violation',
  ],
])(
  'SM-1, SM-2: %s ends the turn in INTERNAL_ERROR, is reported, and the last frame says which rule',
  (_name, sent, code) => {
    const { sequencer, frames, violations } = sequence()
    for (const payload of sent) sequencer.send(payload)
    expect(violations.map((violation) => violation.code)).toEqual([code])
    expect(frames.at(-1)).toMatchObject({
      frame: { event_type: 'error', error: { code: 'INTERNAL_ERROR' }, is_final: true },
      broken: code,
    })
    expect(frames.filter(({ broken }) => broken !== undefined)).toHaveLength(1)
  },
)

it('FR-15, FR-16: what is open at the end is closed before the terminal frame, usage last', () => {
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2, reasoning_tokens: 0, cached_tokens: 0 }
  const { sequencer, types } = sequence(usage)
  sequencer.send({ event_type: 'response_id' })
  sequencer.send({ event_type: 'tool_call', tool_call: call('a') })
  sequencer.send({ event_type: 'data_loading', data: load('l') })
  sequencer.end({ event_type: 'completed' })
  expect(types()).toEqual([
    'response_id',
    'tool_call',
    'data_loading',
    'tool_completed',
    'data_loaded',
    'usage',
    'completed',
  ])
})
