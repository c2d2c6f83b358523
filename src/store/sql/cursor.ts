/** A cursor that this store did not give. */
export class CursorError extends Error {
  readonly type = 'cursor'
  constructor() {
    super('This is no cursor: send the `next` of an earlier page as it was, or none for the newest page.')
  }
}

/** A cursor is opaque to its reader: here it is the position of the page's oldest message. */
export const toCursor = (position: number): string => Buffer.from(String(position)).toString('base64url')

export function fromCursor(cursor: string): number {
  const position = Number(Buffer.from(cursor.slice(0, 64), 'base64url').toString())
  if (!Number.isSafeInteger(position) || position < 1 || toCursor(position) !== cursor) throw new CursorError()
  return position
}
