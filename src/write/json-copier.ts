import { types } from 'node:util'

/**
 *   whatever was written ─► plain JSON, counted byte by byte ─► within its room · oversize · unreadable
 *
 * Behind the writer everything is a copy: a getter is read once, what changes later changes nothing, and what is too
 * large is known as soon as its room is used up. Neither a huge value nor one without end is ever serialised whole.
 */
export type NoCopy = 'oversize' | 'unreadable'

/** Deeper data is a cycle or a mistake: parsers in other languages stop at about as much. */
export const MAX_DEPTH = 100

/** What could be counted byte by byte costs less to count than to serialise. */
const SHORT = 64

export class JsonCopier {
  /** Bytes that are left. */
  room: number
  failed: NoCopy | undefined

  constructor(room: number) {
    this.room = room
  }

  /** Undefined: JSON has no such value, or it failed. What a getter or a `toJSON` throws is thrown. */
  copy(value: unknown, key = '', depth = 0): unknown {
    switch (typeof value) {
      case 'string':
        this.take(stringBytes(value, this.room))
        return value
      case 'number':
        this.take(Number.isFinite(value) ? String(value).length : 4)
        return Number.isFinite(value) ? value : null
      case 'boolean':
        this.take(value ? 4 : 5)
        return value
      case 'bigint':
        return this.#fail('unreadable')
      case 'object':
        if (value !== null) return this.#object(value, key, depth)
        this.take(4)
        return null
      default:
        return undefined
    }
  }

  /** One field of an object whose braces are counted already. */
  copyField(into: Record<string, unknown>, key: string, value: unknown, depth = 0): void {
    const copied = this.copy(value, key, depth)
    if (copied === undefined || this.failed !== undefined) return
    // The colon, and a comma: one too many in each object, which is its braces' share.
    this.take(stringBytes(key, this.room) + 2)
    if (key === '__proto__')
      Object.defineProperty(into, key, { value: copied, enumerable: true, configurable: true, writable: true })
    else into[key] = copied
  }

  take(bytes: number): void {
    this.room -= bytes
    if (this.room < 0) this.failed ??= 'oversize'
  }

  #object(object: object, key: string, depth: number): unknown {
    if (depth >= MAX_DEPTH) return this.#fail('unreadable')
    // Before a `toJSON` that would make an array of all its bytes.
    if (ArrayBuffer.isView(object) && object.byteLength > this.room * 8) return this.#fail('oversize')
    const { toJSON } = object as { toJSON?: unknown }
    const json: unknown = typeof toJSON === 'function' ? toJSON.call(object, key) : object
    if (typeof json !== 'object' || json === null) return this.copy(json, key, depth)
    if (Array.isArray(json)) return this.#array(json, depth)
    if (isBoxed(json)) return this.copy(json.valueOf(), key, depth)
    return this.#record(json as Record<string, unknown>, depth)
  }

  #array(array: readonly unknown[], depth: number): unknown {
    // Its brackets and commas first: no walk where they alone do not fit. Most of it may be holes.
    const { length } = array
    this.take(length === 0 ? 2 : length + 1)
    const copied: unknown[] = []
    for (let index = 0; index < length && this.failed === undefined; index++) {
      const item = this.copy(array[index], String(index), depth + 1)
      if (item === undefined && this.failed === undefined) this.take(4)
      copied.push(item ?? null)
    }
    return copied
  }

  #record(record: Record<string, unknown>, depth: number): unknown {
    const before = this.room
    this.take(1)
    const copied: Record<string, unknown> = {}
    for (const key of Object.keys(record)) {
      this.copyField(copied, key, record[key], depth + 1)
      if (this.failed !== undefined) return undefined
    }
    if (this.room === before - 1) this.take(1)
    return copied
  }

  #fail(why: NoCopy): undefined {
    this.failed ??= why
    return undefined
  }
}

export function copyJson(value: unknown, room: number): { value: unknown; bytes: number } | NoCopy {
  const copier = new JsonCopier(room)
  try {
    const copied = copier.copy(value)
    return copier.failed ?? { value: copied, bytes: room - copier.room }
  } catch {
    return 'unreadable'
  }
}

/** `new String('x')` is `"x"` in JSON. The question is a dear one, and most objects are plain. */
function isBoxed(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object)
  return prototype !== Object.prototype && prototype !== null && types.isBoxedPrimitive(object)
}

/** Past the limit it is enough to know that it is. */
function stringBytes(text: string, limit: number): number {
  const { length } = text
  if (length + 2 > limit) return length + 2
  if (length > SHORT) return Buffer.byteLength(JSON.stringify(text))
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x20 || unit > 0x7e || unit === 0x22 || unit === 0x5c) return Buffer.byteLength(JSON.stringify(text))
  }
  return length + 2
}
