import { clearMatches } from './match-functions.ts'
import type { Phrasebook } from './phrasebook.ts'
import type { FunctionTool, Prompt } from './read-prompt.ts'
import { call, say, type Reply } from './reply.ts'
import { answerDirectly, isCourtesy } from './small-talk.ts'
import { splitRequest, type Part } from './split-request.ts'
import { foldedText, isStopWord, termsOf, wordsOf } from './words.ts'

/**
 *   message ─► parts ─► each part's functions ─► one call per function, with its parts of the message
 *                                          └──► none: the follow-up's functions, or an answer of its own
 */
export function route(prompt: Prompt, phrases: Phrasebook): Reply {
  const { message, functions } = prompt
  const wishes = wishesOf(message, functions)
  if (wishes.length === 0) {
    const followed = isFollowUp(message) ? clearMatches(prompt.earlier ?? '', functions) : []
    if (followed.length > 0) wishes.push({ start: 0, end: message.length, functions: followed.map((m) => m.function) })
  }
  if (wishes.length === 0) return say(answerDirectly(prompt, phrases))

  const requests = new Map<string, string[]>()
  for (const wish of wishes)
    for (const tool of wish.functions)
      requests.set(tool.name, [...(requests.get(tool.name) ?? []), message.slice(wish.start, wish.end)])
  return call(...Array.from(requests, ([name, texts]) => ({ name, args: { request: texts.join(', ') } })))
}

/** A stretch of the message and the functions it is for. */
interface Wish extends Part {
  functions: FunctionTool[]
}

function wishesOf(message: string, functions: readonly FunctionTool[]): Wish[] {
  const wishes: Wish[] = []
  // Words that fit nothing by themselves belong to what stands next to them: "bread and milk offers".
  let loose: Part | undefined
  for (const part of splitRequest(message)) {
    const text = message.slice(part.start, part.end)
    if (isCourtesy(text)) continue
    const found = clearMatches(text, functions).map((match) => match.function)
    if (found.length === 0) {
      if (termsOf(text).length > 0) loose = { start: loose?.start ?? part.start, end: part.end }
      continue
    }
    const last = wishes.at(-1)
    // "tea, and check my points": a part that begins anew leaves the loose words to the one before.
    const toLast = last !== undefined && isStopWord(wordsOf(text)[0]?.folded ?? '')
    if (loose !== undefined && toLast) last.end = loose.end
    const start = loose === undefined || toLast ? part.start : loose.start
    loose = undefined
    if (last !== undefined && sameFunctions(last.functions, found)) last.end = part.end
    else wishes.push({ start, end: part.end, functions: found })
  }
  const last = wishes.at(-1)
  if (loose !== undefined && last !== undefined) last.end = loose.end
  // No part says enough alone; the whole may.
  if (loose !== undefined && last === undefined) {
    const found = clearMatches(message, functions).map((match) => match.function)
    if (found.length > 0) wishes.push({ start: 0, end: message.length, functions: found })
  }
  return wishes
}

const sameFunctions = (one: readonly FunctionTool[], other: readonly FunctionTool[]): boolean =>
  one.length === other.length && one.every((tool) => other.includes(tool))

/** "And for tea?", "more", "¿y el mes pasado?": a short message that leans on the one before it. */
const isFollowUp = (message: string): boolean => {
  const folded = foldedText(message)
  return (
    folded.split(' ').length <= 6 &&
    /^(and|what about|how about|more|show( me)? more|others?|another|y|que hay de|mas|muestrame mas|otr[oa]s?|et|encore|d autres|plus)\b/.test(
      folded,
    )
  )
}
