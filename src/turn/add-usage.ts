import type { Usage } from '../contract/index.ts'

export const addUsage = (sum: Usage | null, more: Usage): Usage =>
  sum === null
    ? more
    : {
        input_tokens: sum.input_tokens + more.input_tokens,
        output_tokens: sum.output_tokens + more.output_tokens,
        total_tokens: sum.total_tokens + more.total_tokens,
        reasoning_tokens: sum.reasoning_tokens + more.reasoning_tokens,
        cached_tokens: sum.cached_tokens + more.cached_tokens,
      }
