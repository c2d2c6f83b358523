import type { FramePayload, StatusEvent } from '../contract/index.ts'

/** How large an event may be, in bytes of UTF-8, and what becomes of a larger one. */
export const BOUNDS = {
  channel: 128,
  text: 65_536,
  message: 4_096,
  data: 65_536,
  frame: 256 * 1024,
} as const

export const DROPPED = { dropped: { reason: 'oversize' } } as const

const SUFFIX = '…(truncated)'
const encoder = new TextEncoder()

/** The longest start of `text` that fits, never cutting a character. */
export function headOf(text: string, bytes: number): string {
  if (text.length * 3 <= bytes) return text
  return text.slice(0, encoder.encodeInto(text, new Uint8Array(bytes)).read)
}

export function splitText(text: string, bytes: number = BOUNDS.text): string[] {
  if (Buffer.byteLength(text) <= bytes) return [text]
  const parts: string[] = []
  for (let rest = text; rest !== '';) {
    const head = headOf(rest, bytes)
    parts.push(head)
    rest = rest.slice(head.length)
  }
  return parts
}

export function boundMessage(message: string, bytes: number = BOUNDS.message): string {
  if (Buffer.byteLength(message) <= bytes) return message
  const suffix = Buffer.byteLength(SUFFIX)
  return bytes > suffix ? headOf(message, bytes - suffix) + SUFFIX : headOf('…', bytes)
}

export const boundChannel = (channel: string): string | undefined =>
  Buffer.byteLength(channel) <= BOUNDS.channel ? channel : undefined

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? 'null')

export const boundData = (data: unknown, bytes: number = BOUNDS.data): unknown =>
  jsonBytes(data) <= bytes ? data : DROPPED

/** A status event's own fields are its data; `channel`, `text` and `message` have bounds of their own. */
export function boundStatusEvent(event: StatusEvent): StatusEvent {
  const { event_type, ...fields } = event
  if (typeof fields['channel'] === 'string') {
    const channel = boundChannel(fields['channel'])
    if (channel === undefined) delete fields['channel']
  }
  if (typeof fields['message'] === 'string') fields['message'] = boundMessage(fields['message'])
  if (typeof fields['text'] === 'string') fields['text'] = headOf(fields['text'], BOUNDS.text)
  if ('data' in fields) fields['data'] = boundData(fields['data'])
  return jsonBytes(fields) <= BOUNDS.data ? { event_type, ...fields } : { event_type, data: DROPPED }
}

/** Room for the envelope and the event's own name beside the items. */
const FRAME_MARGIN = 1_024

/** A client replaces by `data.id`, so a load that does not fit one frame is cut, and says how much is missing. */
export function boundDataLoaded(event: FramePayload<'data_loaded'>): FramePayload<'data_loaded'> {
  const { items, ...data } = event.data
  let room = BOUNDS.frame - FRAME_MARGIN - jsonBytes(data)
  const kept: typeof items = []
  for (const item of items) {
    room -= jsonBytes(item) + 1
    if (room < 0) break
    kept.push(item)
  }
  const omitted = items.length - kept.length
  return omitted === 0 ? event : { event_type: 'data_loaded', data: { ...data, items: kept, omitted } }
}
