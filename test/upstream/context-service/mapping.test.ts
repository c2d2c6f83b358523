import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { ContextReason, ContextService } from '../../../src/contract/index.ts'
import type { ContextCause } from '../../../src/upstream/context-service/context-cause.ts'
import { createContextService, type ContextCall } from '../../../src/upstream/context-service/index.ts'
import {
  startScriptedContextService,
  type ScriptedAnswer,
  type ScriptedContextService,
} from '../../fakes/scripted-context-service.ts'

const principal = { tenant_id: 'acme', user_id: 'ana' }
const caller = { principal }

let server: ScriptedContextService | undefined
let service: ContextService | undefined

async function start(
  scripted: ScriptedAnswer,
  options: Partial<Parameters<typeof createContextService>[0]> = {},
): Promise<ContextService> {
  server = await startScriptedContextService(() => scripted)
  service = createContextService({ url: server.url, timeout_ms: 5_000, ...options })
  return service
}

afterEach(async () => {
  await server?.close()
  await service?.close()
  server = service = undefined
})

const refused = (reason: ContextReason) => ({ ok: false, enricher_id: 'offers.search', reason })
const ok = { ok: true, domain_type: 'offer_list', payload: { items: [{ id: 'offer_1', title: 'Coffee' }] } }

const envelope = (fields: Extract<ScriptedAnswer, { envelope: unknown }>['envelope']): ScriptedAnswer => ({
  envelope: fields,
})

const ANSWERS: [says: string, scripted: ScriptedAnswer, expected: object][] = [
  ['ok passes its payload', envelope({}), { ...ok, partial: false }],
  [
    'partial passes its payload and says so',
    envelope({ status: 'partial', partial: [{ source: 'retailer_x', reason: 'upstream_timeout' }] }),
    { ...ok, partial: true },
  ],
  ['a newer minor version is tolerated', envelope({ version: '1.99' }), { ...ok, partial: false }],
  ['a bare major version is tolerated', envelope({ version: '1' }), { ...ok, partial: false }],
  ['any status of 2xx will do', { envelope: {}, status: 201 }, { ...ok, partial: false }],
  ['unknown fields are tolerated', envelope({ trace: { host: 'ccs-7' } }), { ...ok, partial: false }],
  [
    'an envelope is one whatever its content type',
    {
      text: JSON.stringify({
        enricher_id: 'offers.search',
        domain_type: 'offer_list',
        principal,
        version: '1.0',
        status: 'ok',
        payload: ok.payload,
      }),
    },
    { ...ok, partial: false },
  ],

  ...(['upstream_unavailable', 'upstream_timeout', 'upstream_partial', 'unauthorized', 'invalid_request'] as const).map(
    (reason): [string, ScriptedAnswer, object] => [
      `error with ${reason} keeps it`,
      envelope({ status: 'error', reason, payload: null }),
      refused(reason),
    ],
  ),
  [
    'error with an unknown reason is upstream_unavailable',
    envelope({ status: 'error', reason: 'db-3.internal refused' }),
    refused('upstream_unavailable'),
  ],
  ['error without a reason is upstream_unavailable', envelope({ status: 'error' }), refused('upstream_unavailable')],

  ['another user’s envelope', envelope({ principal: { ...principal, user_id: 'bob' } }), refused('unauthorized')],
  ['another tenant’s envelope', envelope({ principal: { ...principal, tenant_id: 'x' } }), refused('unauthorized')],
  [
    'another user’s error envelope',
    envelope({ principal: { ...principal, user_id: 'bob' }, status: 'error', reason: 'upstream_timeout' }),
    refused('unauthorized'),
  ],
  ['another enricher’s envelope', envelope({ enricher_id: 'points.balance' }), refused('upstream_unavailable')],
  ['an unknown major version', envelope({ version: '2.0' }), refused('upstream_unavailable')],
  ['a major version that only begins with ours', envelope({ version: '10.0' }), refused('upstream_unavailable')],
  ['an unknown status', envelope({ status: 'maybe' }), refused('upstream_unavailable')],
  ['ok without a payload', envelope({ payload: null }), refused('upstream_unavailable')],
  ['partial without a payload', envelope({ status: 'partial', payload: null }), refused('upstream_unavailable')],
  ['items that are not objects', envelope({ payload: { items: [1] as never } }), refused('upstream_unavailable')],
  ['an envelope without a principal', envelope({ principal: undefined as never }), refused('upstream_unavailable')],

  ['JSON that is no envelope', { json: { items: [] } }, refused('upstream_unavailable')],
  ['JSON that is no object', { json: 'ok' }, refused('upstream_unavailable')],
  ['no JSON at all', { text: '<html>Bad gateway</html>' }, refused('upstream_unavailable')],
  ['an empty body', { text: '' }, refused('upstream_unavailable')],
  [
    'JSON that reaches for a prototype',
    {
      text: `{"enricher_id":"offers.search","domain_type":"offer_list","principal":${JSON.stringify(principal)},"version":"1.0","status":"ok","payload":{"items":[],"__proto__":{"admin":true}}}`,
    },
    refused('upstream_unavailable'),
  ],
  ['a body that is cut', { cut: 'body' }, refused('upstream_unavailable')],
  ['a socket closed without an answer', { cut: 'headers' }, refused('upstream_unavailable')],

  ...(
    [
      [204, 'upstream_unavailable'],
      [302, 'upstream_unavailable'],
      [400, 'invalid_request'],
      [401, 'unauthorized'],
      [403, 'unauthorized'],
      [404, 'upstream_unavailable'],
      [408, 'upstream_timeout'],
      [413, 'upstream_unavailable'],
      [422, 'invalid_request'],
      [429, 'upstream_unavailable'],
      [500, 'upstream_unavailable'],
      [502, 'upstream_unavailable'],
      [503, 'upstream_unavailable'],
      [504, 'upstream_timeout'],
    ] as const
  ).map(([status, reason]): [string, ScriptedAnswer, object] => [
    `HTTP ${status} is ${reason}`,
    { text: 'at ccs-7.internal:8080 /srv/app.js:12', status },
    refused(reason),
  ]),
  [
    'the HTTP status decides over an error envelope',
    { envelope: { status: 'error', reason: 'unauthorized' }, status: 503 },
    refused('upstream_unavailable'),
  ],
  ['the HTTP status decides over an ok envelope', { envelope: {}, status: 422 }, refused('invalid_request')],
  ['the HTTP status decides without waiting for the body', { hang: 'body', status: 403 }, refused('unauthorized')],
]

