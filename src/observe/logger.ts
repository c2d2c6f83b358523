import { fileURLToPath } from 'node:url'
import { pino, type DestinationStream, type LogFn } from 'pino'
import type { Settings } from '../contract/index.ts'
import { isError, kindOf, safeError } from './safe-error.ts'

export type Logger = pino.Logger

/** Never in a log, wherever in an object they stand, down to two levels. */
const SECRETS = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'api_key',
  'apiKey',
  'OPENAI_API_KEY',
  'password',
  'secret',
  'token',
]
const paths = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

/** The operator asked for everything. */
const OPEN_LEVELS: readonly string[] = ['debug', 'trace'] satisfies Settings['LOG_LEVEL'][]

/** Said on every line that holds something back. */
const MORE = 'LOG_LEVEL=debug'

const PROJECT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * JSON lines on stderr: stdout belongs to what a command prints. Of an error only what cannot hold a secret is written,
 * wherever it stands, unless the level is debug or trace. `root` is where the sub-agents are, when not in the project.
 */
export function createLogger(
  level: Settings['LOG_LEVEL'],
  destination: DestinationStream = pino.destination(2),
  { root }: { root?: string } = {},
): Logger {
  const isOpen = OPEN_LEVELS.includes(level)
  const roots = root === undefined ? [PROJECT] : [PROJECT, root]
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        ...(isOpen ? {} : { log: (fields) => closed(fields, roots) }),
      },
      serializers: { err: isOpen ? openError : (thrown: unknown) => safeError(thrown, roots) },
      ...(isOpen ? {} : { hooks: { logMethod } }),
      redact: { paths, censor: '[redacted]' },
    },
    destination,
  )
}

const openError = (thrown: unknown): unknown => (isError(thrown) ? pino.stdSerializers.errWithCause(thrown) : thrown)

/** Errors under any other name than `err`, which has its serializer, and where to see more. */
function closed(fields: Record<string, unknown>, roots: readonly string[]): Record<string, unknown> {
  const held = Object.keys(fields).filter((key) => key === 'err' || isError(fields[key]))
  if (held.length === 0) return fields
  const safe: Record<string, unknown> = { ...fields, more: MORE }
  for (const key of held) if (key !== 'err') safe[key] = safeError(fields[key], roots)
  return safe
}

const WORDLESS = 'an error'

/** pino takes an error's own words where a line has none, and writes those of an error that stands in its words. */
function logMethod(this: Logger, [first, ...rest]: Parameters<LogFn>, method: LogFn): void {
  const fields: unknown = isError(first) ? { err: first } : first
  const words = rest.map((value: unknown) => (isError(value) ? kindOf(value) : value))
  if (typeof fields === 'object' && fields !== null && 'err' in fields) words[0] ??= WORDLESS
  Reflect.apply(method, this, [fields, ...words])
}
