import { ProvenanceError, StoreError } from '../../contract/index.ts'
import { CursorError } from './cursor.ts'

/** What leaves the store: its caller's own mistakes as they are, all else as a StoreError with its cause. */
export function toStoreError(doing: string, error: unknown): Error {
  if (error instanceof StoreError || error instanceof ProvenanceError || error instanceof CursorError) return error
  return new StoreError(`The store failed: it could not ${doing}.`, { cause: error })
}
