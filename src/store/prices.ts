import type { UsageRow } from '../contract/index.ts'

/** Micro USD for a million tokens: 2.50 USD is 2_500_000. `cached` is for input that the provider had already read. */
export type Price = { input: number; cached: number; output: number }

const price = (input: number, cached: number, output: number): Price => ({ input, cached, output })

/**
 * Published list prices. A name stands for itself and for what goes on with a dash: `gpt-4o` is also
 * `gpt-4o-2024-08-06`, and never `gpt-4omni` or, for `gpt-5`, `gpt-5.9`, whose price nobody here knows.
 */
export const PRICES: Readonly<Record<string, Price>> = {
  offline: price(0, 0, 0),
  'gpt-4o': price(2_500_000, 1_250_000, 10_000_000),
  'gpt-4o-mini': price(150_000, 75_000, 600_000),
  'gpt-4.1': price(2_000_000, 500_000, 8_000_000),
  'gpt-4.1-mini': price(400_000, 100_000, 1_600_000),
  'gpt-4.1-nano': price(100_000, 25_000, 400_000),
  'gpt-5': price(1_250_000, 125_000, 10_000_000),
  'gpt-5-mini': price(250_000, 25_000, 2_000_000),
  'gpt-5-nano': price(50_000, 5_000, 400_000),
  'gpt-5-pro': price(15_000_000, 15_000_000, 120_000_000),
  'gpt-5.1': price(1_250_000, 125_000, 10_000_000),
  'gpt-5.2': price(1_750_000, 175_000, 14_000_000),
  'gpt-5.2-pro': price(21_000_000, 21_000_000, 168_000_000),
  'gpt-5.4': price(2_500_000, 250_000, 15_000_000),
  'gpt-5.4-mini': price(750_000, 75_000, 4_500_000),
  'gpt-5.4-nano': price(200_000, 20_000, 1_250_000),
  'gpt-5.4-pro': price(30_000_000, 30_000_000, 180_000_000),
  o3: price(2_000_000, 500_000, 8_000_000),
  'o3-mini': price(1_100_000, 550_000, 4_400_000),
  'o4-mini': price(1_100_000, 275_000, 4_400_000),
}

const MILLION = 1_000_000

export type PricedTokens = Pick<UsageRow, 'input_tokens' | 'output_tokens' | 'cached_tokens'>

/**
 * What a call cost, in whole micro USD, rounded up; 0 where the model has no price. Cached tokens are among the input's,
 * reasoning tokens among the output's, as the provider reports them.
 */
export function priceOf(
  model: string,
  { input_tokens, output_tokens, cached_tokens }: PricedTokens,
  prices: Readonly<Record<string, Price>> = PRICES,
): number {
  const found = findPrice(model, prices)
  if (found === undefined) return 0
  const cached = Math.min(cached_tokens, input_tokens)
  const total = (input_tokens - cached) * found.input + cached * found.cached + output_tokens * found.output
  return Math.ceil(total / MILLION)
}

/** By the longest name that fits: cut at its dashes, from the end. */
function findPrice(model: string, prices: Readonly<Record<string, Price>>): Price | undefined {
  for (let end = model.length; end > 0; end = model.lastIndexOf('-', end - 1)) {
    const name = model.slice(0, end)
    if (Object.hasOwn(prices, name)) return prices[name]
  }
  return undefined
}
