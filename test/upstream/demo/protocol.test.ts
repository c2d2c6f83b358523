import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContextService } from '../../../src/upstream/context-service/index.ts'
import { createDemoHandler, startDemoContextService } from '../../../src/upstream/demo/index.ts'
import { demoLatency } from '../../../src/upstream/demo/latency.ts'
import { startDemo, type Demo } from './ask-demo.ts'

const ENRICHERS = ['offers.search', 'points.balance', 'purchases.history', 'receipts.match', 'support.articles']
const principal = { tenant_id: 'acme', user_id: 'ana' }
const question = JSON.stringify({ principal, params: {} })

let demo: Demo
beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => demo.close())

describe('what the demo answers', () => {
  it.each(ENRICHERS)(
    '%s answers in an envelope of the contract, for who asked, in three languages',
    async (enricher) => {
      for (const locale of ['en', 'es', 'fr']) {
        const envelope = await demo.ask(enricher, { locale })
        expect(envelope).toMatchObject({ enricher_id: enricher, principal, version: '1.2', status: 'ok' })
        const ids = envelope.payload?.items?.map((item) => item['id']) ?? []
        expect(ids.length).toBeGreaterThan(0)
        expect(ids.every((id) => typeof id === 'string' && id !== '')).toBe(true)
        expect(new Set(ids).size).toBe(ids.length)
      }
    },
  )

  it.each(ENRICHERS)('%s says the same to the same question', async (enricher) => {
    expect(await demo.ask(enricher, { query: 'coffee' })).toStrictEqual(await demo.ask(enricher, { query: 'coffee' }))
  })

  it.each(ENRICHERS)('%s speaks another language in another language', async (enricher) => {
    const [en, es, fr, other, quebec] = await Promise.all(
      ['en', 'es', 'fr', 'de', 'fr-CA'].map(async (locale) => JSON.stringify(await demo.items(enricher, { locale }))),
    )
    expect(new Set([en, es, fr]).size).toBe(3)
    expect(other).toBe(en)
    expect(quebec).toBe(fr)
  })

  it.each(ENRICHERS)('%s is understood by our own client', async (enricher) => {
    const context = createContextService({ url: demo.url, timeout_ms: 10_000 })
    const result = await context.enrich(enricher, {}, { principal })
    expect(result).toMatchObject({ ok: true, partial: false })
    await context.close()
  })
})

const sized = (bytes: number) => question.padEnd(bytes, ' ')

