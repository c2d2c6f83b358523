import { setTimeout as wait } from 'node:timers/promises'
import { isTerminal, type Frame } from '../../src/contract/index.ts'
import { DIALECT_NAMES, DIALECTS, readAll, StreamReader, type DialectName, type Reading } from '../failure/dialects.ts'
import { endedState } from '../failure/run-faults.ts'
import type { Service } from '../support/service.ts'
import type { Dice } from './dice.ts'
import { randomMessage } from './messages.ts'

/**
 * What clients do to a turn. Each answers where the turn is and all that it has read; `whole` are the readings that must
 * be the whole turn, in their dialect.
 */
export interface Played {
  at: string
  message: string
  whole: { dialect: DialectName; frames: Frame[] }[]
  /** Everything that came, byte by byte. */
  raw: string[]
}

type Play = (service: Service, dice: Dice) => Promise<Played>

export const CLIENTS = {
  readsToTheEnd: 30,
  leaves: 12,
  cutsAndResumes: 15,
  readsTwice: 10,
  cancels: 12,
  stalls: 6,
  readsInPortions: 8,
  retries: 7,
} as const
export type ClientName = keyof typeof CLIENTS

const urlOf = (service: Service, response: Response): string =>
  `${service.url}${response.headers.get('content-location')}`

async function open(
  service: Service,
  dice: Dice,
  dialect: DialectName,
  body: Record<string, unknown> = {},
  signal?: AbortSignal,
) {
  const message = randomMessage(dice)
  const response = await service.chat(
    { message, locale: dice.one(['en', 'es', 'fr', 'de']), ...body },
    DIALECTS[dialect],
    signal,
  )
  if (response.status !== 200) throw new Error(`${message}: ${response.status} ${await response.text()}`)
  return { message, response, at: urlOf(service, response) }
}

const readsToTheEnd: Play = async (service, dice) => {
  const dialect = dice.one(DIALECT_NAMES)
  const { message, response, at } = await open(service, dice, dialect)
  const reading = ended(await readAll(response))
  return { at, message, whole: [{ dialect, frames: reading.frames }], raw: [reading.raw] }
}

/** At a frame by chance, for good. */
const leaves: Play = async (service, dice) => {
  const leaving = new AbortController()
  const on_disconnect = dice.one(['cancel', 'continue'])
  const { message, response, at } = await open(
    service,
    dice,
    dice.one(DIALECT_NAMES),
    { on_disconnect },
    leaving.signal,
  )
  const reading = await readSome(response, dice.whole(0, 12), leaving)
  await endedState(at)
  return { at, message, whole: [], raw: [reading.raw] }
}

/** Again and again, until it has it all. */
const cutsAndResumes: Play = async (service, dice) => {
  const dialect = dice.one(['SSE 0.5', 'SSE 0.4'] as const)
  let leaving = new AbortController()
  const { message, response, at } = await open(service, dice, dialect, {}, leaving.signal)
  const frames: Frame[] = []
  const raw: string[] = []
  let next = response
  for (let after = 0; ;) {
    const reading = await readSome(next, dice.whole(1, 20), leaving)
    raw.push(reading.raw)
    frames.push(...reading.frames)
    after = reading.ids.at(-1) ?? after
    if (reading.ends > 0 || frames.some(isTerminal)) break
    leaving = new AbortController()
    next = await fetch(`${at}/stream`, {
      headers: { ...DIALECTS[dialect], 'last-event-id': String(after) },
      signal: leaving.signal,
    })
    // Nothing follows: what was cut off behind the last frame is the end of the stream only.
    if (next.status === 204) break
    if (next.status !== 200) throw new Error(`${message}: resumed after ${after}: ${next.status} ${await next.text()}`)
  }
  return { at, message, whole: [{ dialect, frames }], raw }
}

const readsTwice: Play = async (service, dice) => {
  const [first, second] = [dice.one(DIALECT_NAMES), dice.one(DIALECT_NAMES)]
  const { message, response, at } = await open(service, dice, first)
  const other = await fetch(`${at}/stream?after=0`, { headers: DIALECTS[second] })
  const [one, two] = await Promise.all([readAll(response), readAll(other)])
  return {
    at,
    message,
    whole: [
      { dialect: first, frames: ended(one).frames },
      { dialect: second, frames: ended(two).frames },
    ],
    raw: [one.raw, two.raw],
  }
}

