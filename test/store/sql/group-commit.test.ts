import { expect, it } from 'vitest'
import { StoreError } from '../../../src/contract/index.ts'
import { createGroupCommit } from '../../../src/store/sql/group-commit.ts'

const keyOf = (item: string) => item

/** Commits that wait to be let through. */
function gated() {
  const batches: string[][] = []
  const gates: (() => void)[] = []
  const commit = async (batch: readonly string[]) => {
    batches.push([...batch])
    await new Promise<void>((resolve) => gates.push(resolve))
    return batch.map(() => undefined)
  }
  return { batches, commit, open: () => gates.shift()!() }
}

it('what arrives while a commit is out goes together in the next, in bounded batches', async () => {
  const { batches, commit, open } = gated()
  const group = createGroupCommit({ commit, keyOf, max_batch: 2 })
  const saves = [group.save('a')]
  await expect.poll(() => batches).toEqual([['a']])
  saves.push(...['b', 'c', 'd'].map((item) => group.save(item)))
  open()
  await expect.poll(() => batches).toEqual([['a'], ['b', 'c']])
  open()
  await expect.poll(() => batches).toEqual([['a'], ['b', 'c'], ['d']])
  open()
  await Promise.all(saves)
})

it('two of one key are never in one batch', async () => {
  const batches: string[][] = []
  const group = createGroupCommit<string>({
    keyOf,
    commit: async (batch) => {
      batches.push([...batch])
      return []
    },
  })
  await Promise.all(['a', 'b', 'a', 'c'].map((item) => group.save(item)))
  expect(batches).toEqual([
    ['a', 'b'],
    ['a', 'c'],
  ])
})

it('one more than may wait is refused at once, and the others are saved', async () => {
  const { batches, commit, open } = gated()
  const group = createGroupCommit({ commit, keyOf, max_waiting: 2 })
  const first = group.save('a')
  await expect.poll(() => batches).toEqual([['a']])
  const waiting = [group.save('b'), group.save('c')]
  await expect(group.save('d')).rejects.toThrow(StoreError)
  open()
  await expect.poll(() => batches.length).toBe(2)
  open()
  await Promise.all([first, ...waiting])
})

it('a batch that fails is tried one by one, and only so long', async () => {
  let time = 0
  const tried: string[] = []
  const group = createGroupCommit<string>({
    keyOf,
    retry_ms: 10,
    now: () => time,
    commit: async (batch) => {
      tried.push(batch.join(''))
      if (batch.length > 1) throw new Error('batch')
      if (batch[0] === 'b') {
        time += 11
        throw new Error('slow')
      }
      return []
    },
  })
  const results = await Promise.allSettled(['a', 'b', 'c'].map((item) => group.save(item)))
  expect(tried).toEqual(['abc', 'a', 'b'])
  expect(results.map((result) => result.status === 'rejected' && result.reason.cause.message)).toEqual([
    false,
    'slow',
    'batch',
  ])
})
