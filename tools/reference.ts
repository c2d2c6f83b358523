import { readFile, writeFile } from 'node:fs/promises'
import { format } from 'oxfmt'
import { z } from 'zod'
import {
  CANCELS,
  chatRequestSchema,
  EOF_ERRORS,
  EOF_REASONS,
  eofSchema,
  FRAME_ERRORS,
  FRAME_MEANINGS,
  FRAME_PAYLOADS,
  FRAME_TYPES,
  PROBLEMS,
  settingsSchema,
  START_PROBLEMS,
  WIRE_VERSIONS,
} from '../src/contract/index.ts'

/** Writes docs/reference.md from the contract, or with --check says whether it is what the contract makes. */

const FILE = new URL('../docs/reference.md', import.meta.url)

type Property = { default?: unknown; description?: string }

const row = (...cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`
const table = (head: string[], rows: string[][]) =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n')
const code = (text: unknown) => `\`${String(text)}\``

type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  format?: string
}

/** A schema as a person would write it down: `{id, name, type: function | ccs | mcp}`. */
function shape(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.join(' | ')
  const either = schema.anyOf ?? schema.oneOf
  if (either !== undefined) return either.map(shape).join(' | ')
  if (schema.type === 'array') return `[${shape(schema.items ?? {})}…]`
  if (schema.properties !== undefined) return `{${fields(schema).join(', ')}}`
  if (schema.type === 'object') return '{…}'
  return schema.format === 'date-time' ? 'time' : (schema.type ?? 'any')
}

const fields = ({ properties = {}, required = [] }: Schema): string[] =>
  Object.entries(properties).map(([name, schema]) => {
    const said = shape(schema)
    const optional = required.includes(name) ? '' : '?'
    return said === 'string' ? `${name}${optional}` : `${name}${optional}: ${said}`
  })

const payloadOf = (type: keyof typeof FRAME_PAYLOADS): string =>
  fields(z.toJSONSchema(z.object(FRAME_PAYLOADS[type])) as Schema)
    .map(code)
    .join(', ') || '–'

const fieldRows = (schema: z.ZodType): string[][] => {
  const properties = (z.toJSONSchema(schema, { io: 'input' }).properties ?? {}) as Record<string, Property>
  return Object.entries(properties).map(([name, { default: value, description = '' }]) => [
    code(name),
    value === undefined ? '–' : code(value),
    description,
  ])
}

