import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { CANCEL_CODES, FRAME_ERROR_CODES, frameSchema, type Frame } from '../../src/contract/index.ts'
import { FAILURES_FILE, failuresDocument } from '../../tools/failures.ts'
import { findCanaries } from '../fakes/canaries.ts'
import { DIALECT_NAMES } from './dialects.ts'
import { FAULTS, type Fault } from './faults.ts'
import { kindsOf, textOf } from './read-frames.ts'
import { REFUSALS } from './refusals.ts'
import { LOCALES, runFaults, terminalsOf, type FaultRuns, type Locale } from './run-faults.ts'

let runs: FaultRuns
beforeAll(async () => {
  runs = await runFaults()
}, 60_000)

const CODES = [...FRAME_ERROR_CODES, ...CANCEL_CODES]

const only = <T extends Frame['event_type']>(frames: readonly Frame[], type: T) =>
  frames.filter((frame): frame is Extract<Frame, { event_type: T }> => frame.event_type === type)

/** What the orchestrator is to say, from the platform's own words. */
const wordsOf = ({ words }: Fault, locale: Locale): string[] =>
  words.map(([key, topic]) => {
    const fields = topic === undefined ? {} : { topic: runs.words.message(locale, `topic.${topic}`, {}) }
    const said = runs.words.message(locale, key, fields)
    if (said === undefined) throw new Error(`There are no words for ${key} in ${locale}.`)
    return said
  })

const ANSWERS = {
  en: 'Here is what I found for you.',
  es: 'Esto es lo que encontré para ti.',
  fr: 'Voici ce que j’ai trouvé pour vous.',
}

describe.each(Object.entries(FAULTS))('%s', (_group, faults) => {
  describe.each(faults.map((fault) => [`${fault.ids}: ${fault.name}`, fault] as const))('%s', (_name, fault) => {
    it.each(LOCALES)('FR-9: gives the documented frames and words in %s', (locale) => {
      const { frames, ids, ends } = runs.of(fault)[locale].live
      expect(kindsOf(frames)).toBe(`response_id · episode · ${fault.kinds}`)
      expect(terminalsOf(frames)).toEqual([frames.at(-1)])
      expect(endOf(frames)).toBe(fault.ends)
      expect(ends).toBe(1)
      expect(ids).toEqual(frames.map((_, index) => index + 1))
      expect(only(frames, 'error').map(({ error, is_final }) => ({ error, is_final }))).toEqual(
        fault.error === undefined ? [] : [{ error: fault.error, is_final: fault.ends === 'error' }],
      )

      const text = textOf(frames)
      let from = 0
      for (const words of wordsOf(fault, locale)) {
        expect(text.slice(from)).toContain(words)
        from += text.slice(from).indexOf(words) + words.length
      }
      expect(text.includes(ANSWERS[locale])).toBe(fault.answered)
      for (const code of CODES) expect(text).not.toContain(code)
      expect(isToldInOrder(fault, frames)).toBe(true)
      // Each language has words of its own.
      const said = new Set(LOCALES.map((each) => JSON.stringify(wordsOf(fault, each))))
      expect(said.size).toBe(fault.words.length === 0 ? 1 : LOCALES.length)

      expect(idsOf(frames, 'tool_completed')).toEqual(idsOf(frames, 'tool_call'))
      expect(idsOf(frames, 'data_loaded')).toEqual(idsOf(frames, 'data_loading'))
      for (const id of fault.unharmed) {
        const names = only(frames, 'tool_completed').map(({ tool_call }) => tool_call.name)
        expect(names).toEqual(expect.arrayContaining([`look_up_${id}`, `render_${id}`]))
        const loaded = only(frames, 'data_loaded').filter(({ data }) => data.type === `${id}_list`)
        expect(loaded.map(({ data }) => data.items)).toEqual([[{ id: 'thing_1', title: 'A thing' }]])
      }
    })

    it('FR-12, SM-3, NFR-7: is the same turn in every dialect, each frame valid and within 256 KB', () => {
      for (const locale of LOCALES) {
        const { live, again } = runs.of(fault)[locale]
        expect(again['SSE 0.5'].frames).toEqual(live.frames)
        expect(again['NDJSON 0.5'].frames).toEqual(live.frames)
        expect(again['NDJSON 0.4'].frames).toEqual(again['SSE 0.4'].frames)
        expect(DIALECT_NAMES.map((name) => again[name].ends)).toEqual([1, 1, 1, 1])
        // Of a flood, the last ones: there are fifty thousand alike.
        for (const frame of live.frames.slice(-100)) expect(frameSchema.safeParse(frame).error).toBeUndefined()
        expect(live.frames.filter((frame) => bytesOf(frame) > 256 * 1024)).toEqual([])

        const older = again['SSE 0.4'].frames
        expect(older.filter(({ version }) => version !== '0.4')).toEqual([])
        expect(kindsOf(older)).toBe(kindsIn04(fault))
        expect(endOf(older)).toBe(endIn04(fault))

        const reason = fault.ends === 'completed' ? 'complete' : fault.ends === 'error' ? 'error' : 'aborted'
        for (const name of ['NDJSON 0.5', 'NDJSON 0.4'] as const) {
          const { eof } = again[name]
          expect([eof?.reason, eof?.has_more, eof?.ending_state.after]).toEqual([
            reason,
            reason === 'aborted',
            live.frames.length,
          ])
          expect(eof?.error?.code).toBe(reason === 'error' ? 'internal_error' : undefined)
        }
      }
    })
  })
})

