import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { pinned, SERVER_CORE } from '../pin.ts'

const MAX_COMPLAINT = 16 * 1024

/** Runs one exported measurement in a process of its own, on the servers' core, and answers what it found. */
export async function inChild<Result>(module: URL, name: string, options: object = {}): Promise<Result> {
  const entry = fileURLToPath(new URL('child.ts', import.meta.url))
  const [command, ...args] = pinned(SERVER_CORE, [entry, module.href, name, JSON.stringify(options)])
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  let result: unknown
  let complaint = ''
  child.stderr?.on('data', (piece: Buffer) => {
    complaint = (complaint + piece.toString()).slice(-MAX_COMPLAINT)
  })
  child.on('message', (message) => {
    result = message
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0 || result === undefined) throw new Error(`${name} could not be measured:\n${complaint}`)
  return result as Result
}
