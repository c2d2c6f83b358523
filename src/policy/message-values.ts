/** Longer strings are cut: a status is one line. */
export const MAX_VALUE_CHARACTERS = 200
/** No more of a string is looked at: what is unwanted in it is taken out first. */
const MAX_READ = 4 * MAX_VALUE_CHARACTERS

// Control characters, line and paragraph separators, what turns the direction of text, and the makings of a tag.
const UNWANTED = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069<>]/gu

export type MessageValues = Record<string, string | number | Date>

/** An event's fields as values of its words: only what can stand in a sentence. The rest counts as missing. */
export function messageValues(fields: Readonly<Record<string, unknown>>): MessageValues {
  // Without a prototype: a message that asks for {constructor} must find nothing.
  const values: MessageValues = Object.create(null) as MessageValues
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') values[name] = cut(cut(value, MAX_READ).toWellFormed().replace(UNWANTED, ''))
    else if (typeof value === 'boolean') values[name] = String(value)
    else if (typeof value === 'number' && Number.isFinite(value)) values[name] = value
    else if (value instanceof Date && !Number.isNaN(value.getTime())) values[name] = value
  }
  return values
}

/** Never through a character. */
const cut = (text: string, length: number = MAX_VALUE_CHARACTERS): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
