import { beforeEach, describe, expect, it } from 'vitest'
import { turnSchema } from '../../src/contract/index.ts'
import { text } from '../log/stamp.ts'
import { readSeries } from '../observe/read-series.ts'
import { post, serve, until, type Served } from './serve.ts'

const ids = async (response: Response) =>
  [...(await response.text()).matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]))

describe('a turn that was started', () => {
  let served: Served
  let turn: string
  beforeEach(async () => {
    served = await serve()
    served.dispatcher.script = [
      { event_type: 'response_id' },
      { event_type: 'episode', episode_id: 'conv_1' },
      text('a'),
    ]
    const response = await post(`${served.url}/v1/chat`, { message: 'a' })
    turn = `${served.url}${response.headers.get('content-location')}`
    void response.text().catch(() => undefined)
  })
  const cancel = () => fetch(`${turn}/cancel`, { method: 'POST' })
  const end = () => served.dispatcher.append('resp_1', { event_type: 'completed' })

  it('has a state', async () => {
    const running = await fetch(turn)
    expect(running.headers.get('content-type')).toBe('application/json')
    expect(running.headers.get('cache-control')).toBe('no-store')
    expect(turnSchema.parse(await running.json())).toMatchObject({ status: 'running', last_seq: 3, ended_at: null })
    end()
    expect(turnSchema.parse(await (await fetch(turn)).json())).toMatchObject({ status: 'completed', last_seq: 4 })
    const head = await fetch(turn, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('is cancelled: 202 while it still runs, 200 once it has ended', async () => {
    const first = await cancel()
    expect(first.status).toBe(202)
    expect(turnSchema.parse(await first.json())).toMatchObject({ status: 'running' })
    served.dispatcher.append('resp_1', { event_type: 'cancelled', error: { code: 'REQUEST_CANCELLED' } })
    const second = await cancel()
    expect(second.status).toBe(200)
    expect(turnSchema.parse(await second.json())).toMatchObject({ status: 'cancelled', last_seq: 4 })
  })

  it.each(['', '/stream', '/cancel'])('is not there for another user: %s', async (path) => {
    const method = path === '/cancel' ? 'POST' : 'GET'
    const response = await fetch(turn + path, { method, headers: { 'x-test-user': 'eve' } })
    expect(response.status).toBe(404)
    expect(await response.text()).toBe(await (await fetch(`${served.url}/v1/turns/resp_9${path}`, { method })).text())
  })

  it.each<[string, string, Record<string, string>]>([
    ['nothing', '', {}],
    ['?after=0', '?after=0', {}],
    ['Last-Event-ID: 0', '', { 'last-event-id': '0' }],
  ])('OV-3: is read whole from %s, and live to its end', async (_, query, headers) => {
    const response = await fetch(`${turn}/stream${query}`, { headers })
    expect(response.headers.get('x-response-id')).toBe('resp_1')
    expect(response.headers.get('x-conversation-id')).toBe('conv_1')
    end()
    expect(await ids(response)).toEqual([1, 2, 3, 4])
  })

  it.each<[string, Record<string, string>]>([
    ['?after=2', {}],
    ['', { 'last-event-id': '2' }],
    ['?after=2', { 'last-event-id': '2' }],
  ])('OV-3: is read on from a number: %s %j', async (query, headers) => {
    end()
    const response = await fetch(`${turn}/stream${query}`, { headers })
    expect(response.status).toBe(200)
    const all = await response.text()
    expect(all).toMatch(/^id: 3\n/)
    expect(all).toMatch(/event: completed\n.*\n\ndata: \[DONE\]\n\n$/)
  })

  it('a reader that has everything so far gets its headers at once, and waits', async () => {
    const response = await fetch(`${turn}/stream?after=3`)
    expect(response.status).toBe(200)
    await until('two readers', () => served.dispatcher.readers === 2)
    end()
    expect(await ids(response)).toEqual([4])
  })

  it('a reader after its last frame gets 204', async () => {
    end()
    for (const init of [{ headers: { 'last-event-id': '4' } }, {}]) {
      const response = await fetch(`${turn}/stream${'headers' in init ? '' : '?after=4'}`, init)
      expect([response.status, await response.text()]).toEqual([204, ''])
    }
  })

  it.each<[string, Record<string, string>, string]>([
    ['?after=-1', {}, 'after'],
    ['?after=1.5', {}, 'after'],
    ['?after=4', {}, 'after'],
    ['?after=', {}, 'after'],
    ['?after=one', {}, 'after'],
    ['?after=01', {}, 'after'],
    ['?after=1e0', {}, 'after'],
    ['?after=9999999999999999999', {}, 'after'],
    ['?after=1&after=2', {}, 'after'],
    ['?after=1', { 'last-event-id': '2' }, 'after'],
    ['', { 'last-event-id': '4' }, 'Last-Event-ID'],
    ['', { 'last-event-id': 'abc' }, 'Last-Event-ID'],
  ])('a cursor that is none is 400: %s %j', async (query, headers, field) => {
    const response = await fetch(`${turn}/stream${query}`, { headers })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid_request', errors: [{ field }] })
  })

  it('410 when its frames are no longer kept, but still 204 for who has them all', async () => {
    end()
    served.dispatcher.log.drop('resp_1')
    const response = await fetch(`${turn}/stream?after=2`)
    expect(response.status).toBe(410)
    expect(await response.json()).toMatchObject({ code: 'cursor_expired' })
    expect((await fetch(`${turn}/stream?after=4`)).status).toBe(204)
  })

  it('RT-11: what is measured of it names neither it nor its user', async () => {
    end()
    await fetch(`${turn}/stream`).then((response) => response.text())
    const response = await fetch(`${served.url}/metrics`)
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const all = await response.text()
    expect(readSeries(all).map(({ name }) => name)).toContain('stream_terminal_frame_emitted_total')
    expect(all).not.toMatch(/resp_1|conv_1|"dev"|user|session/)
  })
})

describe('the service', () => {
  it('is alive', async () => {
    const { url } = await serve()
    const response = await fetch(`${url}/healthz`)
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
  })

  it('is ready, or says why it is not', async () => {
    const state = { ready: false, reasons: ['starting'] }
    const { url } = await serve({ ready: () => state })
    const not = await fetch(`${url}/readyz`)
    expect([not.status, await not.json()]).toEqual([503, { status: 'not_ready', reasons: ['starting'] }])
    Object.assign(state, { ready: true, reasons: [] })
    const yes = await fetch(`${url}/readyz`)
    expect([yes.status, await yes.json()]).toEqual([200, { status: 'ready', reasons: [] }])
  })

  it('serves its registry', async () => {
    const { url } = await serve()
    const response = await fetch(`${url}/v1/registry`)
    expect([response.status, await response.json()]).toEqual([200, { version: 'v1', entries: [] }])
  })
})
