import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceOf, PRICES } from '../../src/store/prices.ts'

const tokens = (input_tokens: number, output_tokens = 0, cached_tokens = 0) => ({
  input_tokens,
  output_tokens,
  cached_tokens,
})
const MILLION = tokens(1_000_000)

describe('a call’s price', () => {
  it.each([
    ['gpt-4o', 2_500_000],
    ['gpt-4o-2024-08-06', 2_500_000],
    ['gpt-4o-mini', 150_000],
    ['gpt-4o-mini-2024-07-18', 150_000],
    ['gpt-4.1-nano-2025-04-14', 100_000],
    ['gpt-5-mini', 250_000],
    ['gpt-5.1-chat-latest', 1_250_000],
  ])('%s is priced by the longest name that fits', (model, expected) => {
    expect(priceOf(model, MILLION)).toBe(expected)
  })

  it.each(['offline', 'my-own-model', 'gpt-5.99', 'gpt-4omni', 'toString', '-', ''])('%j costs nothing', (model) => {
    expect(priceOf(model, tokens(1_000_000, 1_000_000, 5))).toBe(0)
  })

  it('cached input costs less, and output has its own price', () => {
    expect(priceOf('gpt-4o', tokens(1_000_000, 1_000_000, 400_000))).toBe(1_500_000 + 500_000 + 10_000_000)
  })

  it('a part of a micro USD counts as a whole one', () => {
    expect(priceOf('gpt-5-nano', tokens(1))).toBe(1)
    expect(priceOf('gpt-5-nano', tokens(0))).toBe(0)
    expect(priceOf('gpt-4o', tokens(4))).toBe(10)
    expect(priceOf('gpt-4o', tokens(5))).toBe(13)
  })

  it('a table of one’s own takes the place of the built-in one', () => {
    const own = { 'my-own': { input: 3_000_000, cached: 0, output: 0 } }
    expect(priceOf('my-own-model', MILLION, own)).toBe(3_000_000)
    expect(priceOf('gpt-4o', MILLION, own)).toBe(0)
  })

  it('is a whole number, never negative, and never less for more tokens', () => {
    const count = fc.nat({ max: 2_000_000 })
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(PRICES)), count, count, count, (model, input, output, cached) => {
        const cost = priceOf(model, tokens(input, output, cached))
        expect(Number.isSafeInteger(cost) && cost >= 0).toBe(true)
        expect(priceOf(model, tokens(input + 1, output, cached))).toBeGreaterThanOrEqual(cost)
        expect(priceOf(model, tokens(input, output, 0))).toBeGreaterThanOrEqual(cost)
      }),
    )
  })
})
