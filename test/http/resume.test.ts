import { createParser } from 'eventsource-parser'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WIRE_VERSIONS, type Frame, type FramePayload, type WireVersion } from '../../src/contract/index.ts'
import { FRAME_SAMPLES as S } from '../contract/samples.ts'
import { DIALECTS } from '../../src/wire/index.ts'
import { stampAll, text } from '../log/stamp.ts'
import { readSse } from '../support/sse.ts'
import { anyTurn, REQUEST } from './any-turn.ts'
import { NDJSON, readNdjson } from './read-ndjson.ts'
import { serve, type Served } from './serve.ts'

/** Reads until that many bytes have come, or `enough`, then leaves without a word. */
async function* cutAfter(response: Response, bytes: number, enough: () => boolean): AsyncGenerator<string> {
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  for (let left = bytes; left > 0 && !enough();) {
    const { value, done } = await reader.read()
    if (done) break
    yield decoder.decode(value.subarray(0, left), { stream: true })
    left -= value.length
  }
  await reader.cancel()
}

type Cut = { bytes: number; grows: number }
const anyCuts = fc.array(fc.record({ bytes: fc.integer({ min: 1, max: 1_500 }), grows: fc.nat({ max: 4 }) }), {
  maxLength: 6,
})

/** A turn that grows between the cuts of its reader; and what is read without any cut. */
async function growing({ dispatcher }: Served, turn: readonly FramePayload[], version: WireVersion) {
  const selected = DIALECTS['text/event-stream'][version].select(stampAll(turn)).map(({ seq }) => seq)
  dispatcher.script = turn.slice(0, 2)
  const { response_id } = await dispatcher.start(REQUEST)
  const rest = turn.slice(2)
  return {
    path: `/v1/turns/${response_id}/stream`,
    grow: (count = rest.length) => dispatcher.append(response_id, ...rest.splice(0, count)),
    /** The last number that this version has so far. */
    last_seq: () => selected.findLast((seq) => seq <= turn.length - rest.length) ?? 0,
  }
}

const ask = (url: string, version: WireVersion, after: number, more: Record<string, string> = {}) =>
  fetch(url, { headers: { 'x-wire-version': version, 'last-event-id': String(after), ...more } })

describe.each(WIRE_VERSIONS)('cuts and resumes, %s', (version) => {
  it('OV-3: over SSE any sequence of cuts and resumes by Last-Event-ID gives the uncut log', async () => {
    const served = await serve()
    await fc.assert(
      fc.asyncProperty(anyTurn, anyCuts, async (turn, cuts) => {
        const { path, grow, last_seq } = await growing(served, turn, version)
        const url = served.url + path
        const got: { id: number; frame: Frame }[] = []
        const read = async ({ bytes, grows }: Cut) => {
          grow(grows)
          const response = await ask(url, version, got.at(-1)?.id ?? 0)
          if (response.status === 204) return true
          let done = false
          const parser = createParser({
            onEvent: ({ id, data }) => {
              if (data === '[DONE]') done = true
              else got.push({ id: Number(id), frame: JSON.parse(data) as Frame })
            },
          })
          // A reader that has all that is there would wait: it leaves as well.
          const enough = () => done || (bytes < Infinity && (got.at(-1)?.id ?? 0) >= last_seq())
          for await (const piece of cutAfter(response, bytes, enough)) parser.feed(piece)
          return done
        }
        for (const cut of cuts) await read(cut)
        grow()
        expect(await read({ bytes: Infinity, grows: 0 })).toBe(true)
        const { ids, frames } = await readSse(await ask(url, version, 0))
        expect(got.map(({ id }) => id)).toEqual(ids)
        expect(got.map(({ frame }) => frame)).toEqual(frames)
      }),
      { numRuns: 25 },
    )
  })

  it('OV-3: over NDJSON too; what no eof and no number confirms is read again', async () => {
    const served = await serve()
    await fc.assert(
      fc.asyncProperty(anyTurn, anyCuts, async (turn, cuts) => {
        const { path, grow } = await growing(served, turn, version)
        const url = served.url + path
        grow()
        const got: Frame[] = []
        let after = 0
        for (const [index, { bytes }] of cuts.entries()) {
          const response = await ask(url, version, after, NDJSON)
          if (response.status === 204) break
          let raw = ''
          for await (const piece of cutAfter(response, bytes, () => false)) raw += piece
          const lines = raw.split('\n').slice(0, -1)
          const whole = lines.map((line) => JSON.parse(line) as Frame)
          const frames = whole.filter(({ event_type }) => (event_type as string) !== 'eof')
          // v0.5 leaves no number out: its lines can be counted. In v0.4 only a bounded read says where it ended.
          if (version === '0.5') {
            got.push(...frames)
            after += frames.length
          } else {
            const bounded = await ask(`${url}?max_frames=${(index % 3) + 1}`, version, after, NDJSON)
            const part = await readNdjson(bounded)
            got.push(...part.frames)
            after = part.eof.ending_state.after
          }
        }
        const last = await ask(url, version, after, NDJSON)
        if (last.status !== 204) got.push(...(await readNdjson(last)).frames)
        expect(got).toEqual((await readNdjson(await ask(url, version, 0, NDJSON))).frames)
      }),
      { numRuns: 25 },
    )
  })
})

describe('a cursor that is none', () => {
  let served: Served

  it.each([
    ['garbage', 'abc'],
    ['nothing', ''],
    ['negative', '-1'],
    ['a fraction', '1.5'],
    ['of the future', '4'],
    ['far too large', '9'.repeat(400)],
  ])('OV-3: %s is answered at once, while the turn runs', async (_, cursor) => {
    served = await serve()
    served.dispatcher.script = [S.response_id, S.episode, text('a')]
    await served.dispatcher.start(REQUEST)
    const url = `${served.url}/v1/turns/resp_1/stream`
    for (const headers of [NDJSON, {}]) {
      const response = await fetch(`${url}?after=${cursor}`, { headers })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'invalid_request', errors: [{ field: 'after' }] })
    }
    expect(served.dispatcher.readers).toBe(0)
  })

  it('OV-3: expired is 410, in both framings', async () => {
    served = await serve()
    served.dispatcher.script = [S.response_id, S.episode, S.completed]
    await served.dispatcher.start(REQUEST)
    served.dispatcher.log.drop('resp_1')
    for (const headers of [NDJSON, {}])
      expect((await fetch(`${served.url}/v1/turns/resp_1/stream?after=1`, { headers })).status).toBe(410)
  })

  it('OV-3: of another’s turn tells nothing: neither that it is good nor that it is not', async () => {
    served = await serve()
    served.dispatcher.script = [S.response_id, S.episode]
    await served.dispatcher.start(REQUEST)
    const answers = ['resp_1?after=1', 'resp_1?after=99', 'resp_9?after=1'].map(async (turn) => {
      const [id, query] = turn.split('?')
      const response = await fetch(`${served.url}/v1/turns/${id}/stream?${query}`, {
        headers: { 'x-test-user': 'eve' },
      })
      return [response.status, await response.text()]
    })
    const [good, bad, absent] = await Promise.all(answers)
    expect(good?.[0]).toBe(404)
    expect([bad, absent]).toEqual([good, good])
  })
})
