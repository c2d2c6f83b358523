import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { StoreError } from '../../../src/contract/index.ts'
import { openSqliteStore } from '../../../src/store/index.ts'
import { storeSuite } from '../../suites/store.ts'

let folder: string
let places = 0
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'onevoice-sqlite-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

storeSuite('SQLite', async () => {
  const file = path.join(folder, `place_${++places}`, 'new', 'store.db')
  return {
    open: () => openSqliteStore({ file }),
    async tamper(sql) {
      const database = new DatabaseSync(file)
      database.exec(sql)
      database.close()
    },
  }
})

it('a file that is no database is named in the error', async () => {
  const file = path.join(folder, 'notes.txt')
  await writeFile(file, 'These are notes, and no database at all.'.repeat(100))
  await expect(openSqliteStore({ file })).rejects.toThrow(StoreError)
  await expect(openSqliteStore({ file })).rejects.toThrow(file)
})
