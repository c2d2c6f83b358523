import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FRAME_ERRORS, FRAME_TYPES, TOOLS_FACET, type FrameType } from '../../src/contract/index.ts'
import { toUniversal, universalRecordSchema, type UniversalKind } from '../../src/wire/universal.ts'
import { ENVELOPE, FRAME_SAMPLES, INTERNAL_SAMPLES } from '../contract/samples.ts'
import { anyEvent, anyFields, TRUSTED_TYPES } from '../write/any-event.ts'

const DROPPED = { dropped: { reason: 'oversize' } }
const isStatusId = (id: string) => id === 'searching_offers'

const KINDS: Partial<Record<FrameType, UniversalKind>> = {
  text: 'TextOutput',
  tool_call: 'ToolCall',
  tool_completed: 'ToolResult',
  status: 'Status',
  error: 'Error',
}

const facet = (phase: string, status: string, turn_id: string | null) => ({
  schema: TOOLS_FACET,
  tool: {
    backend_item_id: null,
    thread_id: null,
    turn_id,
    kind: 'ccs',
    phase,
    status,
    exit_code: null,
    bytes: { stdout: 0, stderr: 0, diff: 0, result: 0 },
    tool_name: 'search',
    tool_use_id: 'call_1',
  },
})

describe('EV-3: the universal record', () => {
  it.each(FRAME_TYPES)('of a %s frame has its kind, and is valid', (type) => {
    const record = toUniversal({ ...ENVELOPE, ...FRAME_SAMPLES[type] }, 'shop')
    expect(record).toMatchObject({ agent_kind: 'shop', kind: KINDS[type] ?? 'Unknown' })
    expect(universalRecordSchema.parse(record)).toEqual(record)
  })

  it('of the wire is made of what the frame says', () => {
    const of = (type: FrameType) => toUniversal({ ...ENVELOPE, ...FRAME_SAMPLES[type] }, 'orchestrator')
    const agent_kind = 'orchestrator'
    expect(of('text')).toEqual({ agent_kind, kind: 'TextOutput', channel: 'assistant', text: 'Hello' })
    expect(of('status')).toEqual({
      agent_kind,
      kind: 'Status',
      channel: 'status',
      message: 'Searching for offers…',
      data: { event_id: 'searching_offers' },
    })
    const { event_type: _, ...error } = FRAME_SAMPLES.error
    expect(of('error')).toEqual({
      agent_kind,
      kind: 'Error',
      channel: 'error',
      message: FRAME_ERRORS.PARTIAL_FAN_OUT,
      data: error,
    })
    const tool = { agent_kind, channel: 'tool' }
    expect(of('tool_call')).toEqual({ ...tool, kind: 'ToolCall', data: facet('start', 'running', 'resp_1') })
    expect(of('tool_completed')).toEqual({
      ...tool,
      kind: 'ToolResult',
      data: facet('complete', 'completed', 'resp_1'),
    })
    expect(of('completed')).toEqual({ agent_kind, kind: 'Unknown', data: { event_type: 'completed' } })
    expect(of('cancelled')).toEqual({ agent_kind, kind: 'Unknown', data: FRAME_SAMPLES.cancelled })
  })

  it('of the writer’s tool events is their own facet, and nothing that stands beside its fields', () => {
    const own = facet('complete', 'completed', 'resp_7')
    const data = { ...own, tool: { ...own.tool, input: 'CANARY' }, output: 'CANARY' }
    const kinds = { tool_call_start: 'ToolCall', tool_call_end: 'ToolResult' } as const
    for (const event_type of ['tool_call_start', 'tool_call_end'] as const) {
      const { tool_call } = INTERNAL_SAMPLES[event_type]
      expect(toUniversal({ event_type, tool_call, data }, 'shop')).toEqual({
        agent_kind: 'shop',
        kind: kinds[event_type],
        channel: 'tool',
        data: own,
      })
    }
    expect(toUniversal(INTERNAL_SAMPLES.tool_call_end, 'shop')?.data).toEqual(DROPPED)
    expect(toUniversal(INTERNAL_SAMPLES.tool_call_start, 'shop')?.data).toEqual(facet('start', 'running', null))
  })

  it('of a status event is a Status where the registry knows its id, and Unknown by its name alone where not', () => {
    const event = { event_type: 'searching_offers', message: 'as written', tool_id: 'call_1', version: 2 }
    expect(toUniversal(event, 'shop', isStatusId)).toEqual({
      agent_kind: 'shop',
      kind: 'Status',
      channel: 'status',
      message: 'as written',
      data: { event_id: 'searching_offers', tool_id: 'call_1', version: 2 },
    })
    expect(toUniversal({ ...event, channel: 'tool' }, 'shop', isStatusId)).toMatchObject({ channel: 'tool' })
    expect(toUniversal(event, 'shop')).toEqual({
      agent_kind: 'shop',
      kind: 'Unknown',
      data: { event_type: 'searching_offers' },
    })
    expect(toUniversal({ event_type: 'Not an id!', n: 1 }, 'shop')).toEqual({ agent_kind: 'shop', kind: 'Unknown' })
  })

  it.each(['tool_result', 'support_content'] as const)('there is none of %s, whatever the registry says', (type) => {
    expect(toUniversal(INTERNAL_SAMPLES[type], 'shop', () => true)).toBeUndefined()
  })

  it('a load that fills a frame is larger than data may be', () => {
    const items = Array.from({ length: 20 }, (_, index) => ({ id: `o${index}`, text: 'x'.repeat(5_000) }))
    const event = { ...FRAME_SAMPLES.data_loaded, data: { ...FRAME_SAMPLES.data_loaded.data, items } }
    expect(toUniversal(event, 'shop')).toEqual({ agent_kind: 'shop', kind: 'Unknown', data: DROPPED })
  })

  it('a registry cannot make a status of a type of ours', () => {
    expect(toUniversal(FRAME_SAMPLES.text, 'shop', () => true)?.kind).toBe('TextOutput')
    expect(toUniversal(FRAME_SAMPLES.usage, 'shop', () => true)?.kind).toBe('Unknown')
  })
})

describe('EV-3: any event maps to a valid record, or to none', () => {
  const problems = (event: { event_type: string }): unknown[] => {
    const hidden = ['tool_result', 'support_content'].includes(event.event_type)
    return [event, { ...event, ...ENVELOPE }].flatMap((one): unknown[] => {
      const record = toUniversal(one, 'shop', isStatusId)
      if ((record === undefined) !== hidden) return [hidden ? 'is told' : 'is not told']
      return universalRecordSchema.optional().safeParse(record).error?.issues ?? []
    })
  }

  it.each([...TRUSTED_TYPES])('every %s, however large', (type) => {
    fc.assert(
      fc.property(anyEvent(type), (event) => void expect(problems(event)).toEqual([])),
      { numRuns: 25 },
    )
  })

  it('every type with any fields', () => {
    const type = fc.oneof(
      fc.constantFrom(...FRAME_TYPES, ...TRUSTED_TYPES, 'searching_offers', 'eof', 'constructor', '__proto__'),
      fc.string(),
    )
    const fields = fc.oneof(
      anyFields,
      fc.object({ key: fc.constantFrom('data', 'error', 'tool_call', 'chunk', 'code') }),
    )
    fc.assert(
      fc.property(type, fields, (event_type, given) => void expect(problems({ ...given, event_type })).toEqual([])),
    )
  })
})