describe('what the demo refuses', () => {
  it.each([
    ['an unknown enricher', '/v1/enrichers/weather.today', question, 404, 'offers.search'],
    ['another path', '/v1/offers', question, 404, '/v1/enrichers/'],
    ['a path that cannot be decoded', '/v1/enrichers/%ff', question, 404, '/v1/enrichers/'],
    ['bad JSON', '/v1/enrichers/offers.search', '{"principal":', 400, 'JSON'],
    ['no body', '/v1/enrichers/offers.search', '', 400, 'JSON'],
    ['no principal', '/v1/enrichers/offers.search', '{"params":{}}', 422, 'principal:'],
    [
      'a principal without a user',
      '/v1/enrichers/offers.search',
      '{"principal":{"tenant_id":"t"},"params":{}}',
      422,
      'principal.user_id:',
    ],
    ['no params', '/v1/enrichers/offers.search', JSON.stringify({ principal }), 422, 'params:'],
    [
      'a limit that is none',
      '/v1/enrichers/offers.search',
      JSON.stringify({ principal, params: { limit: 0 } }),
      422,
      'params.limit:',
    ],
    [
      'a limit that is too high',
      '/v1/enrichers/offers.search',
      JSON.stringify({ principal, params: { limit: 51 } }),
      422,
      'params.limit:',
    ],
    [
      'a date that is none',
      '/v1/enrichers/purchases.history',
      JSON.stringify({ principal, params: { since: 'yesterday' } }),
      422,
      'params.since: must be a date',
    ],
    [
      'a receipt with a date that is none',
      '/v1/enrichers/receipts.match',
      JSON.stringify({ principal, params: { receipt: { date: 'yesterday' } } }),
      422,
      'params.receipt.date: must be a date',
    ],
    [
      'a locale that is none',
      '/v1/enrichers/points.balance',
      JSON.stringify({ principal, params: { locale: 7 } }),
      422,
      'params.locale:',
    ],
  ])('%s, saying what is wrong', async (_says, path, body, status, named) => {
    const response = await demo.post(path, body)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(JSON.stringify(await response.json())).toContain(named)
  })

  it('a body over 64 KiB, and not one of exactly 64 KiB', async () => {
    expect((await demo.post('/v1/enrichers/offers.search', sized(65_536))).status).toBe(200)
    expect((await demo.post('/v1/enrichers/offers.search', sized(65_537))).status).toBe(413)
    // Five of them, more than there are connections to spare: each goes on to the next question.
    for (let i = 0; i < 5; i += 1)
      expect((await demo.post('/v1/enrichers/offers.search', sized(2_000_000))).status).toBe(413)
  })

  it('another method', async () => {
    const response = await fetch(`${demo.url}/v1/enrichers/offers.search`)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('no other words in params: they are left alone', async () => {
    expect(await demo.items('points.balance', { simulate: 'error', nonsense: true })).toHaveLength(1)
  })
})

describe('how the demo runs', () => {
  it('its handler can be put into another server', async () => {
    const server = createServer(createDemoHandler({ latency_ms: () => 0 }))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}/v1/enrichers/points.balance`, {
      method: 'POST',
      body: question,
    })
    expect(response.status).toBe(200)
    await new Promise((closed) => server.close(closed))
  })

  it('a client that leaves in the middle of its request does no harm', async () => {
    const socket = connect(Number(new URL(demo.url).port), '127.0.0.1')
    socket.write('POST /v1/enrichers/points.balance HTTP/1.1\r\nhost: demo\r\ncontent-length: 100\r\n\r\n{"principal":')
    // It has answered somebody else since, so it has read this half of a request.
    await demo.items('points.balance')
    const left = once(socket, 'close')
    socket.destroy()
    await left
    expect(await demo.items('points.balance')).toHaveLength(1)
  })

  it('answers what it was asked before it closes', async () => {
    let asked = Promise.withResolvers<void>()
    const service = await startDemoContextService({
      latency_ms: () => {
        asked.resolve()
        return 50
      },
    })
    const ask = async () => {
      const answer = await fetch(`${service.url}/v1/enrichers/points.balance`, { method: 'POST', body: question })
      await answer.text()
      return answer
    }
    // Two connections, of which one is idle and one is busy when it closes.
    await Promise.all([ask(), ask()])
    asked = Promise.withResolvers()
    const busy = ask()
    await asked.promise
    const closed = service.close()
    expect((await busy).status).toBe(200)
    // It does not wait until its client drops the idle connection: that takes seconds.
    expect(await Promise.race([closed.then(() => 'closed'), sleep(2_500, 'still open')])).toBe('closed')
    await expect(ask()).rejects.toThrow('fetch failed')
  })

  it('counts from today when no other day is given', async () => {
    const service = await startDemoContextService({ latency_ms: () => 0 })
    const context = createContextService({ url: service.url, timeout_ms: 10_000 })
    const offers = await context.enrich('offers.search', { limit: 50 }, { principal })
    const ends = offers.ok ? (offers.payload.items ?? []).map((offer) => Date.parse(String(offer['expires_at']))) : []
    expect(ends).toHaveLength(50)
    expect(ends.every((end) => end > Date.now() && end < Date.now() + 40 * 86_400_000)).toBe(true)
    await context.close()
    await service.close()
  })

  it('says no on a port that is taken', async () => {
    const port = Number(new URL(demo.url).port)
    await expect(startDemoContextService({ port })).rejects.toThrow('EADDRINUSE')
  })

  it.each(ENRICHERS)('%s takes between 120 and 400 ms by itself, the same for the same question', (enricher) => {
    const times = ['coffee', 'tea', 'pizza', 'soap'].map((query) => demoLatency(enricher, { query }))
    expect(times.every((ms) => ms >= 120 && ms <= 400)).toBe(true)
    expect(new Set(times).size).toBeGreaterThan(1)
    expect(demoLatency(enricher, { query: 'coffee' })).toBe(times[0])
  })

  it('really waits that long', async () => {
    const service = await startDemoContextService({ latency_ms: () => 80 })
    const started = performance.now()
    const answer = await fetch(`${service.url}/v1/enrichers/points.balance`, { method: 'POST', body: question })
    // A timer may be a millisecond early by another clock; it is never much early.
    expect(performance.now() - started).toBeGreaterThan(70)
    expect(await answer.json()).toMatchObject({ timing: { total_ms: 80 } })
    await service.close()
  })
})
