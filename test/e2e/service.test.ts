import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { frameSchema, type Frame } from '../../src/contract/index.ts'
import { startService } from '../support/service.ts'
import { readSse } from '../support/sse.ts'

let service: Awaited<ReturnType<typeof startService>>
beforeAll(async () => {
  service = await startService()
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

const QUESTIONS = {
  en: ['find me coffee offers and check my points', 'Searching for offers and looking up your points…', /coffee/i],
  es: ['busca ofertas de café y revisa mis puntos', 'Buscando ofertas y consultando tus puntos…', /puntos/],
  fr: ['trouve-moi des offres de café et vérifie mes points', /offres et .* points…$/, /points/],
} as const

const textOf = (frames: readonly Frame[]) =>
  frames.map((frame) => (frame.event_type === 'text' ? frame.chunk : '')).join('')
const only = <T extends Frame['event_type']>(frames: readonly Frame[], type: T) =>
  frames.filter((frame): frame is Extract<Frame, { event_type: T }> => frame.event_type === type)

describe.each(Object.entries(QUESTIONS))('one turn, end to end, in %s', (locale, [message, status, words]) => {
  it('AC-1, AC-2, AC-4, AC-8, FR-1, FR-5, FR-9, OV-4: is one stream, from response_id to [DONE]', async () => {
    const response = await service.chat({ message, locale })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    const { frames, ids, done } = await readSse(response)
    expect(done).toBe(true)
    expect(ids).toEqual(frames.map((_, index) => index + 1))
    for (const frame of frames) expect(frameSchema.safeParse(frame).error).toBeUndefined()
    const types = frames.map(({ event_type }) => event_type)
    expect(types.slice(0, 2)).toEqual(['response_id', 'episode'])
    expect(types.slice(-2)).toEqual(['usage', 'completed'])
    expect(only(frames, 'status')[0]?.data.message).toMatch(status)
    const [loading] = only(frames, 'data_loading')
    const [loaded] = only(frames, 'data_loaded')
    expect(loaded?.data.id).toBe(loading?.data.id)
    expect(loaded?.data.items.length).toBeGreaterThan(1)
    expect(JSON.stringify(loaded)).not.toMatch(/cache_meta|principal|"partial"|timing/)
    const started = only(frames, 'tool_call').map(({ tool_call }) => tool_call.id)
    const ended = only(frames, 'tool_completed').map(({ tool_call }) => tool_call.id)
    expect(ended.toSorted()).toEqual(started.toSorted())
    expect(started.length).toBeGreaterThan(1)
    expect(textOf(frames)).toMatch(words)
    expect(types.indexOf('status')).toBeLessThan(types.indexOf('text'))
  })
})

it('a question for no sub-agent is answered directly, in the language of the browser', async () => {
  const { frames } = await readSse(
    await service.chat({ message: 'hola' }, { 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' }),
  )
  expect(only(frames, 'tool_call')).toEqual([])
  expect(textOf(frames)).toMatch(/[¡¿]/)
})

it('a turn can be looked at, read again from any frame, and found ended', async () => {
  const response = await service.chat({ message: 'what are my points?' })
  const { frames, raw } = await readSse(response)
  const at = `${service.url}${response.headers.get('content-location')}`
  const summary = (await (await fetch(at)).json()) as Record<string, unknown>
  expect(summary).toMatchObject({ response_id: frames[0]?.response_id, status: 'completed', last_seq: frames.length })
  const again = await readSse(await fetch(`${at}/stream?after=0`))
  expect(again.raw).toBe(raw)
  const rest = await readSse(await fetch(`${at}/stream`, { headers: { 'last-event-id': '3' } }))
  expect(rest.frames).toEqual(frames.slice(3))
  expect((await fetch(`${at}/stream?after=${frames.length}`)).status).toBe(204)
})

it('a turn can be cancelled from outside, and its stream says so', async () => {
  const response = await service.chat({ message: 'find me pizza offers' })
  const at = `${service.url}${response.headers.get('content-location')}`
  const cancelled = await fetch(`${at}/cancel`, { method: 'POST' })
  expect(await cancelled.json()).toMatchObject({ status: 'cancelled' })
  const { frames, done } = await readSse(response)
  expect(frames.at(-1)).toMatchObject({ event_type: 'cancelled', error: { code: 'REQUEST_CANCELLED' } })
  expect(done).toBe(true)
})

it('AC-10: the effective registry is served, with owners and languages', async () => {
  const registry = (await (await fetch(`${service.url}/v1/registry`)).json()) as { entries: { id: string }[] }
  expect(registry.entries.find(({ id }) => id === 'searching_offers')).toMatchObject({
    vertical: 'shop',
    emitter_subagents: ['shop'],
    locales: ['en', 'es', 'fr'],
  })
})

it('RT-11: the metrics count frames by type and name no turn, user or session', async () => {
  const { frames } = await readSse(await service.chat({ message: 'find me coffee offers and check my points' }))
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  for (const name of [
    'stream_events_emitted_total',
    'stream_status_event_emitted_total',
    'stream_rendering_policy_applied_total',
    'stream_terminal_frame_emitted_total',
    'stream_sse_frame_dropped_total',
  ])
    expect(metrics).toContain(name)
  expect(metrics).toMatch(/stream_events_emitted_total\{[^}]*event_type="text"[^}]*\} \d+/)
  expect(metrics).not.toContain(frames[0]?.response_id)
  expect(metrics).not.toMatch(/resp_|conv_|user_id|session/)
})

it('SIGTERM stops the service with exit code 0', async () => {
  await using other = await startService()
  other.child.kill('SIGTERM')
  expect((await other.ended)[0]).toBe(0)
})
