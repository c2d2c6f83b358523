import { findPeriod } from './find-dates.ts'
import { KINDS, NUMBER_WORDS, QUALIFIERS, UNITS } from './lexicon.ts'
import type { FunctionTool, JsonSchema } from './read-prompt.ts'
import { foldedText, isStopWord, stem, termsOf, wordsOf, type Word } from './words.ts'

/** What a request says, taken apart once for all of a function's parameters. */
interface Request {
  text: string
  folded: string
  words: readonly Word[]
  now: Date
  tool: FunctionTool
}

const QUERY_NAME = /^(q|query|search|keywords?|terms?|topic|question|text|request|message|what|phrase)$/
const LIMIT_NAME = /^(limit|count|top|n|max_results|max_items|page_size|how_many)$/
const START_NAME = /^(since|from|after|start|starting|date|day|when|from_date|start_date|since_date)$/
const END_NAME = /^(until|to|before|end|ending|to_date|end_date|until_date)$/
const CODE_NAME = /(^|_)(id|number|no|code|order|receipt|sku|reference|ref|tracking)$/

/** What stands on papers: R-10442, 1048576, #12. An amount of money is none. */
const CODE = /(?<![\w$€£.,-])#?((?=[\w-]*\d{3})[a-z]{1,6}[\w-]*|\d{5,}[\w-]*|(?<=#)\d+)\b/i

/**
 * A function's arguments from the user's words, by the names, types and choices of its JSON schema. What is optional
 * and not said is left out; undefined when something required is not said.
 */
export function fillArguments(tool: FunctionTool, text: string, now: Date): Record<string, unknown> | undefined {
  const schema = tool.parameters ?? {}
  const request: Request = { text, folded: foldedText(text), words: wordsOf(text), now, tool }
  const args: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const required = schema.required?.includes(name) ?? false
    const value = fill(name, plain(property), required, request)
    if (value !== undefined) args[name] = value
    else if (required) return undefined
  }
  return args
}

/** Without the "or null" that optional parameters may have. */
export function plain(schema: JsonSchema): JsonSchema {
  const chosen = schema.anyOf?.find((option) => option.type !== 'null') ?? schema
  const type = Array.isArray(chosen.type) ? chosen.type.find((one) => one !== 'null') : chosen.type
  return { ...chosen, ...(type === undefined ? {} : { type }) }
}

function fill(name: string, schema: JsonSchema, required: boolean, request: Request): unknown {
  if (schema.enum !== undefined) return saidOption(schema.enum, request) ?? (required ? schema.enum[0] : undefined)
  switch (schema.type) {
    case 'boolean':
      return (
        termsOf(name.replaceAll('_', ' ')).some((term) => saidTerms(request).has(term)) ||
        (required ? false : undefined)
      )
    case 'integer':
    case 'number':
      return within(schema, number(name, required, request))
    case 'array': {
      const item = fill(name.replace(/s$/, ''), plain(schema.items ?? {}), required, request)
      return item === undefined ? undefined : [item]
    }
    case 'string':
      return string(name, schema, required, request)
    default:
      return undefined
  }
}

const saidTerms = (request: Request): ReadonlySet<string> => new Set(request.words.map((word) => stem(word.folded)))

function saidOption(options: readonly unknown[], request: Request): unknown {
  const said = saidTerms(request)
  return options.find((option) => {
    const words = wordsOf(String(option).replaceAll('_', ' '))
    return words.length > 0 && words.every((word) => said.has(stem(word.folded)))
  })
}

const within = ({ minimum, maximum }: JsonSchema, value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.min(maximum ?? Infinity, Math.max(minimum ?? -Infinity, value))

function number(name: string, required: boolean, request: Request): number | undefined {
  if (LIMIT_NAME.test(name)) return resultCount(request)?.value
  const amount = (before: string) => {
    const found = new RegExp(String.raw`\b(?:${before})\b[^\d\n]{0,12}(\d+(?:[.,]\d+)?)`, 'iu').exec(request.text)
    return found === null ? undefined : Number(found[1]?.replace(',', '.'))
  }
  if (/^(max|below|under|up_to)(_|$)/.test(name))
    return amount('under|below|less than|up to|at most|menos de|hasta|máximo|moins de|jusqu')
  if (/^(min|above|over|at_least)(_|$)/.test(name))
    return amount('over|above|more than|at least|más de|mas de|al menos|plus de|au moins')
  const said = request.words.find(({ folded }, index) => {
    if (!/^\d+$/.test(folded)) return false
    const unit = request.words[index + 1]?.folded
    return required || (unit !== undefined && termsOf(name.replaceAll('_', ' ')).includes(stem(unit)))
  })
  return said === undefined ? undefined : Number(said.folded)
}

/** "Show me 3", "the top five": a number that counts results, not days or dollars. */
function resultCount({ words, text }: Request): { value: number; word: Word } | undefined {
  for (const [index, word] of words.entries()) {
    const value = NUMBER_WORDS[word.folded] ?? (/^\d{1,2}$/.test(word.folded) ? Number(word.folded) : 0)
    const joined = /[$€£#\-.,/:]/.test(text[word.start - 1] ?? '') || /[%€$\-/:]/.test(text[word.end] ?? '')
    if (value > 0 && !joined && !UNITS.has(words[index + 1]?.folded ?? '')) return { value, word }
  }
  return undefined
}

function string(name: string, schema: JsonSchema, required: boolean, request: Request): string | undefined {
  const isEnd = END_NAME.test(name)
  if (schema.format === 'date' || schema.format === 'date-time' || isEnd || START_NAME.test(name)) {
    const period = findPeriod(request.folded, request.now)
    const day = (isEnd ? period?.end : period?.start)?.toISOString()
    return schema.format === 'date-time' ? day : day?.slice(0, 10)
  }
  if (schema.format === 'email' || name === 'email') return /[^\s@]+@[^\s@]+\.[^\s@.,;!?]+/.exec(request.text)?.[0]
  if (CODE_NAME.test(name)) return CODE.exec(request.text)?.[1]
  if (QUERY_NAME.test(name) || required) {
    const words = topicWords(request).map((word) => word.raw)
    if (words.length > 0) return words.join(' ')
    return required ? request.text.trim() || undefined : undefined
  }
  return undefined
}

/** What is searched for: the request without grammar, times, counts, and the words for what the tool itself finds. */
function topicWords(request: Request): Word[] {
  const { words, tool } = request
  const own = new Set(wordsOf(tool.name.replaceAll('_', ' ')).map((word) => stem(word.folded)))
  const kinds = KINDS.filter((kind) => [...kind].some((word) => own.has(stem(word))))
  const names = Object.keys(tool.parameters?.properties ?? {})
  const count = names.some((name) => LIMIT_NAME.test(name)) ? resultCount(request)?.word : undefined
  const code = names.some((name) => CODE_NAME.test(name)) ? CODE.exec(request.text) : null
  const isCode = (word: Word) => code !== null && word.start >= code.index && word.end <= code.index + code[0].length
  return words.filter(
    (word) =>
      word !== count &&
      !isCode(word) &&
      !isStopWord(word.folded) &&
      !QUALIFIERS.has(word.folded) &&
      !own.has(stem(word.folded)) &&
      !kinds.some((kind) => kind.has(word.folded)),
  )
}
