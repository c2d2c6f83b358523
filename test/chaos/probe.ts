import { setImmediate as lap } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Loaded into the service's process before the service itself (`--import`). It answers two questions of the test:
 *
 *   forget   the clock goes on by more than ended turns are kept for, so that what is kept by promise can be let go
 *   measure  what is left on the heap once everything that can be collected was
 */
export type Measured = { heap_bytes: number; rss_bytes: number; resources: Record<string, number> }

const KEPT_MS = 15 * 60_000

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const now = Date.now.bind(Date)
let ahead_ms = 0
Date.now = () => now() + ahead_ms

process.on('message', (question) => void answer(String(question)))
// The test's questions do not keep the service alive.
process.channel?.unref()

async function answer(question: string): Promise<void> {
  if (question === 'forget') ahead_ms += KEPT_MS + 60_000
  // Finalizers run in a later lap, and let go of more.
  for (let round = 0; round < 5; round++) {
    collect()
    await lap()
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  const resources: Record<string, number> = {}
  for (const name of process.getActiveResourcesInfo()) resources[name] = (resources[name] ?? 0) + 1
  process.send?.({ heap_bytes: heapUsed + external, rss_bytes: rss, resources } satisfies Measured)
}
