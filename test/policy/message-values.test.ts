import { describe, expect, it } from 'vitest'
import { MAX_VALUE_CHARACTERS, messageValues } from '../../src/policy/message-values.ts'

describe('an event’s fields as values of its words', () => {
  it.each([
    ['a string', 'Blue Bottle', 'Blue Bottle'],
    ['a number', 7, 7],
    ['a boolean', true, 'true'],
    ['a date', new Date(0), new Date(0)],
    ['a string with control characters', 'a\u0000\n\u0085b', 'ab'],
    ['a string that turns its direction', 'a\u202e\u2066b', 'ab'],
    ['a string with line separators', 'a\u2028\u2029b', 'ab'],
    ['a string with tags', '<i>a</i>', 'ia/i'],
    ['a string of joined characters', '👩‍🍳 café', '👩‍🍳 café'],
    ['a string with half a character', 'a\ud800b', 'a\ufffdb'],
    ['a long string', 'x'.repeat(MAX_VALUE_CHARACTERS + 1), 'x'.repeat(MAX_VALUE_CHARACTERS)],
  ])('%s is one', (_, store, expected) => {
    expect({ ...messageValues({ store }) }).toStrictEqual({ store: expected })
  })

  it.each([
    ['an object', { name: 'x' }],
    ['an array', ['x']],
    ['a function', () => 'x'],
    ['null', null],
    ['undefined', undefined],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['an invalid date', new Date(Number.NaN)],
    ['a symbol', Symbol('x')],
    ['a bigint', 1n],
  ])('%s is none', (_, store) => {
    expect(Object.keys(messageValues({ store }))).toEqual([])
  })

  it('a field named as what every object has is an ordinary one', () => {
    const values = messageValues(JSON.parse('{"__proto__":"x","constructor":"y"}') as Record<string, unknown>)
    expect(Object.entries(values)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ])
  })
})

it('of a long string only its start is looked at, and no character of it is cut', () => {
  const unwanted = '<'.repeat(700)
  expect(messageValues({ store: `${unwanted}${'😀'.repeat(50_000)}` })['store']).toBe('😀'.repeat(50))
  expect(messageValues({ store: `${unwanted}x${'😀'.repeat(50_000)}` })['store']).toBe(`x${'😀'.repeat(49)}`)
})
