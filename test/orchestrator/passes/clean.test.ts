import { describe, expect, it } from 'vitest'
import { createCleanPass } from '../../../src/orchestrator/passes/clean.ts'
import { passChunks, passWhole } from './chunked.ts'

const cleaned = (text: string): string => passWhole(createCleanPass(), text)

describe('the clean pass', () => {
  it.each([
    ['a\r\nb\rc\nd', 'a\nb\nc\nd'],
    ['a\u0000b\u0007c\u001bd\u007fe\u0085f\tg', 'abcdef\tg'],
    ['sk\u200b-\u2060a\ufeff', 'sk-a'],
    ['<b>bold</b> and <br/>new', 'bold and new'],
    ['<script src="x">alert(1)</script>', 'alert(1)'],
    ['<img src=x onerror=alert(1)> done', ' done'],
    ['<IMG SRC=x onerror=alert(1) and no end', ''],
    ['<!-- hidden --><!doctype html><?xml version="1.0"?>seen', 'seen'],
    ['I <3 it, a < b, 3<4, b > a', 'I <3 it, a < b, 3<4, b > a'],
    ['write to <ana@example.com> or <https://example.com/>', 'write to <ana@example.com> or <https://example.com/>'],
    [`<svg ${'x'.repeat(5_000)}>after`, 'after'],
  ])('FR-6: makes of %j %j', (text, expected) => {
    expect(cleaned(text)).toBe(expected)
    expect(passChunks(createCleanPass(), text.split(''))).toBe(expected)
  })

  it('a line end cut between its two characters is one', () => {
    const pass = createCleanPass()
    expect(pass.push('a\r')).toBe('a\n')
    expect(pass.push('')).toBe('')
    expect(pass.push('\nb')).toBe('b')
    expect(pass.push('\n')).toBe('\n')
  })
})
