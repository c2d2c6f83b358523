import { StoreError } from '../../contract/index.ts'
import { toStoreError } from './to-store-error.ts'

/**
 *   save ─► waiting (bounded) ─► batch (bounded) ─► commit ─┬─► each one's own answer
 *             ▲ those that come in one turn of the loop,    └─► failed: each one alone
 *               or while a commit is out, go together
 */
export type GroupCommitOptions<T> = {
  /** One transaction. Answers in the order of the batch: undefined, or why that one was refused. */
  commit(batch: readonly T[]): Promise<readonly (Error | undefined)[]>
  /** Two of the same key are never in one batch. */
  keyOf(item: T): string
  /** A larger one is no cheaper a turn, and stops the loop for longer. */
  max_batch?: number
  max_waiting?: number
  /** Once a batch has failed, so long are its items tried alone; those left then fail with it. */
  retry_ms?: number
  now?: () => number
}

export interface GroupCommit<T> {
  save(item: T): Promise<void>
  /** When all that was taken is answered; takes no more. */
  close(): Promise<void>
}

type Waiting<T> = { item: T; resolve: () => void; reject: (error: Error) => void }

const DOING = 'save the turn'

export function createGroupCommit<T>({
  commit,
  keyOf,
  max_batch = 32,
  max_waiting = 1_000,
  retry_ms = 5_000,
  now = Date.now,
}: GroupCommitOptions<T>): GroupCommit<T> {
  const waiting: Waiting<T>[] = []
  let running: Promise<void> | undefined
  let closed = false

  async function run(): Promise<void> {
    // SQLite commits within one turn of the loop: without this, nothing could ever come together.
    await new Promise(setImmediate)
    while (waiting.length > 0) await commitAll(takeBatch())
    running = undefined
  }

  function takeBatch(): Waiting<T>[] {
    const keys = new Set<string>()
    let size = 0
    for (const { item } of waiting) {
      if (size === max_batch || keys.has(keyOf(item))) break
      keys.add(keyOf(item))
      size++
    }
    return waiting.splice(0, size)
  }

  async function commitAll(batch: readonly Waiting<T>[]): Promise<void> {
    const failure = await tryBatch(batch)
    if (failure === undefined) return
    const until = now() + retry_ms
    for (const one of batch) {
      const alone = batch.length === 1 || now() > until ? failure : await tryBatch([one])
      if (alone !== undefined) one.reject(toStoreError(DOING, alone.error))
    }
  }

  /** Answers everyone in the batch, or no one. */
  async function tryBatch(batch: readonly Waiting<T>[]): Promise<{ error: unknown } | undefined> {
    try {
      const refused = await commit(batch.map(({ item }) => item))
      for (const [index, { resolve, reject }] of batch.entries()) {
        const why = refused[index]
        if (why === undefined) resolve()
        else reject(why)
      }
      return undefined
    } catch (error) {
      return { error }
    }
  }

  return {
    save: (item) =>
      new Promise<void>((resolve, reject) => {
        if (closed) return reject(new StoreError('The store is closed.'))
        if (waiting.length >= max_waiting)
          return reject(new StoreError(`The store is behind: ${max_waiting} turns wait to be saved.`))
        waiting.push({ item, resolve, reject })
        running ??= run()
      }),
    async close() {
      closed = true
      await running
    },
  }
}
