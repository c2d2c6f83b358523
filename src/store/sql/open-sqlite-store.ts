import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Store } from '../../contract/index.ts'
import { createSqlStore, type SqlStoreOptions } from './create-sql-store.ts'
import { openSqliteDatabase } from './open-sqlite-database.ts'
import { toStoreError } from './to-store-error.ts'

export type SqliteStoreOptions = SqlStoreOptions & {
  file: string
  /** How long to wait for another process that writes. It stops this one meanwhile. */
  busy_ms?: number
}

/** The embedded store: one file, made with its folder when it is not there. */
export async function openSqliteStore({ file, busy_ms = 5_000, ...options }: SqliteStoreOptions): Promise<Store> {
  try {
    await mkdir(path.dirname(file), { recursive: true })
    return createSqlStore(await openSqliteDatabase(file, busy_ms), options)
  } catch (error) {
    throw toStoreError(`open ${file}`, error)
  }
}
