/** How large the parts of an event may be, in bytes of UTF-8, and what becomes of a larger one. */
export const BOUNDS = {
  channel: 128,
  text: 65_536,
  message: 4_096,
  data: 65_536,
  frame: 256 * 1024,
  /** Of an id or a name in a frame. */
  name: 1_024,
} as const

export const DROPPED = { dropped: { reason: 'oversize' } } as const

const SUFFIX = '…(truncated)'
const SUFFIX_BYTES = Buffer.byteLength(SUFFIX)
/** No character is longer. */
const CHARACTER_BYTES = 4

const encoder = new TextEncoder()
const scratch = new Uint8Array(BOUNDS.text)

/** The longest start of `text` that fits, never cutting a character. */
export function headOf(text: string, bytes: number): string {
  if (text.length * 3 <= bytes) return text
  // A unit takes a byte at least. A pair that this cuts does not fit either: its half would take three bytes.
  const start = text.slice(0, bytes)
  const room = bytes <= scratch.length ? scratch.subarray(0, bytes) : new Uint8Array(bytes)
  return start.slice(0, encoder.encodeInto(start, room).read)
}

/** The text in order, nothing lost. A bound below one character's length counts as that. */
export function splitText(text: string, bytes: number = BOUNDS.text): string[] {
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return [text]
  const limit = Math.max(bytes, CHARACTER_BYTES)
  const parts: string[] = []
  for (let from = 0; from < text.length;) {
    const head = headOf(text.slice(from, from + limit), limit)
    parts.push(head)
    from += head.length
  }
  return parts
}

export function boundMessage(message: string, bytes: number = BOUNDS.message): string {
  if (message.length * 3 <= bytes || Buffer.byteLength(message) <= bytes) return message
  return bytes > SUFFIX_BYTES ? detached(headOf(message, bytes - SUFFIX_BYTES)) + SUFFIX : headOf('…', bytes)
}

export const boundChannel = (channel: string): string | undefined =>
  channel.length * 3 <= BOUNDS.channel || Buffer.byteLength(channel) <= BOUNDS.channel ? channel : undefined

/** A slice keeps the whole it was cut from in memory; a copy does not. */
export const detached = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')
