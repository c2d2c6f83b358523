import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildAutomaton, MAX_HELD, type Pattern } from '../../../../src/orchestrator/passes/patterns/automaton.ts'
import { PatternError } from '../../../../src/orchestrator/passes/patterns/parse-pattern.ts'
import { createScanner } from '../../../../src/orchestrator/passes/patterns/scanner.ts'
import { SAFETY_PATTERNS } from '../../../../src/orchestrator/passes/safety-patterns.ts'
import { cut, places } from '../chunked.ts'

const named = (pattern: RegExp): Pattern => ({ name: pattern.source, pattern })
const MARK = '¤'

function scan(automaton: ReturnType<typeof buildAutomaton>, chunks: readonly string[]): string {
  let out = ''
  const scanner = createScanner(automaton, { text: (run) => (out += run), match: () => (out += MARK) })
  for (const chunk of chunks) scanner.push(chunk)
  scanner.end()
  return out
}

/** The same by RegExp alone: every match that ends anywhere, from every place it may begin, overlapping ones as one. */
function oracle(patterns: readonly Pattern[], text: string): string {
  const ends = patterns.map(({ pattern }) =>
    Array.from(
      { length: text.length + 1 },
      (_, end) => new RegExp(`(?:${pattern.source})(?<=(?<![^])[^]{${end}})`, `${pattern.flags}y`),
    ),
  )
  let out = ''
  let told = 0
  for (let start = 0; start < text.length; start++) {
    let longest = -1
    for (const regexps of ends)
      for (let end = text.length; end > Math.max(start, longest); end--) {
        const regexp = regexps[end] as RegExp
        regexp.lastIndex = start
        if (regexp.test(text)) longest = end
      }
    if (longest === -1) {
      if (start >= told) out += text[start]
      continue
    }
    if (start >= told) out += MARK
    told = Math.max(told, longest)
  }
  return out
}

const SAMPLES: readonly (readonly RegExp[])[] = [
  [/ab/],
  [/a+/, /ba{2,3}c/],
  [/(?<![a-c])a(?:b|c){1,2}/],
  [/^a{0,2}b\n?/m],
  [/ab(?=[^c]|$)/],
  [/a(?:bc?){0,4}(?=c(?:a|$)|\n)/i],
  [/a[^b]{2,}/, /c\.?a/],
  [/aB[A-C\n]?/i, /cab/],
  [/(?:a|bc){2}a/, /b[\s.]b/],
  [/[.\n]{2}/, /b./],
]
const samples = fc.constantFrom(...SAMPLES)
const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', '.', '\n'), maxLength: 14 })

const PIECES =
  'sk-|abcdefgh1234567|resp_|"timing": |{"a":1},|db|.internal|:80|10.0.0.1|.5|\n|.|  at |f (|x.ts:1:2|)| |key=|C:\\|/usr/|INTERNAL|_ERROR|Bearer |eyJ|https://'.split(
    '|',
  )

const heldAfter = (text: string): number => {
  const scanner = createScanner(buildAutomaton([named(/abc/), named(/x+/)]), { text: () => {}, match: () => {} })
  scanner.push(text)
  return scanner.held
}

describe('a scan', () => {
  it('finds what the patterns’ own RegExps find, wherever they begin and end', () => {
    fc.assert(
      fc.property(samples, words, (patterns, text) => {
        const list = patterns.map(named)
        expect(scan(buildAutomaton(list), [text])).toBe(oracle(list, text))
      }),
      { numRuns: 400 },
    )
  })

  it('finds in pieces of real findings what the safety patterns’ RegExps find', () => {
    const automaton = buildAutomaton(SAFETY_PATTERNS)
    const pieces = fc.constantFrom(...PIECES)
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 7 }), (parts) => {
        const text = parts.join('')
        expect(scan(automaton, [text])).toBe(oracle(SAFETY_PATTERNS, text))
      }),
      { numRuns: 25 },
    )
  })

  it('is the same however the text is cut', () => {
    fc.assert(
      fc.property(samples, words, places, (patterns, text, at) => {
        const automaton = buildAutomaton(patterns.map(named))
        expect(scan(automaton, cut(text, at))).toBe(scan(automaton, [text]))
      }),
      { numRuns: 300 },
    )
  })

  it('is the same when its states are forgotten on the way', () => {
    fc.assert(
      fc.property(samples, words, (patterns, text) => {
        const forgetful = buildAutomaton(patterns.map(named), { maxStates: 2 })
        expect(scan(forgetful, [text])).toBe(scan(buildAutomaton(patterns.map(named)), [text]))
        expect(forgetful.states.size).toBeLessThanOrEqual(2)
      }),
      { numRuns: 200 },
    )
  })

  it('holds back what a match may still need, and nothing else', () => {
    expect(heldAfter('aba')).toBe(1)
    expect(heldAfter('zzab')).toBe(2)
    expect(heldAfter('abd')).toBe(0)
    expect(heldAfter('abc')).toBe(0)
    // It goes on, but is a match already: nothing of it is kept.
    expect(heldAfter('xxxxxxxx')).toBe(0)
  })
})

describe('a pattern', () => {
  it('that can be read in many ways is read in one step a character', () => {
    const automaton = buildAutomaton([named(/(?:aa?|a){1,30}b/)])
    expect(scan(automaton, ['a'.repeat(60)])).toBe('a'.repeat(60))
    expect(automaton.states.work).toBeLessThan(60 * automaton.positions.length * 3)
  })

  it.each(['s', 'S', 'ſ', 'é', 'É', 'ÿ', 'Ÿ', 'K', 'k'])('takes the cases of letters as RegExp does: %s', (letter) => {
    for (const pattern of [/s/i, /ſ/i, /[à-ÿ]/i, /K/i, /[^é]/i])
      expect(scan(buildAutomaton([named(pattern)]), [letter])).toBe(oracle([named(pattern)], letter))
  })

  it.each([
    [/a+b/, 'an endless repetition before it is a match'],
    [new RegExp(`a{${MAX_HELD + 1}}b`), `more than ${MAX_HELD} characters before it is a match`],
    [/a*/, 'it matches nothing at all'],
    [/(?:a?){3}/, 'a repeated part that may be empty'],
    [/a(?=b)c/, 'a lookahead that is not at the end'],
    [/a(?=b+)/, 'a lookahead without a known length'],
    [/a+?/, 'only the longest match is read'],
    [/(a)\1/, '( is not read'],
    [/a\b/, '\\b is not read'],
    [/^a/, '^ needs the flag m'],
    [/(?<![a])b|c/, 'alternatives after a start need a group'],
    [/a/u, 'only the flags i and m are read'],
  ])('%s is refused: %s', (pattern, problem) => {
    const build = () => buildAutomaton([named(pattern)])
    expect(build).toThrow(PatternError)
    expect(build).toThrow(problem)
  })
})
