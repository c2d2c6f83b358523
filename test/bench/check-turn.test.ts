import { describe, expect, it } from 'vitest'
import { checkTurn } from '../../bench/load/check-turn.ts'
import {
  completed,
  createEncoder,
  DONE,
  prelude,
  status,
  step,
  text,
  toolCall,
  usage,
  type Payload,
} from '../../bench/servers/frames.ts'
import { chunkAt, frameCount, messageFor, shapeOf } from '../../bench/turn-shape.ts'

const shape = { chunks: 2, events: 1 }

const tool = (event_type: string, sub_agent: 'alpha' | 'beta'): Payload => ({
  event_type,
  tool_call: toolCall(sub_agent, `call_${sub_agent}`),
})

const whole = (): Payload[] => [
  ...prelude(),
  tool('tool_call', 'alpha'),
  tool('tool_completed', 'alpha'),
  tool('tool_call', 'beta'),
  tool('tool_completed', 'beta'),
  status(),
  step(1),
  text(chunkAt(0)),
  text(chunkAt(1)),
  usage(2),
  completed(),
]

const one = (event_id: string): Payload => ({ event_type: 'status', data: { event_id, message: event_id } })

const bodyOf = (payloads: readonly Payload[]): string => payloads.map(createEncoder('resp_1')).join('') + DONE

describe('a turn of the bench', () => {
  it('is counted when it is whole', () => {
    expect(checkTurn(bodyOf(whole()), shape)).toEqual({ frames: 12 })
    expect(frameCount(shape)).toBe(12)
  })

  it('may have its batch in two, where the machine stood still for longer than the window', () => {
    const split = whole().flatMap((payload, index) =>
      index === 6 ? [one('looking_around'), one('counting')] : [payload],
    )
    expect(checkTurn(bodyOf(split), shape)).toEqual({ frames: 13 })
  })

  const without = (index: number) => bodyOf(whole().toSpliced(index, 1))
  it.each([
    ['has no [DONE]', bodyOf(whole()).slice(0, -DONE.length), 'does not end in [DONE]'],
    ['has no terminal frame', without(11), 'its last frame is'],
    ['has frames behind its terminal frame', bodyOf([...whole(), text('more')]), 'its last frame is event: text'],
    ['lacks a text chunk', without(9), 'it has 1 text frames, not 2'],
    ['lacks a tool boundary', without(3), 'it has 1 tool_completed frames, not 2'],
    ['has a number twice', bodyOf(whole()).replace('id: 5\n', 'id: 4\n'), 'frame 5 is numbered "id: 4"'],
    ['says other words', bodyOf(whole()).replace(chunkAt(1), 'Tea '), 'its answer is "Coffee Tea "'],
    ['names one sub-agent’s status only', bodyOf(whole()).replace(',"counting"', ''), 'status is missing'],
    ['has a type that does not belong', bodyOf(whole().with(10, { event_type: 'thinking' })), 'usage frames, not 1'],
    ['names one type and sends another', bodyOf(whole()).replace('event: usage', 'event: text'), 'not one text frame'],
  ])('fails the bench when it %s', (_what, body, message) => {
    expect(() => checkTurn(body, shape)).toThrow(message)
  })

  it('says its own length in its message', () => {
    expect(shapeOf(messageFor({ chunks: 210, events: 7 }))).toEqual({ chunks: 210, events: 7 })
    expect(shapeOf('hello')).toEqual({ chunks: 0, events: 0 })
  })
})
