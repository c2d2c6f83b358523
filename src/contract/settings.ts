import { z } from 'zod'
import { WIRE_VERSIONS } from './frames.ts'

/** The environment, validated once at start: all problems at once, then frozen. */

/** One complaint, in words, whatever is wrong with it. */
const whole = (min: number, max: number, fallback: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce
    .number({ error })
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, error)
    .default(fallback)
}
const ms = (fallback: number) => whole(1, 3_600_000, fallback)

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const LOOPBACK = /^(localhost|127(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}|::1|\[::1\])$/

export const settingsSchema = z.object({
  HOST: z
    .string()
    .refine((host) => LOOPBACK.test(host), 'is not a loopback address, and auth is not configured: use 127.0.0.1')
    .default('127.0.0.1')
    .describe('The address to listen on. Without auth only a loopback address is accepted'),
  PORT: whole(0, 65_535, 3000).describe('The port to listen on; 0 takes a free one'),
  ONEVOICE_ROOT: z
    .string()
    .min(1)
    .optional()
    .describe('The folder that holds `agents/`, `verticals/` and `platform/`. Unset: the project'),
  ONEVOICE_MODEL: z
    .string()
    .min(1)
    .default('auto')
    .describe(
      '`auto` or `offline`: the built-in offline model. Otherwise the path of a module whose default export is a LangChain chat model, or a function that makes one',
    ),
  CCS_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .optional()
    .describe('The context service. Unset: the built-in demo one, on a free loopback port'),
  CCS_TIMEOUT_MS: ms(10_000).describe('One context call'),
  SUB_AGENT_TIMEOUT_MS: ms(20_000).describe('One sub-agent’s whole run'),
  SUB_AGENT_MAX_STEPS: whole(1, 1000, 25).describe('Steps of one sub-agent’s graph; more is a failed sub-agent'),
  TURN_DEADLINE_MS: ms(120_000).describe('One turn’s whole run'),
  IDLE_TIMEOUT_MS: ms(30_000).describe('No frame from the turn for this long: `cancelled` / `IDLE_TIMEOUT`'),
  HEARTBEAT_MS: ms(15_000).describe('An SSE comment when the stream was silent for this long'),
  RESUME_GRACE_MS: whole(0, 3_600_000, 2_000).describe(
    'How long a turn outlives its last reader when `on_disconnect` is `cancel`',
  ),
  SHUTDOWN_DRAIN_MS: whole(0, 3_600_000, 10_000).describe(
    'How long running turns are given when the service is told to stop; then they are cancelled',
  ),
  WIRE_VERSION: z
    .enum(WIRE_VERSIONS, { error: `must be one of ${WIRE_VERSIONS.join(', ')}` })
    .default(WIRE_VERSIONS[0])
    .describe('The version served to a client that asks for none; `0.4` is the way back'),
  BATCH_WINDOW_MS: whole(0, 10_000, 50).describe('How long a status waits for others to be combined with'),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` })
    .default('info')
    .describe('JSON logs on stderr, from this level on'),
})
export type Settings = Readonly<z.output<typeof settingsSchema>>
/** As an environment or a program gives them: strings or numbers. */
export type SettingsInput = { [K in keyof Settings]?: string | number | undefined }

export class SettingsError extends Error {
  readonly type = 'settings'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The settings are not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

export function loadSettings(given: SettingsInput): Settings {
  const names = Object.keys(settingsSchema.shape) as (keyof Settings)[]
  // A blank variable is one that is not set.
  const set = Object.fromEntries(names.map((name) => [name, isBlank(given[name]) ? undefined : given[name]]))
  const parsed = settingsSchema.safeParse(set)
  if (!parsed.success)
    throw new SettingsError(
      parsed.error.issues.map((issue) => {
        const name = String(issue.path[0])
        return `${name}: ${issue.message} (is ${JSON.stringify(given[name as keyof Settings])})`
      }),
    )
  return Object.freeze(parsed.data)
}

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''
