/** A stretch of the user's message. */
export interface Part {
  start: number
  end: number
}

/** What stands between two wishes: punctuation, and "and", "then", "also" in the three languages. */
const BETWEEN = new RegExp(
  [
    String.raw`[;!?¿¡\n&+]+`,
    // Not within a number.
    String.raw`[.,:](?!\d)`,
    // French "il y a" is no Spanish "y".
    String.raw`(?<=\s|^)(?:and|then|also|plus|as well as|y(?!\s+a\b)|e|luego|después|despues|también|tambien|además|ademas|así como|et|puis|ensuite|aussi|ainsi que)(?=\s|$)`,
  ].join('|'),
  'giu',
)

/** The parts of a message, each trimmed, in order. Every part is a slice of the message: the user's own words. */
export function splitRequest(message: string): Part[] {
  const parts: Part[] = []
  let start = 0
  for (const { 0: between, index } of [...message.matchAll(BETWEEN), { 0: '', index: message.length }]) {
    const text = message.slice(start, index)
    const end = start + text.trimEnd().length
    start += text.length - text.trimStart().length
    if (start < end) parts.push({ start, end })
    start = index + between.length
  }
  return parts
}