const cancels: Play = async (service, dice) => {
  const dialect = dice.one(DIALECT_NAMES)
  const { message, response, at } = await open(service, dice, dialect)
  let left = dice.whole(1, 12)
  const asked: Promise<string>[] = []
  const cancel = async () => (await fetch(`${at}/cancel`, { method: 'POST' })).text()
  const reading = ended(await readAll(response, () => (left -= 1) === 0 && asked.push(cancel())))
  return {
    at,
    message,
    whole: [{ dialect, frames: reading.frames }],
    raw: [reading.raw, ...(await Promise.all(asked))],
  }
}

/** Takes its time in the middle, then goes on. */
const stalls: Play = async (service, dice) => {
  const dialect = dice.one(DIALECT_NAMES)
  const { message, response, at } = await open(service, dice, dialect)
  const reader = new StreamReader(response)
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? []) {
    reader.push(decoder.decode(bytes, { stream: true }))
    if (dice.chance(0.3)) await wait(dice.whole(1, 200))
  }
  return { at, message, whole: [{ dialect, frames: ended(reader).frames }], raw: [reader.raw] }
}

const readsInPortions: Play = async (service, dice) => {
  const dialect = dice.one(['NDJSON 0.5', 'NDJSON 0.4'] as const)
  const leaving = new AbortController()
  const { message, response, at } = await open(service, dice, dialect, { on_disconnect: 'continue' }, leaving.signal)
  const raw = [(await readSome(response, 1, leaving)).raw]
  const frames: Frame[] = []
  for (let after = 0; ;) {
    const bound = dice.chance(0.5) ? `max_frames=${dice.whole(1, 400)}` : `time_limit_ms=${dice.whole(1, 300)}`
    const portion = await fetch(`${at}/stream?after=${after}&${bound}`, { headers: DIALECTS[dialect] })
    if (portion.status === 204) break
    const reading = ended(await readAll(portion))
    raw.push(reading.raw)
    frames.push(...reading.frames)
    if (reading.eof === undefined) throw new Error(`${message}: a portion without an eof`)
    after = reading.eof.ending_state.after
    if (!['time_limit', 'state_limit'].includes(reading.eof.reason)) break
  }
  return { at, message, whole: [{ dialect, frames }], raw }
}

/** The same request twice at once is one turn; with another body it is refused. */
const retries: Play = async (service, dice) => {
  const message = randomMessage(dice)
  const headers = { 'idempotency-key': `chaos-${dice.roll()}-${dice.roll()}` }
  const [one, two] = await Promise.all([service.chat({ message }, headers), service.chat({ message }, headers)])
  const ids = [one, two].map((response) => response.headers.get('x-response-id'))
  if (ids[0] === null || ids[0] !== ids[1]) throw new Error(`${message}: one key gave the turns ${ids.join(' and ')}`)
  const other = await service.chat({ message: `${message} please` }, headers)
  const refusal = await other.text()
  if (other.status !== 422) throw new Error(`${message}: another body under the same key: ${other.status} ${refusal}`)
  const readings = await Promise.all([readAll(one), readAll(two)])
  return {
    at: urlOf(service, one),
    message,
    whole: readings.map((reading) => ({ dialect: 'SSE 0.5' as const, frames: ended(reading).frames })),
    raw: [...readings.map(({ raw }) => raw), refusal],
  }
}

export const PLAYS: Readonly<Record<ClientName, Play>> = {
  readsToTheEnd,
  leaves,
  cutsAndResumes,
  readsTwice,
  cancels,
  stalls,
  readsInPortions,
  retries,
}

/** So many frames, then it is cut; it may have ended before. */
async function readSome(response: Response, count: number, leaving: AbortController): Promise<Reading> {
  const reader = new StreamReader(response)
  const decoder = new TextDecoder()
  try {
    if (count === 0) leaving.abort()
    for await (const bytes of response.body ?? []) {
      reader.push(decoder.decode(bytes, { stream: true }))
      if (reader.frames.length >= count && reader.ends === 0) leaving.abort()
    }
  } catch (error) {
    if (!leaving.signal.aborted) throw error
  }
  return reader
}

function ended(reading: Reading): Reading {
  if (reading.ends !== 1) throw new Error(`a stream had ${reading.ends} ends:\n${reading.raw.slice(-500)}`)
  return reading
}
