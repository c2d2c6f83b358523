import { readFileSync } from 'node:fs'
import { styleText } from 'node:util'
import { UsageError, type Command, type Io } from './command.ts'

/** Each command's module is loaded when it is called: `registry check` does not pay for LangChain. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serveCommand,
  turn: async () => (await import('./turn.ts')).turnCommand,
  registry: async () => (await import('./registry.ts')).registryCommand,
  scan: async () => (await import('./scan.ts')).scanCommand,
}

const VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version

/** The whole command line: answers the exit code. */
export async function main(args: string[], io: Io = processIo()): Promise<number> {
  const [name, ...rest] = args
  if (name === '--version' || name === '-v') {
    io.stdout.write(`${VERSION}\n`)
    return 0
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    io.stdout.write(await help())
    return 0
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (load === undefined) {
    io.stderr.write(`onevoice: there is no command ${JSON.stringify(name)}.\n\n${await help()}`)
    return 2
  }
  const command = await load()
  if (rest.includes('--help') || rest.includes('-h')) {
    io.stdout.write(`${command.usage.trim()}\n`)
    return 0
  }
  try {
    return await command.run(rest, io)
  } catch (error) {
    if (error instanceof UsageError || isParseArgsError(error)) {
      io.stderr.write(`onevoice ${name}: ${error.message}\n\n${command.usage.trim()}\n`)
      return 2
    }
    if (isKnown(error)) {
      io.stderr.write(`${mark(io, 'red', 'onevoice:')} ${error.message}\n`)
      return 1
    }
    throw error
  }
}

async function help(): Promise<string> {
  const rows = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, load]) => `  ${name.padEnd(10)} ${(await load()).summary}`),
  )
  return ['onevoice <command> [options]', '', ...rows, '', '`onevoice <command> --help` says more.', ''].join('\n')
}

/** Errors of ours that say all there is to say: settings, start, refused, model. */
const isKnown = (error: unknown): error is Error =>
  error instanceof Error && 'type' in error && typeof error.type === 'string'

const isParseArgsError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

export const mark = (io: Io, style: Parameters<typeof styleText>[0], text: string): string =>
  io.stderr.isTTY === true && io.env['NO_COLOR'] === undefined
    ? styleText(style, text, { validateStream: false })
    : text

function processIo(): Io {
  const controller = new AbortController()
  // A reader that has gone, such as `head`, is no error: there is nobody left to print for.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    controller.abort('EPIPE')
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort(signal))
  return {
    env: process.env,
    cwd: process.cwd(),
    stdout: process.stdout,
    stderr: process.stderr,
    signal: controller.signal,
  }
}
