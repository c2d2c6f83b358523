import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pinned, SERVER_CORE } from './pin.ts'

export const SERVER_NAMES = ['floor', 'naive', 'onevoice'] as const
export type ServerName = (typeof SERVER_NAMES)[number]

export type Usage = { cpu_us: number; rss_bytes: number }

/** A server in a process of its own, on a core of its own. */
export interface BenchServer extends AsyncDisposable {
  readonly name: ServerName
  readonly url: URL
  usage(): Promise<Usage>
}

export class BenchServerError extends Error {
  readonly type = 'bench_server'
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** The same for all of them, and no more than they need: LangChain looks into the environment on every run. */
const environment = () => ({
  PATH: process.env['PATH'],
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'silent',
  ONEVOICE_ROOT: path('root'),
  ONEVOICE_MODEL: path('model.ts'),
})

/** Two are made for the bench; OneVoice is started as `npm start` starts it, flags and all. */
function commandOf(name: ServerName): string[] {
  if (name !== 'onevoice') return [path(`servers/${name}.ts`)]
  const { scripts } = JSON.parse(readFileSync(path('../package.json'), 'utf8')) as { scripts: { start: string } }
  const [exec, node, ...args] = scripts.start.split(' ')
  if (exec !== 'exec' || node !== 'node')
    throw new BenchServerError(
      `The bench starts what "start" in package.json starts, and does not know ${scripts.start}`,
    )
  return args.map((arg) => (arg.startsWith('-') || arg === 'serve' ? arg : path(`../${arg}`)))
}

const START_TIMEOUT_MS = 60_000
const MAX_OUTPUT = 64 * 1024

export async function startServer(name: ServerName, node_options: readonly string[] = []): Promise<BenchServer> {
  const args = [...node_options, '--import', path('servers/report-usage.ts'), ...commandOf(name)]
  const [command, ...rest] = pinned(SERVER_CORE, args)
  const child = spawn(command, rest, { env: environment(), stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const exited = once(child, 'exit')
  let output = ''
  const { promise, resolve, reject } = Promise.withResolvers<URL>()
  const read = (piece: Buffer) => {
    output = (output + piece.toString()).slice(-MAX_OUTPUT)
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)
    if (url !== null) resolve(new URL(url[0]))
  }
  child.stdout?.on('data', read)
  child.stderr?.on('data', read)
  child.once('error', reject)
  void exited.then(() => reject(new BenchServerError(`${name} did not start:\n${output}`)))
  const timer = setTimeout(() => {
    child.kill('SIGKILL')
    reject(new BenchServerError(`${name} was not ready after ${START_TIMEOUT_MS} ms:\n${output}`))
  }, START_TIMEOUT_MS)
  const url = await promise.finally(() => clearTimeout(timer))

  return {
    name,
    url,
    async usage() {
      const answer = once(child, 'message')
      child.send('usage')
      const [usage] = (await Promise.race([
        answer,
        exited.then(() => {
          throw new BenchServerError(`${name} stopped:\n${output}`)
        }),
      ])) as [Usage]
      return usage
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      const kill = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await exited
      clearTimeout(kill)
    },
  }
}
