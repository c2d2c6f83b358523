import { pino, type DestinationStream } from 'pino'
import type { Settings } from '../contract/index.ts'

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

/** JSON lines on stderr: stdout belongs to what a command prints. */
export const createLogger = (
  level: Settings['LOG_LEVEL'],
  destination: DestinationStream = pino.destination(2),
): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths, censor: '[redacted]' },
    },
    destination,
  )
