import { afterEach, beforeEach, expect, it } from 'vitest'
import { StoreError } from '../../../src/contract/index.ts'
import { migrate, MIGRATIONS } from '../../../src/store/sql/migrations.ts'
import { openSqliteDatabase } from '../../../src/store/sql/open-sqlite-database.ts'
import { partsOf, saveTurns } from '../../../src/store/sql/save-turns.ts'
import type { Database } from '../../../src/store/sql/schema.ts'
import { turnRecord } from './turn-record.ts'

let db: Database
beforeEach(async () => {
  db = await openSqliteDatabase(':memory:', 0)
})
afterEach(() => db.destroy())

it('PS-2: turns of one conversation go in one transaction, each at its own place', async () => {
  const records = ['r1', 'r2', 'r3'].map((id) => turnRecord({ id }))
  await db.transaction().execute((trx) => saveTurns(trx, records))
  const rows = await db.selectFrom('messages').select(['id', 'position']).orderBy('position').execute()
  expect(rows.map(({ id, position }) => `${position} ${id}`)).toEqual([
    '1 r1_u',
    '2 r1_a',
    '3 r2_u',
    '4 r2_a',
    '5 r3_u',
    '6 r3_a',
  ])
})

it('a migration runs once, behind those before it; one that fails is named', async () => {
  expect(await migrate(db)).toEqual([])
  const second = (up: () => Promise<void>) => migrate(db, { ...MIGRATIONS, '0002_second': { up } })
  const failing = second(() => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow(StoreError)
  await expect(failing).rejects.toThrow('0002_second')
  expect(await second(async () => {})).toEqual(['0002_second'])
  expect(await second(() => Promise.reject(new Error('again')))).toEqual([])
})

it('a database that is newer than the program is refused', async () => {
  await migrate(db, { ...MIGRATIONS, '0002_second': { up: async () => {} } })
  await expect(migrate(db)).rejects.toMatchObject({ type: 'store', cause: expect.any(Error) })
})

it('rows beyond what one statement takes go in several', () => {
  const rows = Array.from({ length: 25_000 }, (_, a) => ({ a, b: 0 }))
  const parts = [...partsOf(rows)]
  expect(parts.map(({ length }) => length)).toEqual([15_000, 10_000])
  expect(parts.flat()).toEqual(rows)
})
