import { BOUNDS, DROPPED, boundChannel, boundMessage, type StatusEvent } from '../contract/index.ts'
import { copyJson, JsonCopier } from './json-copier.ts'

/**
 * A status event's own fields are its data: together with its id they stay within the bound of data, or all of them
 * are dropped. `channel`, `message` and `data` have bounds of their own; a `text` is a field like any other, because a
 * status is never said twice. Its id is read once, by the caller. Undefined: there is nothing in it that could be sent.
 */
export function boundStatusEvent(event_type: string, event: StatusEvent): StatusEvent | undefined {
  const copier = new JsonCopier(BOUNDS.data)
  const bounded: StatusEvent = { event_type }
  // As it would be in a frame, where the id has a shorter name.
  copier.take(1)
  copier.copyField({}, 'event_type', event_type)
  for (const key of Object.keys(event)) {
    if (copier.failed !== undefined) break
    if (key !== 'event_type') copyBounded(copier, bounded, key, event[key])
  }
  if (copier.failed === undefined) return bounded
  return copier.failed === 'oversize' ? { event_type, data: DROPPED } : undefined
}

function copyBounded(copier: JsonCopier, into: StatusEvent, key: string, value: unknown): void {
  if (key === 'channel' && typeof value === 'string') copier.copyField(into, key, boundChannel(value))
  else if (key === 'message' && typeof value === 'string') copier.copyField(into, key, boundMessage(value))
  else if (key === 'data') copyData(copier, into, value)
  else {
    copier.copyField(into, key, value)
    // Words tell a date from its letters.
    if (value instanceof Date && typeof into[key] === 'string') into[key] = new Date(value)
  }
}

function copyData(copier: JsonCopier, into: StatusEvent, value: unknown): void {
  const copied = copyJson(value, BOUNDS.data)
  if (copied === 'unreadable') copier.failed ??= copied
  else copier.copyField(into, 'data', copied === 'oversize' ? DROPPED : copied.value)
}
