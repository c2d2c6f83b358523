import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildAutomaton, MAX_HELD } from '../../../src/orchestrator/passes/patterns/automaton.ts'
import { createScanner } from '../../../src/orchestrator/passes/patterns/scanner.ts'
import { createSafetyPass, SAFETY } from '../../../src/orchestrator/passes/safety.ts'
import { SAFETY_PATTERNS } from '../../../src/orchestrator/passes/safety-patterns.ts'
import { cut, passChunks, passWhole, places } from './chunked.ts'
import { INNOCENT } from './innocent.ts'
import { CODES, INTERNALS, SECRETS } from './planted.ts'

const safe = (text: string): string => passWhole(createSafetyPass(), text)

describe('the safety pass', () => {
  it.each([...SECRETS, ...INTERNALS, ...CODES])('FR-6: takes out %j, and the sentence still reads', (planted) => {
    expect(safe(`We saw ${planted} today.`)).toMatch(/^We saw (?:\[removed\]|an error)(?: today)?\.$/)
    expect(safe(planted)).toMatch(/^(?:\[removed\]|an error)$/)
    expect(safe(`(${planted})`)).toMatch(/^\((?:\[removed\]|an error)\)?$/)
  })

  it.each([
    ['ends with the sentence', 'See /usr/lib/x. Then go.', 'See [removed]. Then go.'],
    ['leaves the stop behind a token', 'Use token: a1b2c3d4e5f6.g7. Then go.', 'Use [removed]. Then go.'],
    ['takes an address whole', 'Ask http://ccs.internal:8080/v1/x?y=1, please', 'Ask [removed], please'],
    ['knows a code as Markdown writes it', 'It was INTERNAL\\_ERROR!', 'It was an error!'],
    ['knows a code in any case', 'It was Internal_Error.', 'It was an error.'],
    [
      'takes the lines of a stack out whole',
      'Sorry.\n    at run (/srv/app/src/x.ts:1:2)\n    at async file:///a/b.ts:3:4\n    at Array.map (<anonymous>)\nBye.',
      'Sorry.\nBye.',
    ],
    [
      'takes a Python stack out whole',
      'Sorry.\nTraceback (most recent call last):\n  File "/a/b.py", line 3, in run\nBye.',
      'Sorry.\nBye.',
    ],
    ['takes what was cut off as far as it goes', '-----BEGIN PRIVATE KEY-----\nMIIEvQ\nIBADANBg', '[removed]'],
    [
      'leaves an answer’s own data in what was an envelope',
      '{"principal":{"tenant_id":"t"},"offers":3}',
      '{[removed]"offers":3}',
    ],
  ])('FR-6: %s', (_, text, expected) => {
    expect(safe(text)).toBe(expected)
  })

  it.each(Object.values(INNOCENT).flat())('FR-6: leaves as it is: %j', (sentence) => {
    expect(safe(sentence)).toBe(sentence)
  })

  it('FR-6: a secret or a code cut over any chunks does not slip through', () => {
    const planted = fc.constantFrom(...SECRETS, ...CODES, ...INTERNALS)
    const between = fc.constantFrom(' ', '\n', ', ', '. ', ' (', ') ', '"', ' — ', ' é ', ' 🙂 ', ' sk- ', ' at ')
    const around = fc.oneof(fc.constantFrom(...Object.values(INNOCENT).flat()), fc.string({ unit: 'grapheme' }))
    const parts = fc.array(fc.tuple(around, between, planted, between), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(parts, places, (list, at) => {
        const text = list.flat().join('')
        const out = passChunks(createSafetyPass(), cut(text, at))
        expect(out).toBe(safe(text))
        for (const [, , secret] of list) expect(out).not.toContain(secret)
      }),
      { numRuns: 300 },
    )
  })

  it('FR-6: one character at a time is the same', () => {
    for (const planted of [...SECRETS, ...CODES, ...INTERNALS]) {
      const text = `Here: ${planted}, and on.`
      expect(passChunks(createSafetyPass(), [...text])).toBe(safe(text))
    }
  })

  it('a secret of any length is not held, and none of it is let go', () => {
    const pass = createSafetyPass()
    expect(pass.push(`Take sk-${'a'.repeat(16)}`)).toBe('Take [removed]')
    for (let count = 0; count < 100; count++) expect(pass.push('a'.repeat(1_000))).toBe('')
    expect(pass.push(' now')).toBe(' ')
    expect(pass.end()).toBe('now')
  })

  it('never holds back more than its bound', () => {
    expect(SAFETY.maxHeld).toBeLessThanOrEqual(MAX_HELD)
    const scanner = createScanner(SAFETY, { text: () => {}, match: () => {} })
    const worst = ['a.', 'a/', 'SELECT ', 'at ', '"timing": {', '-----BEGIN ', 'C:\\a b', 'https://a:', 'A']
    for (const part of worst) {
      for (let length = 0; length < 3_000; length += part.length) {
        scanner.push(part)
        expect(scanner.held).toBeLessThanOrEqual(SAFETY.maxHeld)
      }
      scanner.push('\n')
    }
  })

  it.each([
    ['Here you are: ', 0],
    ['It is 20% off!', 0],
    ['Done.\n', 0],
    ['(see below)', 0],
    ['Ça va été', 0],
    // A word may become the name of a host, and a stop may be the dot in it.
    ['Here are offers', 'offers'.length],
    ['your points.', 'points.'.length],
    ['your points. ', 0],
  ])('after %j holds back %i characters', (text, held) => {
    const scanner = createScanner(SAFETY, { text: () => {}, match: () => {} })
    scanner.push(text)
    expect(scanner.held).toBe(held)
  })

  it.each([
    ['a key', 'sk-', 'a'],
    ['lines of a stack', '', 'at at '],
    ['stack lines', '', '\n  at f ('],
    ['host labels', '', 'a.b-'],
    ['folders', '', '/usr/'],
    ['statements', '', 'SELECT a FROM '],
    ['dashes', '', '-'],
    ['envelopes', '', '"payload":{'],
    ['digits', '', '10.1'],
  ])('works in linear time on %s', (_, head, part) => {
    // The work of making states, which is all that is not a look-up a character.
    const workOn = (length: number): number => {
      const automaton = buildAutomaton(SAFETY_PATTERNS)
      const scanner = createScanner(automaton, { text: () => {}, match: () => {} })
      scanner.push(head + part.repeat(length / part.length))
      scanner.end()
      return automaton.states.work + length
    }
    expect(workOn(200_000) / workOn(100_000)).toBeLessThan(2.1)
  })

  it('works in linear time on text that makes ever new states', () => {
    const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDE0123456789./_-:@ "{<>\\\n='
    const [text] = fc.sample(
      fc.string({ unit: fc.constantFrom(...alphabet), minLength: 20_000, maxLength: 20_000, size: 'max' }),
      { numRuns: 1, seed: 7 },
    ) as [string]
    const automaton = buildAutomaton(SAFETY_PATTERNS, { maxStates: 64 })
    const scanner = createScanner(automaton, { text: () => {}, match: () => {} })
    scanner.push(text)
    expect(automaton.states.size).toBeLessThanOrEqual(64)
    expect(automaton.states.work / text.length).toBeLessThan(200)
  })
})