export function reference(): string {
  return [
    '# Reference',
    '',
    '<!-- Made by `node tools/reference.ts` from src/contract. Do not edit. -->',
    '',
    '## The request',
    '',
    'The body of `POST /v1/chat`, as JSON. A field that is not here is refused.',
    '',
    table(['field', 'default', 'meaning'], fieldRows(chatRequestSchema)),
    '',
    '| header | means |',
    '| --- | --- |',
    '| `Accept` | `text/event-stream`, the default, or `application/x-ndjson` |',
    '| `Accept-Language` | the language of the answer, when the body names none |',
    `| \`X-Wire-Version\` | ${WIRE_VERSIONS.map(code).join(' or ')}; left out, what \`WIRE_VERSION\` says |`,
    '| `Idempotency-Key` | the client’s own name for this request, 1 to 255 visible characters: sent again with the same request it gives the same turn, from its first frame, for as long as the turn is known; with another it is refused. A turn that was cancelled stays cancelled: a new try needs a new key |',
    '',
    'The answer carries `X-Response-Id`, `X-Conversation-Id`, `X-Wire-Version` and `Content-Location`, the address of the turn;',
    'and `Idempotent-Replayed: true` when it is not a new one.',
    '',
    '| route | answers |',
    '| --- | --- |',
    '| `GET /v1/turns/{id}` | `response_id`, `conversation_id`, `status`, `last_seq`, `created_at`, `ended_at`, `usage` |',
    '| `GET /v1/turns/{id}/stream` | the frames after `Last-Event-ID` or `?after=N`: what is there, then what comes; 204 when nothing follows. Kept for 15 minutes after the turn’s end. `?max_frames=` and `?time_limit_ms=` bound one read |',
    '| `POST /v1/turns/{id}/cancel` | the same object as `GET /v1/turns/{id}`; stopping twice is stopping once |',
    '',
    '## Frames',
    '',
    'Every frame has `event_type`, `version`, `timestamp` and `response_id`, and beside them what stands here.',
    'A turn is `response_id`, `episode`, then anything, then one terminal frame: `completed`, `cancelled`, or `error` with `is_final: true`.',
    '',
    table(
      ['event_type', 'payload', 'means'],
      FRAME_TYPES.map((type) => [code(type), payloadOf(type), FRAME_MEANINGS[type]]),
    ),
    '',
    '## NDJSON',
    '',
    'With `Accept: application/x-ndjson` the same frames come one a line, and behind them exactly one line more:',
    '',
    `${code(`{${fields(z.toJSONSchema(eofSchema) as Schema).join(', ')}}`)}`,
    '',
    'A bounded read that stops before the turn’s end says `has_more: true`; the next one begins at `?after=` its `ending_state.after`.',
    'It is a reader that leaves: unless the turn was started with `"on_disconnect":"continue"`, come back within `RESUME_GRACE_MS`.',
    'An SSE stream that is bounded closes without `[DONE]` instead. `max_frames` is 1 to 100,000, `time_limit_ms` 1 to 3,600,000.',
    '',
    'A line carries no number. In v0.5 no frame is left out, so a stream that was cut goes on at `?after=` the lines you have, plus where',
    'you began; in v0.4 go back to your last `ending_state.after`. Where nothing follows the answer is 204, and has no line at all.',
    '',
    table(
      ['reason', 'means'],
      Object.entries(EOF_REASONS).map(([name, text]) => [code(name), text]),
    ),
    '',
    table(
      ['error.code', 'means'],
      Object.entries(EOF_ERRORS).map(([name, text]) => [code(name), text]),
    ),
    '',
    '## Wire v0.4',
    '',
    'For clients from before v0.5, which know fewer types and close on any `error`: `X-Wire-Version: 0.4`, or `WIRE_VERSION=0.4` for',
    'all who do not ask. There is no `status`, `approval_request`, `node_enter` or `node_exit`; `cancelled` is an `error` with its code;',
    'the codes that are new in v0.5 are `INTERNAL_ERROR`; an error that does not end the turn is left out, and the answer follows.',
    'A frame that is left out leaves its number out. Send the header with every read of a turn, not only with the first.',
    '',
    '## Settings',
    '',
    'Environment variables, validated once at start. All problems are listed at once.',
    '',
    table(['name', 'default', 'meaning'], fieldRows(settingsSchema)),
    '',
    '## Problems before the first byte',
    '',
    'Answered as `application/problem+json` with `code`, `title`, `status`, `detail`, `remedy` and, for a body, `errors`.',
    '',
    table(
      ['code', 'status', 'means', 'what to do'],
      Object.entries(PROBLEMS).map(([name, { status, title, remedy }]) => [code(name), String(status), title, remedy]),
    ),
    '',
    '## Codes on `error` frames',
    '',
    table(
      ['code', 'means, and what to do'],
      Object.entries(FRAME_ERRORS).map(([name, text]) => [code(name), text]),
    ),
    '',
    '## Codes on `cancelled` frames',
    '',
    table(
      ['code', 'means'],
      Object.entries(CANCELS).map(([name, text]) => [code(name), text]),
    ),
    '',
    '## Problems at start',
    '',
    'From the start, `onevoice registry check` and `onevoice scan`, each with file, line and column.',
    '',
    table(
      ['code', 'what to do'],
      Object.entries(START_PROBLEMS).map(([name, text]) => [code(name), text]),
    ),
    '',
  ].join('\n')
}

if (import.meta.main) {
  const { code: wanted } = await format('reference.md', reference(), {})
  if (process.argv.includes('--check')) {
    if ((await readFile(FILE, 'utf8').catch(() => '')) !== wanted) {
      process.stderr.write('docs/reference.md is not what the contract makes: run `node tools/reference.ts`.\n')
      process.exitCode = 1
    }
  } else await writeFile(FILE, wanted)
}
