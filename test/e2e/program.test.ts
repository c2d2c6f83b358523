import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOneVoice, RefusedError, type Frame, type OneVoice } from '../../src/index.ts'
import { onevoice, onevoiceInto } from '../support/service.ts'

let voice: OneVoice
beforeAll(async () => {
  voice = await createOneVoice({ LOG_LEVEL: 'silent' })
})
afterAll(() => voice.close())

it('a program gets the same frames, typed, as they come', async () => {
  const types: Frame['event_type'][] = []
  for await (const frame of voice.turn({ message: 'offers for coffee' })) types.push(frame.event_type)
  expect(types[0]).toBe('response_id')
  expect(types.at(-1)).toBe('completed')
  expect(types).toContain('data_loaded')
})

it('run gives one turn as one value', async () => {
  const result = await voice.run({ message: 'ofertas de café', locale: 'es' })
  expect(result.text).not.toBe('')
  expect(result.statuses[0]?.message).toBe('Buscando ofertas…')
  expect(result.components.map(({ event_type }) => event_type)).toContain('data_loaded')
  expect(result.errors).toEqual([])
  expect(result.terminal.event_type).toBe('completed')
  expect(result.usage?.total_tokens).toBeGreaterThan(0)
  expect(result.frames.at(-1)).toEqual(result.terminal)
  expect(result.timings.first_frame_ms).toBeLessThanOrEqual(result.timings.total_ms)
})

it('a program that stops reading cancels its turn; a signal cancels it and its end still comes', async () => {
  for await (const _ of voice.turn({ message: 'offers for coffee' })) break
  const stop = new AbortController()
  const frames: Frame[] = []
  for await (const frame of voice.turn({ message: 'offers for pizza', signal: stop.signal })) {
    frames.push(frame)
    if (frame.event_type === 'episode') stop.abort()
  }
  expect(frames.at(-1)).toMatchObject({ event_type: 'cancelled', error: { code: 'REQUEST_CANCELLED' } })
})

it('a request that is not valid names its fields', async () => {
  const refusal = await voice.run({ message: '', locale: 'not a language!' }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(RefusedError)
  expect((refusal as RefusedError).errors.map(({ field }) => field)).toEqual(['message', 'locale'])
})

it('`onevoice turn` prints a turn readably in a pipe, and its frames with --json', async () => {
  const plain = await onevoice(['turn', 'find me coffee offers and check my points'])
  expect(plain.stderr).toBe('')
  expect(plain.code).toBe(0)
  expect(plain.stdout).toContain('· Searching for offers and looking up your points…\n')
  expect(plain.stdout).toMatch(/\ncompleted · \d+ ms · \d+ tokens · resp_/)
  // oxlint-disable-next-line no-control-regex -- no escape sequence goes into a pipe
  expect(plain.stdout).not.toMatch(/\u001b/)
  const json = await onevoice(['turn', '--json', '--locale', 'fr', 'bonjour'])
  const frames = json.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Frame)
  expect(frames.at(-1)?.event_type).toBe('completed')
})

it('a reader that leaves, such as head, is no error', async () => {
  const { code, stderr } = await onevoiceInto('head -1', ['registry', 'list'])
  expect([code, stderr]).toEqual([0, ''])
})

it('a command line that is off is answered with its usage and exit code 2', async () => {
  const none = await onevoice(['turn'])
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('onevoice turn "<message>"')])
  const unknown = await onevoice(['trun'])
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('there is no command "trun"')])
})
