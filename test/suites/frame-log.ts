import { getEventListeners } from 'node:events'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { LogFullError, type FrameLog, type NumberedFrame } from '../../src/contract/index.ts'
import { stamp, text, USAGE, wholeTurn } from '../log/stamp.ts'

/** What every frame log promises. */
export function frameLogSuite(name: string, make: (bounds?: { max_frames?: number; max_bytes?: number }) => FrameLog) {
  describe(`a frame log: ${name}`, () => {
    let log: FrameLog
    beforeEach(() => {
      log = make()
      log.open('resp_1')
    })
    const write = (entries: readonly NumberedFrame[]) => {
      for (const entry of entries) log.append('resp_1', entry)
    }

    it('FR-14: a reader gets every frame in the order of its number, and ends behind the terminal frame', async () => {
      const entries = wholeTurn([text('a'), text('b')])
      const reading = readAll(log, 0)
      write(entries.slice(0, 3))
      await tick()
      write(entries.slice(3))
      expect(await reading).toEqual(entries)
    })

    it('a reader of a log that has ended gets it whole', async () => {
      const entries = wholeTurn([text('a')])
      write(entries)
      expect(await readAll(log, 0)).toEqual(entries)
    })

    it('what is appended in one tick comes as one group', async () => {
      const entries = wholeTurn([text('a'), text('b')])
      const groups: number[] = []
      const reading = (async () => {
        for await (const group of log.tail('resp_1', 0, never())) groups.push(group.length)
      })()
      await tick()
      write(entries.slice(0, 2))
      await tick()
      write(entries.slice(2))
      await reading
      expect(groups).toEqual([2, 3])
    })

    it('a reader begins after any number', async () => {
      const entries = wholeTurn([text('a'), text('b')])
      write(entries)
      for (let after = 0; after <= entries.length; after++)
        expect(await readAll(log, after)).toEqual(entries.slice(after))
    })

    it('readers do not wait for each other', async () => {
      const entries = wholeTurn([text('a'), text('b')])
      const slow = log.tail('resp_1', 0, never())[Symbol.asyncIterator]()
      write(entries.slice(0, 2))
      expect((await slow.next()).value).toEqual(entries.slice(0, 2))
      const fast = readAll(log, 1)
      write(entries.slice(2))
      expect(await fast).toEqual(entries.slice(1))
      expect((await slow.next()).value).toEqual(entries.slice(2))
      expect((await slow.next()).done).toBe(true)
    })

    it('a reader ends on its signal, and leaves no listener on it', async () => {
      const controller = new AbortController()
      const reading = readAll(log, 0, controller.signal)
      write(wholeTurn([]).slice(0, 1))
      await tick()
      expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1)
      controller.abort()
      expect(await reading).toHaveLength(1)
      expect(getEventListeners(controller.signal, 'abort')).toEqual([])
      expect(await readAll(log, 0, controller.signal)).toEqual([])
    })

    it('a dropped log ends its readers and is gone', async () => {
      write(wholeTurn([]).slice(0, 2))
      const reading = readAll(log, 0)
      await tick()
      log.drop('resp_1')
      expect(await reading).toHaveLength(2)
      expect(log.lastSeq('resp_1')).toBeUndefined()
      expect(await readAll(log, 0)).toEqual([])
    })

    it('knows its last number', () => {
      expect(log.lastSeq('resp_1')).toBe(0)
      write(wholeTurn([]).slice(0, 2))
      expect(log.lastSeq('resp_1')).toBe(2)
      expect(log.lastSeq('resp_2')).toBeUndefined()
    })

    it('keeps the turns apart', async () => {
      log.open('resp_2')
      write(wholeTurn([text('one')]))
      const others = wholeTurn([text('two')], 'resp_2')
      for (const entry of others) log.append('resp_2', entry)
      expect(await readAll(log, 0, never(), 'resp_2')).toEqual(others)
    })

    it('SM-5: nothing follows a terminal frame, not even a second one', () => {
      const entries = wholeTurn([])
      write(entries)
      expect(() => log.append('resp_1', stamp(4, text('late')))).toThrow(/behind the terminal/)
      expect(() => log.append('resp_1', stamp(4, { event_type: 'completed' }))).toThrow(/behind the terminal/)
      expect(log.lastSeq('resp_1')).toBe(entries.length)
    })

    it('refuses a number that does not follow, and a turn it does not know', () => {
      expect(() => log.append('resp_1', stamp(2, text('early')))).toThrow(/not number 1/)
      expect(() => log.append('resp_9', stamp(1, text('lost')))).toThrow(/no frame log/)
      expect(() => log.open('resp_1')).toThrow(/already/)
    })

    it.each([
      ['frames', { max_frames: 3 }],
      ['bytes', { max_bytes: 3_000 }],
    ])('past its bound of %s it appends nothing, and still takes what ends the turn', async (what, bounds) => {
      log = make(bounds)
      log.open('resp_1')
      const fill = () => {
        for (;;) log.append('resp_1', stamp(log.lastSeq('resp_1')! + 1, text('x'.repeat(600))))
      }
      expect(fill).toThrow(LogFullError)
      expect(fill).toThrow(what === 'frames' ? /3 frames/ : /3000 bytes/)
      const kept = log.lastSeq('resp_1')!
      expect(kept).toBe(3)
      const call = { id: 'call_1', name: 'find', type: 'ccs' } as const
      log.append('resp_1', stamp(kept + 1, { event_type: 'tool_completed', tool_call: call }))
      log.append('resp_1', stamp(kept + 2, USAGE))
      log.append('resp_1', stamp(kept + 3, { event_type: 'completed' }))
      expect(await readAll(log, 0)).toHaveLength(kept + 3)
    })

    it.each([
      ['frames', { max_frames: 10 }, 'x', 0.1],
      ['bytes', { max_bytes: 100_000 }, 'x'.repeat(10_000), 0.1],
    ])('knows how full it is, by its %s', (_what, bounds, chunk, each) => {
      log = make(bounds)
      log.open('resp_1')
      expect(log.fill('resp_1')).toBe(0)
      for (let seq = 1; seq <= 5; seq++) {
        log.append('resp_1', stamp(seq, text(chunk)))
        expect(log.fill('resp_1')).toBeCloseTo(seq * each, 1)
      }
      expect(log.fill('resp_2')).toBe(0)
    })

    it('OV-3: two readers at once, each cut and resumed anywhere, both read the uncut log', async () => {
      const pieces = fc.array(fc.nat(6), { maxLength: 8 })
      await fc.assert(
        fc.asyncProperty(fc.array(fc.string(), { maxLength: 20 }), pieces, pieces, async (chunks, one, two) => {
          const each = make()
          each.open('resp_1')
          const entries = wholeTurn(chunks.map(text))
          /** Takes so many frames, then comes back for more; at last for the rest. */
          const inPieces = async (lengths: readonly number[]) => {
            const seen: NumberedFrame[] = []
            for (const length of [...lengths, Infinity]) {
              const until = seen.length + length
              if (length === 0) continue
              for await (const group of each.tail('resp_1', seen.length, never())) {
                seen.push(...group.slice(0, until - seen.length))
                if (seen.length === until) break
              }
            }
            return seen
          }
          const reading = Promise.all([inPieces(one), inPieces(two)])
          for (const entry of entries) {
            each.append('resp_1', entry)
            if (entry.seq % 3 === 0) await tick()
          }
          expect(await reading).toEqual([entries, entries])
        }),
        { numRuns: 100 },
      )
    })

    it('OV-3: any sequence of cuts and resumes reads the uncut log', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.string({ maxLength: 8 }), { maxLength: 20 }),
          // How many frames are appended before the reader takes its next group; and whether it is cut there.
          fc.array(fc.record({ append: fc.nat(4), cut: fc.boolean() }), { maxLength: 30 }),
          async (chunks, steps) => {
            const each = make()
            each.open('resp_1')
            const entries = wholeTurn(chunks.map(text))
            let written = 0
            const appendSome = (count: number) => {
              for (const entry of entries.slice(written, written + count)) each.append('resp_1', entry)
              written = Math.min(entries.length, written + count)
            }
            const seen: NumberedFrame[] = []
            let controller = new AbortController()
            let reader = each.tail('resp_1', 0, controller.signal)[Symbol.asyncIterator]()
            for (const { append, cut } of steps) {
              // A reader that is cut while it waits, or between two groups.
              const waiting = written === seen.length && append === 0 ? reader.next() : undefined
              appendSome(append)
              const next = waiting ?? (seen.length < written ? reader.next() : undefined)
              if (cut) {
                controller.abort()
                const group = await next
                if (group?.done === false) seen.push(...group.value)
                controller = new AbortController()
                reader = each.tail('resp_1', seen.length, controller.signal)[Symbol.asyncIterator]()
              } else if (waiting === undefined) {
                const group = await next
                if (group?.done === false) seen.push(...group.value)
              } else {
                appendSome(1)
                const group = await waiting
                if (group.done === false) seen.push(...group.value)
              }
            }
            appendSome(entries.length)
            for (let group = await reader.next(); !group.done; group = await reader.next()) seen.push(...group.value)
            expect(seen).toEqual(entries)
          },
        ),
        { numRuns: 200 },
      )
    })
  })
}

const never = () => new AbortController().signal
const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

async function readAll(
  log: FrameLog,
  after: number,
  signal: AbortSignal = never(),
  response_id = 'resp_1',
): Promise<NumberedFrame[]> {
  const entries: NumberedFrame[] = []
  for await (const group of log.tail(response_id, after, signal)) entries.push(...group)
  return entries
}
