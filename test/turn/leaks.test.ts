import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { Report } from './cancel-many.ts'

const PROGRAM = fileURLToPath(new URL('cancel-many.ts', import.meta.url))
const WARM_UP = 500
const TURNS = 2_000
const MAX_BYTES_A_TURN = 2_048

it('R-3, RT-2: 2,000 cancelled turns leave timers, listeners, sockets and heap where they were', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    PROGRAM,
    String(WARM_UP),
    String(TURNS),
  ])
  const { before, after, resources, ends, warnings } = JSON.parse(stdout) as Report
  expect(ends).toEqual({ cancelled: WARM_UP + TURNS })
  expect(warnings).toEqual([])
  expect(after.open_streams).toBe(0)
  expect(after.listeners).toBe(before.listeners)
  expect(resources.last).toEqual(resources.first)
  expect((after.heap - before.heap) / TURNS).toBeLessThan(MAX_BYTES_A_TURN)
}, 60_000)
