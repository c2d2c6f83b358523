import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPasses } from '../../../src/orchestrator/passes/index.ts'
import { cut, passChunks, passWhole, places } from './chunked.ts'
import { INNOCENT } from './innocent.ts'
import { CODES, INTERNALS, SECRETS } from './planted.ts'

const passed = (text: string): string => passWhole(createPasses(), text)

const innocent = fc.constantFrom(...Object.values(INNOCENT).flat())
const planted = fc.constantFrom(...SECRETS, ...CODES, ...INTERNALS)

describe('the passes over the composed answer', () => {
  it('FR-6: no cut of an innocent answer loses or changes a character', () => {
    fc.assert(
      fc.property(fc.array(innocent, { minLength: 1, maxLength: 5 }), places, (sentences, at) => {
        const text = sentences.join('\n')
        expect(passChunks(createPasses(), cut(text, at))).toBe(text)
      }),
      { numRuns: 200 },
    )
  })

  it('FR-6: what is planted is gone, however the answer is cut', () => {
    const noise = fc.string({ unit: fc.constantFrom(...' \n\r\u0000<>/ab.:-_"@é', '\ud83d', '\ude00'), maxLength: 12 })
    const parts = fc.array(fc.tuple(innocent, noise, planted, fc.constantFrom(' ', '\n', '. '), noise), {
      minLength: 1,
      maxLength: 3,
    })
    fc.assert(
      fc.property(parts, places, (list, at) => {
        const text = list
          .map(([before, noiseBefore, secret, ...rest]) => [before, noiseBefore, ' ', secret, ...rest].join(''))
          .join(' ')
        const out = passChunks(createPasses(), cut(text, at))
        expect(out).toBe(passed(text))
        for (const [, , secret] of list) expect(out).not.toContain(secret)
        expect(out.isWellFormed()).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['a control character', `sk-abc\u0000defghijklmnopqrstu`],
    ['a character that can’t be seen', `INTERNAL\u200b_ERROR`],
    ['a tag', `sk-abc<b>defghijk</b>lmnopqrstu`],
  ])('FR-6: nothing is hidden by %s', (_, text) => {
    expect(passed(text)).toMatch(/^(?:\[removed\]|an error)$/)
  })

  it('FR-6: no tag is made of what other tags leave behind', () => {
    for (const text of ['<scr<b>ipt>x', '<<i>script>x', '<im<b></b>g src=x onerror=y>', '<<<i>i>script>'])
      expect(passed(text)).not.toMatch(/<[A-Za-z/!?]/)
  })

  it('FR-6: tells what it took out by name, never by text', () => {
    const names: string[] = []
    const passes = createPasses({ onRemoved: (name) => names.push(name) })
    passWhole(passes, 'As an AI, i know <b>that</b> 10.0.0.1 said INTERNAL_ERROR.')
    expect(names.sort()).toEqual(['error_code', 'html', 'html', 'internal_host', 'self_reference'])
  })

  it('words of an ordinary answer pass with the chunk that ends them', () => {
    const words = 'I found three coffee offers near you, and one more. You have 1,240 points! '.match(
      /\S+\s/g,
    ) as string[]
    const passes = createPasses()
    for (const word of words) expect(passes.push(word)).toBe(word)
    expect(passes.end()).toBe('')
  })
})
