import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import { migrate } from './migrations.ts'
import type { Database, Tables } from './schema.ts'

/** The file's database with its tables; the second of two that open it at once waits for the first. */
export async function openSqliteDatabase(file: string, busy_ms: number): Promise<Database> {
  const database = new DatabaseSync(file, { timeout: busy_ms })
  try {
    // A commit survives a kill; the last ones may be lost with the machine's power, and never the file's sense.
    database.exec('pragma journal_mode = wal; pragma synchronous = normal')
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: wrap(database) }) })
    // Kysely's migrator has no lock for SQLite, nor a transaction.
    database.exec('begin exclusive')
    await migrate(db)
    database.exec('commit')
    return db
  } catch (error) {
    // An open transaction is rolled back with it.
    database.close()
    throw error
  }
}

/** Past this many, the statement that was prepared first is prepared again when it is needed. */
const MAX_STATEMENTS = 200

function wrap(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(sql) {
      let statement = prepared.get(sql)
      if (statement === undefined) {
        if (prepared.size >= MAX_STATEMENTS) prepared.delete(prepared.keys().next().value!)
        statement = wrapStatement(database.prepare(sql))
        prepared.set(sql, statement)
      }
      return statement
    },
  }
}

const wrapStatement = (statement: StatementSync): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
  run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
  iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
})
