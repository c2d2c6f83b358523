import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFormatPass } from '../../../src/orchestrator/passes/format.ts'
import { cut, passChunks, passWhole, places } from './chunked.ts'

const formatted = (text: string): string => passWhole(createFormatPass(), text)

describe('the format pass', () => {
  it.each([
    [' \n\t Hello', 'Hello'],
    ['a\n\n\n\n\nb\n\nc\nd', 'a\n\nb\n\nc\nd'],
    ['a <script>', 'a < script>'],
    ['a </b> <!-- <3 a < b', 'a < /b> < !-- <3 a < b'],
    ['\ud83d\ude00 ok \ud83d', '\ud83d\ude00 ok \ufffd'],
    ['\ude00 ok', '\ufffd ok'],
    ['   ', ''],
  ])('FR-6: makes of %j %j', (text, expected) => {
    expect(formatted(text)).toBe(expected)
  })

  it('FR-6: half a character waits for its other half', () => {
    const pass = createFormatPass()
    expect(pass.push('a\ud83d')).toBe('a')
    expect(pass.push('\ude00b')).toBe('\ud83d\ude00b')
    expect(pass.push('\ud83d')).toBe('')
    expect(pass.end()).toBe('\ufffd')
  })

  it('FR-6: is the same however the text is cut, and whole in every chunk', () => {
    const text = fc.string({ unit: fc.constantFrom(' ', '\n', 'a', '<', '/', '\ud83d', '\ude00', 'é'), maxLength: 24 })
    fc.assert(
      fc.property(text, places, (given, at) => {
        const pass = createFormatPass()
        const chunks = [...cut(given, at).map((chunk) => pass.push(chunk)), pass.end()]
        const out = chunks.join('')
        expect(out).toBe(formatted(given))
        expect(passChunks(createFormatPass(), [...given])).toBe(out)
        for (const chunk of chunks) expect(chunk.isWellFormed()).toBe(true)
        expect(out).not.toMatch(/\n{3}|^\s|<[A-Za-z/!?]/)
      }),
      { numRuns: 500 },
    )
  })
})