describe('what a context call answers', () => {
  it.each(ANSWERS)('%s', async (_says, scripted, expected) => {
    const context = await start(scripted)
    // Exactly this and nothing beside it: no envelope metadata, no host, no exception.
    expect(await context.enrich('offers.search', { query: 'coffee' }, caller)).toStrictEqual(expected)
  })

  it('FR-10: of an envelope only the payload and what it is come out', async () => {
    const context = await start(envelope({ payload: { items: [{ id: 'a' }], total: 1 } }))
    const result = await context.enrich('offers.search', {}, caller)
    expect(result).toStrictEqual({
      ok: true,
      domain_type: 'offer_list',
      payload: { items: [{ id: 'a' }], total: 1 },
      partial: false,
    })
  })

  it('silence before the headers is upstream_timeout', async () => {
    const context = await start({ hang: 'headers' }, { timeout_ms: 50 })
    expect(await context.enrich('offers.search', {}, caller)).toStrictEqual(refused('upstream_timeout'))
  })

  it('silence in the body is upstream_timeout: the time box is around all of the call', async () => {
    const context = await start({ hang: 'body' }, { timeout_ms: 50 })
    expect(await context.enrich('offers.search', {}, caller)).toStrictEqual(refused('upstream_timeout'))
  })

  it('nobody listening is upstream_unavailable', async () => {
    const gone = createServer()
    await new Promise<void>((listening) => gone.listen(0, '127.0.0.1', listening))
    const { port } = gone.address() as AddressInfo
    await new Promise((closed) => gone.close(closed))
    service = createContextService({ url: `http://127.0.0.1:${port}`, timeout_ms: 5_000 })
    expect(await service.enrich('offers.search', {}, caller)).toStrictEqual(refused('upstream_unavailable'))
  })
})