/** The ids of tool calls or loads, sorted. */
const idsOf = (frames: readonly Frame[], type: 'tool_call' | 'tool_completed' | 'data_loading' | 'data_loaded') =>
  only(frames, type)
    .map((frame) => ('tool_call' in frame ? frame.tool_call.id : frame.data.id))
    .toSorted()

/** The terminal frame's type; of a cancel, its code. */
function endOf(frames: readonly Frame[]): string | undefined {
  const last = frames.at(-1)
  if (last?.version === '0.4' && last.event_type === 'error') return last.error.code
  return last?.event_type === 'cancelled' ? last.error.code : last?.event_type
}

/** The words come behind an error that is not the end, and before one that is. */
function isToldInOrder({ words, error, ends }: Fault, frames: readonly Frame[]): boolean {
  if (words.length === 0 || error === undefined) return true
  const kinds = frames.map(({ event_type }) => event_type)
  return ends === 'error'
    ? kinds.indexOf('text') < kinds.indexOf('error')
    : kinds.indexOf('text') > kinds.indexOf('error')
}

const bytesOf = (frame: Frame): number => Buffer.byteLength(JSON.stringify(frame))

/** No status; no error before the end; a cancel is an error. */
function kindsIn04({ kinds, ends }: Fault): string {
  const known = kinds.split(' · ').filter((kind) => kind !== 'status' && (kind !== 'error' || ends === 'error'))
  return ['response_id', 'episode', ...known.map((kind) => (kind === 'cancelled' ? 'error' : kind))].join(' · ')
}

/** Codes that v0.4 does not have are its INTERNAL_ERROR; a cancel keeps its own. */
function endIn04({ ends, error }: Fault): string {
  if (ends !== 'error') return ends
  return error?.code === 'RATE_LIMIT_ERROR' ? error.code : 'INTERNAL_ERROR'
}

it.each(REFUSALS.map((refusal) => [refusal.name, refusal] as const))(
  '%s is refused before the first byte',
  (_name, refusal) => {
    const refused = runs.refusals.find((each) => each.refusal === refusal)
    expect([refused?.status, refused?.body['code']]).toEqual([refusal.status, refusal.code])
    expect(refused?.type).toMatch(/^application\/problem\+json/)
    expect(refused?.body['remedy']).toBeTypeOf('string')
  },
)

describe('FR-7: nothing that was planted gets out', () => {
  it.each(DIALECT_NAMES)('into an answer in %s', (name) => {
    for (const fault of Object.values(FAULTS).flat())
      for (const locale of LOCALES)
        expect(findCanaries(runs.of(fault)[locale].again[name].raw), `${fault.name} in ${locale}`).toEqual([])
  })

  it('into a live answer, a turn’s state or a refusal', () => {
    for (const fault of Object.values(FAULTS).flat())
      for (const locale of LOCALES) {
        const { live, state } = runs.of(fault)[locale]
        expect(findCanaries(live.raw + state), `${fault.name} in ${locale}`).toEqual([])
      }
    for (const { raw } of runs.refusals) expect(findCanaries(raw)).toEqual([])
  })

  it('into the metrics or the log', () => {
    for (const { log, metrics } of runs.services) {
      expect(findCanaries(metrics)).toEqual([])
      expect(findCanaries(log)).toEqual([])
    }
  })

  it('though every fault was told to the operator', () => {
    const log = runs.services.map((service) => service.log).join('\n')
    for (const where of [
      'sub-agent alpha',
      'sub-agent beta',
      'sub-agent gamma',
      'alpha: tool reckon_alpha',
      'orchestrator',
    ])
      expect(log).toContain(`"where":"${where}"`)
    expect(log).toContain('a context call failed')
    expect(log).toContain('a context call answered for somebody else')
  })
})

it('FR-13: what a sub-agent writes after it was given up is dropped, and counted', () => {
  const late = runs.services
    .map(({ metrics }) => /stream_late_write_dropped_total\{[^}]*\} (\d+)/.exec(metrics)?.[1])
    .map(Number)
  expect(Math.max(...late.filter((count) => !Number.isNaN(count)))).toBeGreaterThan(0)
})

it('docs/failures.md says what these runs gave', async () => {
  const kept = await readFile(FAILURES_FILE, 'utf8').catch(() => '')
  expect(kept, 'Run `node tools/failures.ts` and look at what has changed.').toBe(await failuresDocument(runs))
})
