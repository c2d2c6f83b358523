import { fillArguments, plain } from './fill-arguments.ts'
import { clearMatches, matchFunctions } from './match-functions.ts'
import type { Phrasebook } from './phrasebook.ts'
import type { FunctionTool, Prompt, ToolResult } from './read-prompt.ts'
import { readResult, scalarsOf, type Item } from './read-result.ts'
import { call, say, type Reply } from './reply.ts'
import { report } from './report.ts'
import { answerDirectly } from './small-talk.ts'
import { stem, wordsOf } from './words.ts'

/** How many items are shown. */
const MAX_SHOWN = 5

const isRender = ({ name }: { name: string }): boolean => name.startsWith('render_')

/**
 * A sub-agent's loop, a step a call:
 *
 *   nothing known ─► call the tools that the request is for
 *   items known   ─► call the render tools that fit them
 *   else          ─► report
 */
export function work(prompt: Prompt, phrases: Phrasebook, now: Date): Reply {
  const found = prompt.results.filter((result) => !isRender(result))
  if (prompt.results.length === 0) {
    const calls = lookUps(prompt, now)
    if (calls.length > 0) return call(...calls)
  } else if (!prompt.results.some(isRender)) {
    const calls = shows(prompt.functions.filter(isRender), found)
    if (calls.length > 0) return call(...calls)
  }
  return say(report(prompt, found, phrases) || answerDirectly({ ...prompt, functions: [] }, phrases))
}

function lookUps({ functions, message }: Prompt, now: Date): Reply['calls'] {
  const tools = functions.filter((tool) => !isRender(tool))
  const matched = clearMatches(message, tools).map((match) => match.function)
  const calls = (chosen: readonly FunctionTool[]) =>
    chosen.flatMap((tool) => {
      const args = fillArguments(tool, message, now)
      return args === undefined ? [] : [{ name: tool.name, args }]
    })
  const made = calls(matched)
  // The request came here for a reason: when it names no tool, the first one that it can be put to is the main one.
  return made.length > 0 ? made : calls(tools).slice(0, 1)
}

function shows(renders: readonly FunctionTool[], found: readonly ToolResult[]): Reply['calls'] {
  const taken = new Set<string>()
  return found.flatMap((result) => {
    const reading = readResult(result)
    if (reading.kind !== 'items' || reading.items.length === 0) return []
    for (const tool of fitting(renders, result.name)) {
      const args = taken.has(tool.name) ? undefined : fromItems(tool, reading.items)
      if (args === undefined) continue
      taken.add(tool.name)
      return [{ name: tool.name, args }]
    }
    return []
  })
}

/** The render tools that speak of the same thing as the tool that found it; the only one there is fits as well. */
function fitting(renders: readonly FunctionTool[], name: string): FunctionTool[] {
  const about = new Set(wordsOf(name.replaceAll('_', ' ')).map((word) => stem(word.folded)))
  const named = renders.filter((tool) =>
    wordsOf(tool.name.replaceAll('_', ' ')).some((word) => word.folded !== 'render' && about.has(stem(word.folded))),
  )
  if (named.length > 0) return named
  return renders.length === 1 ? [...renders] : matchFunctions(name.replaceAll('_', ' '), renders).map((m) => m.function)
}

/** `ids` of the first items, or each parameter from the field of that name of the first. */
function fromItems(tool: FunctionTool, items: readonly Item[]): Record<string, unknown> | undefined {
  const scalars = scalarsOf(items[0] ?? {})
  const args: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(tool.parameters?.properties ?? {})) {
    const value =
      name === 'ids' && plain(property).type === 'array'
        ? items.slice(0, MAX_SHOWN).flatMap((item) => (typeof item['id'] === 'string' ? [item['id']] : []))
        : fieldOf(items[0], scalars, name)
    if (value !== undefined && !(Array.isArray(value) && value.length === 0)) args[name] = value
    else if (tool.parameters?.required?.includes(name)) return undefined
  }
  return args
}

const fieldOf = (item: Item | undefined, scalars: Record<string, unknown>, name: string): unknown => {
  const value = item?.[name] ?? scalars[name]
  return value instanceof Date ? value.toISOString() : (value ?? undefined)
}
