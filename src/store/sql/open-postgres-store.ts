import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import type { Store } from '../../contract/index.ts'
import { createSqlStore, type SqlStoreOptions } from './create-sql-store.ts'
import { migrate } from './migrations.ts'
import type { Tables } from './schema.ts'
import { toStoreError } from './to-store-error.ts'

export type PostgresStoreOptions = SqlStoreOptions & {
  url: string
  max_connections?: number
  /** To get a connection. */
  connect_ms?: number
  statement_ms?: number
  /** Tables may take longer to change than a statement may: and the second of two waits for the first. */
  migration_ms?: number
}

export async function openPostgresStore({
  url,
  max_connections = 10,
  connect_ms = 5_000,
  statement_ms = 10_000,
  migration_ms = 600_000,
  ...options
}: PostgresStoreOptions): Promise<Store> {
  const connect = (max: number, timeout_ms: number) => openPool({ url, max, connect_ms, timeout_ms })
  const migrating = connect(1, migration_ms)
  try {
    await migrate(migrating)
  } catch (error) {
    throw toStoreError('open the database', error)
  } finally {
    await migrating.destroy()
  }
  return createSqlStore(connect(max_connections, statement_ms), options)
}

/** How long a server that no longer answers is waited for beyond the time it was told to keep itself. */
const SILENCE_MS = 2_000

function openPool({
  url,
  max,
  connect_ms,
  timeout_ms,
}: {
  url: string
  max: number
  connect_ms: number
  timeout_ms: number
}): Kysely<Tables> {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connect_ms,
    statement_timeout: timeout_ms,
    query_timeout: timeout_ms + SILENCE_MS,
    types: { getTypeParser },
  })
  // A connection that breaks while no one uses it is replaced; one in use tells its user.
  pool.on('error', () => {})
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Bigints and sums come as text: all of ours are numbers that a number can hold. */
const AS_NUMBER: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC])

const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  AS_NUMBER.has(oid) ? Number : types.getTypeParser(oid, format as 'text')
