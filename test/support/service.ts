import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../../bin/onevoice.mjs', import.meta.url))

export type Ended = { code: number | null; stdout: string; stderr: string }

/** The command line, as a user calls it. */
export async function onevoice(
  args: string[],
  env: Record<string, string> = {},
  nodeArgs: string[] = [],
): Promise<Ended> {
  const { child, output } = start(args, env, nodeArgs)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}

/** The command line, its output piped into another command. The exit code is the other's. */
export async function onevoiceInto(command: string, args: string[]): Promise<Ended> {
  const child = spawn('sh', ['-c', `"$0" "$@" | ${command}`, process.execPath, BIN, ...args], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collect(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}

export type Service = Awaited<ReturnType<typeof startService>>

/** The service in a process of its own, on a free port; killed when it is disposed of. */
export async function startService(
  env: Record<string, string> = {},
  { node = [], ipc = false }: { node?: string[]; ipc?: boolean } = {},
) {
  const { child, output } = start(['serve'], { PORT: '0', LOG_LEVEL: 'warn', ...env }, node, ipc)
  const ended = once(child, 'close') as Promise<[number | null]>
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const ready = /ready on (\S+)/.exec(output.stdout)
      if (ready?.[1] !== undefined) resolve(ready[1])
    })
    void ended.then(() => reject(new Error(`The service did not start:\n${output.stderr}`)))
  })
  return {
    url,
    output,
    ended,
    child,
    chat: (body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) =>
      fetch(`${url}/v1/chat`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: signal ?? null,
      }),
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) child.kill('SIGKILL')
      await ended
    },
  }
}

function start(
  args: string[],
  env: Record<string, string>,
  nodeArgs: string[] = [],
  ipc = false,
): { child: ChildProcess; output: { stdout: string; stderr: string } } {
  const child = spawn(process.execPath, [...nodeArgs, BIN, ...args], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ipc ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
  })
  return { child, output: collect(child) }
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  return output
}
