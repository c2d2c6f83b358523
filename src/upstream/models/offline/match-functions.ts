import type { FunctionTool } from './read-prompt.ts'
import { termsOf } from './words.ts'

export interface Match {
  function: FunctionTool
  score: number
  /** The terms that speak for it. */
  terms: readonly string[]
}

/** Below this, what is asked and what the function is for have too little in common. */
const THRESHOLD = 0.4
/** A second function for the same words must come this near to the first, and have a term of its own. */
const NEAR = 0.75

// A function's words do not change: worked out once for as long as its definition lives.
const weights = new WeakMap<FunctionTool, ReadonlyMap<string, number>>()

/** How much each term says about the function: its name most, what is said often more than what is said once. */
function weightsOf(tool: FunctionTool): ReadonlyMap<string, number> {
  const known = weights.get(tool)
  if (known !== undefined) return known
  const made = new Map<string, number>()
  for (const term of termsOf(tool.description ?? '')) made.set(term, Math.min(1.2, (made.get(term) ?? 0.6) + 0.2))
  for (const term of termsOf(tool.name)) made.set(term, 1.5)
  weights.set(tool, made)
  return made
}

/**
 * The functions that a text is about, best first: by the words they share, the rarer among the functions the more
 * they count. Nothing is known of a function but its name and its description.
 */
export function matchFunctions(text: string, functions: readonly FunctionTool[]): Match[] {
  const terms = [...new Set(termsOf(text))]
  const known = functions.map((tool) => weightsOf(tool))
  const rarity = terms.map((term) => {
    const holders = known.filter((weight) => weight.has(term)).length
    return holders === 0 ? 0 : Math.log((functions.length + 1) / holders) / Math.log(functions.length + 1)
  })
  return functions
    .map((tool, index): Match => {
      const shared = terms.map((term, at) => (rarity[at] ?? 0) * (known[index]?.get(term) ?? 0))
      return {
        function: tool,
        score: shared.reduce((sum, share) => sum + share, 0),
        terms: terms.filter((_, at) => (shared[at] ?? 0) > 0),
      }
    })
    .filter((match) => match.score >= THRESHOLD)
    .sort((a, b) => b.score - a.score)
}

/** The best match, and those that clearly match besides. */
export function clearMatches(text: string, functions: readonly FunctionTool[]): Match[] {
  const [best, ...others] = matchFunctions(text, functions)
  if (best === undefined) return []
  const also = others.filter(
    (match) => match.score >= NEAR * best.score && match.terms.some((term) => !best.terms.includes(term)),
  )
  return [best, ...also]
}
