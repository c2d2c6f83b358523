import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { FRAME_SCHEMAS, FRAME_TYPES, frameSchema, isTerminal } from '../../src/contract/index.ts'
import { compareGolden, GOLDEN, goldenFrames } from '../../tools/golden.ts'
import { ENVELOPE, FRAME_SAMPLES } from './samples.ts'

const frames = FRAME_TYPES.map((type) => ({ ...ENVELOPE, ...FRAME_SAMPLES[type] }))
const goodWithout = (frame: object, field: string): boolean =>
  frameSchema.safeParse({ ...frame, [field]: undefined }).success

describe('the vocabulary of frames', () => {
  it('FR-1: is this one', () => {
    expect(FRAME_TYPES.join(' ')).toBe(
      'response_id episode thinking reasoning text tool_call tool_completed data_loading data_loaded component status ' +
        'approval_request mcp_list_tools_start mcp_list_tools_completed mcp_session_start mcp_session_progress ' +
        'node_enter node_exit usage error completed cancelled',
    )
  })

  it.each(frames)('FR-1: $event_type has one shape, by itself and among all', (frame) => {
    expect(FRAME_SCHEMAS[frame.event_type].parse(frame)).toEqual(frame)
    expect(frameSchema.parse(frame)).toEqual(frame)
    for (const other of FRAME_TYPES.filter((type) => type !== frame.event_type))
      expect(FRAME_SCHEMAS[other].safeParse(frame).success).toBe(false)
  })

  it.each(frames)('FR-1: $event_type is refused without any of its own fields', (frame) => {
    expect(Object.keys(FRAME_SAMPLES[frame.event_type]).filter((field) => goodWithout(frame, field))).toEqual([])
  })

  it.each(frames)('FR-2: $event_type is refused without any part of the envelope, or with another version', (frame) => {
    expect(Object.keys(ENVELOPE).filter((field) => goodWithout(frame, field))).toEqual([])
    expect(frameSchema.safeParse({ ...frame, version: '0.6' }).success).toBe(false)
    expect(frameSchema.safeParse({ ...frame, timestamp: 'yesterday' }).success).toBe(false)
  })

  it('FR-9: completed, cancelled and a final error end a turn, and nothing else does', () => {
    const final = { ...FRAME_SAMPLES.error, is_final: true }
    expect([...Object.values(FRAME_SAMPLES), final].filter(isTerminal)).toEqual([
      FRAME_SAMPLES.completed,
      FRAME_SAMPLES.cancelled,
      final,
    ])
  })

  it('FR-1, FR-2: is the golden one; a change is taken over by `node tools/golden.ts --write`', () => {
    expect(compareGolden(readFileSync(GOLDEN, 'utf8'), goldenFrames())).toEqual([])
  })

  it('a change of any frame is told by its name', () => {
    const { text: _, ...rest } = FRAME_SCHEMAS
    const changed = { ...rest, usage: z.object({}), hologram: z.object({}) }
    expect(compareGolden(goldenFrames(), goldenFrames(changed))).toEqual([
      'the frame text is gone',
      'the frame usage has changed',
      'the frame hologram is new',
    ])
  })
})
