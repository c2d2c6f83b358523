import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { format } from 'oxfmt'
import { CANCELS, EOF_REASONS, FRAME_ERRORS, type Frame, type FrameError } from '../src/contract/index.ts'
import { FAULTS, type Fault } from '../test/failure/faults.ts'
import { textOf } from '../test/failure/read-frames.ts'
import { runFaults, type FaultRun, type FaultRuns } from '../test/failure/run-faults.ts'

/** Writes docs/failures.md from a run of every fault, or with --check says whether it is what such a run gives. */

export const FAILURES_FILE = fileURLToPath(new URL('../docs/failures.md', import.meta.url))

const row = (...cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`
const table = (head: string[], rows: string[][]) =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n')
const code = (text: string) => `\`${text}\``

/** Kinds in the order of their first coming; an end with its code and what it carries. */
function frameList(frames: readonly Frame[]): string {
  const said = frames.slice(2).map((frame) => {
    if (frame.event_type === 'cancelled') return `**cancelled** ${code(frame.error.code)}`
    if (frame.event_type !== 'error') return frame === frames.at(-1) ? `**${frame.event_type}**` : frame.event_type
    const { code: name, ...fields } = frame.error
    const kind = frame === frames.at(-1) ? '**error**' : 'error'
    return [kind, code(name), ...(Object.keys(fields).length > 0 ? [code(`{${fieldList(fields)}}`)] : [])].join(' ')
  })
  return [...new Set(said)].join(' · ')
}

const fieldList = (fields: Omit<FrameError, 'code'>): string =>
  Object.entries(fields)
    .map(([name, value]) => {
      if (name === 'reason') return `reason: ${String(value)}`
      return Array.isArray(value) ? `failed: [${value.map((record) => record.code).join(', ')}]` : name
    })
    .join(', ')

/** Words that come again and again are written once. */
const wordList = (run: FaultRun): string =>
  textOf(run.live.frames)
    .trim()
    .replaceAll(/\n+/g, ' / ')
    .replaceAll(/(?<!\S)(\S+ )\1+/g, '$1… ')
    .trim() || '–'

const faultRow = (fault: Fault, run: FaultRun): string[] => {
  const { eof, frames: _ } = run.again['NDJSON 0.5']
  return [
    fault.name,
    frameList(run.live.frames),
    wordList(run),
    frameList(run.again['SSE 0.4'].frames),
    eof === undefined ? '–' : code(eof.reason) + (eof.error === undefined ? '' : ` / ${code(eof.error.code)}`),
  ]
}

const HEAD = ['what goes wrong', 'frames', 'what the user reads', 'what a v0.4 client gets', 'NDJSON `eof`']

export async function failuresDocument(runs: FaultRuns): Promise<string> {
  const text = [
    '# When something goes wrong',
    '',
    '<!-- Made by `node tools/failures.ts` from running every fault. Do not edit. -->',
    '',
    'For whoever writes a client. Every row below was run against the service; the columns are what came.',
    '',
    '## How a turn ends',
    '',
    'A turn always ends, in exactly one of three frames, and then the stream closes: `data: [DONE]` in SSE, one `eof` line in NDJSON.',
    '',
    '- `completed`: there is an answer.',
    '- `error` with `is_final: true`: there is none, or not all of it. The text before it has told the user so.',
    '- `cancelled`: the turn was stopped. `error.code` says why.',
    '',
    'An `error` with `is_final: false` is not an end: keep reading, text and `completed` follow. It is there for your telemetry.',
    'Never show an error frame to the user: what the user should know is in `text`, in the user’s language, without codes.',
    'A stream that closes without one of these ends was cut: attach again at `GET /v1/turns/{response_id}/stream` with `Last-Event-ID`.',
    '',
    '## What to do',
    '',
    table(
      ['`error.code`', 'what it means, and what to do'],
      Object.entries(FRAME_ERRORS).map(([name, words]) => [code(name), words]),
    ),
    '',
    table(
      ['`cancelled`', 'what it means'],
      Object.entries(CANCELS).map(([name, words]) => [code(name), words]),
    ),
    '',
    table(
      ['`eof`', 'what it means'],
      Object.entries(EOF_REASONS).map(([name, words]) => [code(name), words]),
    ),
    '',
    'An error frame carries what its code needs and nothing else: `sub_agent_id`, or `enricher_id` and `reason`, or `failed`, a list of such records, one for each sub-agent that failed.',
    '',
    '## Every fault',
    '',
    'Each turn begins with `response_id` and `episode`, which are left out here. A kind that comes several times is written once, where it first came; the end is **bold**. In the user’s words, `/` is a new paragraph.',
    'The sub-agents of these runs are made for them: one knows the weather, one the calendar, one has no topic to name.',
    'A v0.4 client, which stops at any error, gets only those that end the turn.',
    '',
    ...Object.entries(FAULTS).flatMap(([group, faults]) => [
      `### ${group}`,
      '',
      table(
        HEAD,
        faults.map((fault) => faultRow(fault, runs.of(fault).en)),
      ),
      '',
    ]),
    '## Before the first byte',
    '',
    'No turn has begun, and the answer is `application/problem+json` with `code`, `detail` and `remedy`. All codes are in [the reference](reference.md).',
    '',
    table(
      ['what was sent', 'status', 'code'],
      runs.refusals.map(({ refusal, status, body }) => [refusal.name, String(status), code(String(body['code']))]),
    ),
    '',
  ].join('\n')
  return (await format('failures.md', text, {})).code
}

if (import.meta.main) {
  const made = await failuresDocument(await runFaults())
  if (process.argv.includes('--check')) {
    if ((await readFile(FAILURES_FILE, 'utf8').catch(() => '')) !== made) {
      process.stderr.write('docs/failures.md is not what the faults give: run `node tools/failures.ts`.\n')
      process.exitCode = 1
    }
  } else await writeFile(FAILURES_FILE, made)
}
