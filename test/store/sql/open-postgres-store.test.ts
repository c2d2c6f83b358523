import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { StoreError } from '../../../src/contract/index.ts'
import { openPostgresStore } from '../../../src/store/index.ts'
import { storeSuite } from '../../suites/store.ts'
import { startPostgres, type Postgres } from '../../support/postgres.ts'
import { turnRecord } from './turn-record.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

async function run(url: string, sql: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  await client.query(sql)
  await client.end()
}

storeSuite('PostgreSQL', async () => {
  const url = await postgres.createDatabase()
  return { open: () => openPostgresStore({ url, max_connections: 3 }), tamper: (sql) => run(url, sql) }
})

it('a server that is not there is a StoreError', async () => {
  await expect(openPostgresStore({ url: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow(StoreError)
})

it('a store whose connections were cut goes on with new ones', async () => {
  const url = await postgres.createDatabase()
  const store = await openPostgresStore({ url })
  await store.saveTurn(turnRecord())
  await run(
    url,
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
  )
  await expect
    .poll(() =>
      store.ping().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  await store.saveTurn(turnRecord({ id: 'resp_2' }))
  await store.close()
})

it('a statement that takes too long is a StoreError, and the next one works', async () => {
  const url = await postgres.createDatabase()
  const store = await openPostgresStore({ url, statement_ms: 200 })
  const blocker = new Client(url)
  await blocker.connect()
  await blocker.query('begin; lock table turns in access exclusive mode')
  await expect(store.saveTurn(turnRecord())).rejects.toThrow(StoreError)
  await blocker.query('rollback')
  await blocker.end()
  await store.saveTurn(turnRecord())
  await store.close()
})