describe('what a context call sends', () => {
  it('posts the principal and the params to the enricher', async () => {
    const context = await start(envelope({}))
    await context.enrich('offers.search', { query: 'café', limit: 3 }, caller)
    expect(server?.requests).toMatchObject([
      {
        method: 'POST',
        path: '/v1/enrichers/offers.search',
        headers: { 'content-type': 'application/json' },
        principal,
        params: { query: 'café', limit: 3 },
      },
    ])
  })

  it('keeps the path of the url and encodes the id', async () => {
    server = await startScriptedContextService(() => envelope({}))
    service = createContextService({ url: `${server.url}/ccs/`, timeout_ms: 5_000 })
    expect(await service.enrich('a/b?c', {}, caller)).toMatchObject({ ok: true })
    expect(server.requests[0]?.path).toBe('/ccs/v1/enrichers/a%2Fb%3Fc')
  })

  it.each([
    ['params that JSON cannot say', 'offers.search', { n: 1n }],
    ['an id that no path can hold', '\ud800', {}],
  ])('%s are invalid_request, without a call', async (_says, enricher_id, params) => {
    const context = await start(envelope({}))
    const result = await context.enrich(enricher_id, params, caller)
    expect(result).toStrictEqual({ ok: false, enricher_id, reason: 'invalid_request' })
    expect(server?.requests).toHaveLength(0)
  })

  it('never asks twice', async () => {
    const context = await start({ cut: 'headers' })
    await context.enrich('offers.search', {}, caller)
    expect(server?.requests).toHaveLength(1)
  })
})

const fail = () => {
  throw new Error('observer')
}

describe('what observers are told', () => {
  it('an envelope of another principal is told, once', async () => {
    const foreign: string[] = []
    const context = await start(envelope({ principal: { ...principal, user_id: 'bob' } }), {
      onForeignPrincipal: (enricher_id) => foreign.push(enricher_id),
    })
    await context.enrich('offers.search', {}, caller)
    expect(foreign).toEqual(['offers.search'])
  })

  it.each([
    ['ok', envelope({}), { outcome: 'ok' }],
    ['partial', envelope({ status: 'partial' }), { outcome: 'partial' }],
    [
      'an error',
      { text: '', status: 504 },
      { outcome: 'error', reason: 'upstream_timeout', cause: 'http_status', http_status: 504 },
    ],
  ] as [string, ScriptedAnswer, object][])(
    '%s is told with its duration by the clock',
    async (_says, scripted, told) => {
      const calls: ContextCall[] = []
      let now = 1_000
      const context = await start(scripted, { onCall: (call) => calls.push(call), clock: () => (now += 7) })
      await context.enrich('offers.search', {}, caller)
      expect(calls).toStrictEqual([{ enricher_id: 'offers.search', ...told, duration_ms: expect.any(Number) }])
      expect(calls[0]?.duration_ms).toBeGreaterThan(0)
      expect((calls[0]?.duration_ms ?? 0) % 7).toBe(0)
    },
  )

  it.each<[ContextCause, ScriptedAnswer]>([
    ['http_status', { text: 'no', status: 500 }],
    ['connection', { cut: 'headers' }],
    ['connection', { cut: 'body' }],
    ['no_envelope', { text: '<html>' }],
    ['foreign_principal', envelope({ principal: { ...principal, user_id: 'bob' } })],
    ['other_enricher', envelope({ enricher_id: 'points.balance' })],
    ['unknown_version', envelope({ version: '2.0' })],
    ['unknown_status', envelope({ status: 'well' })],
    ['no_payload', envelope({ payload: null })],
    ['envelope_error', envelope({ status: 'error', reason: 'unauthorized' })],
  ])('the operator is told the cause: %s', async (cause, scripted) => {
    const calls: ContextCall[] = []
    const context = await start(scripted, { onCall: (call) => calls.push(call) })
    await context.enrich('offers.search', {}, { ...caller, response_id: 'resp_1' })
    expect(calls).toMatchObject([{ cause, response_id: 'resp_1' }])
  })

  it('the operator is told when the breaker opens and that calls are not made meanwhile', async () => {
    const calls: ContextCall[] = []
    const states: string[] = []
    const context = await start(
      { text: '', status: 500 },
      { onCall: (call) => calls.push(call), onBreaker: (state) => states.push(state) },
    )
    for (let i = 0; i < 6; i += 1) await context.enrich('offers.search', {}, caller)
    expect(states).toEqual(['open'])
    expect(calls.map(({ cause }) => cause)).toEqual([...Array<string>(5).fill('http_status'), 'breaker_open'])
  })

  it('a close waits for a call that hangs no longer than it says', async () => {
    const context = await start({ hang: 'headers' }, { timeout_ms: 60_000, close_ms: 20 })
    const call = context.enrich('offers.search', {}, caller)
    await context.close()
    expect(await call).toStrictEqual(refused('upstream_unavailable'))
  })

  it('an observer that throws does not change the answer', async () => {
    const context = await start(envelope({ principal: { ...principal, user_id: 'bob' } }), {
      onCall: fail,
      onForeignPrincipal: fail,
    })
    expect(await context.enrich('offers.search', {}, caller)).toStrictEqual(refused('unauthorized'))
  })
})
