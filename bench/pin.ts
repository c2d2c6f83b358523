import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** The server has a core of its own, and so has the load. */
export const SERVER_CORE = 0
export const LOAD_CORE = 1

/** Where there is no taskset, or only one core, nothing is pinned and the report says so. */
export const canPin =
  availableParallelism() > 1 && spawnSync('taskset', ['-c', String(SERVER_CORE), 'true']).status === 0

/** This process, with all its threads. */
export function pinSelf(core: number): void {
  if (canPin) spawnSync('taskset', ['-a', '-c', '-p', String(core), String(process.pid)])
}

/** The command that runs `args` on one core. */
export const pinned = (core: number, args: readonly string[]): readonly [string, ...string[]] =>
  canPin ? ['taskset', '-c', String(core), process.execPath, ...args] : [process.execPath, ...args]
