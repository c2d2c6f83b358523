import { request, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { PROBLEM_CODES, PROBLEMS, RefusedError, type ProblemCode } from '../../src/contract/index.ts'
import { post, serve, until, type Served } from './serve.ts'

type Problem = {
  status: number
  code: ProblemCode
  detail: string
  remedy: string
  errors?: { field: string; message: string }[]
}
type Case = {
  name: string
  code: ProblemCode
  ask: (served: Served) => Promise<Response>
  /** Fields that `errors` must name. */
  fields?: string[]
  headers?: Record<string, string>
}

const chat = (body: unknown, headers?: Record<string, string>) => (served: Served) =>
  post(`${served.url}/v1/chat`, body, headers)
const bytes =
  (body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  ({ url }: Served) =>
    fetch(`${url}/v1/chat`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
const refused = (refusal: RefusedError) => (served: Served) => {
  served.dispatcher.refusal = refusal
  return post(`${served.url}/v1/chat`, { message: 'coffee' })
}
const get =
  (path: string, init?: RequestInit) =>
  ({ url }: Served) =>
    fetch(url + path, init)

const CASES: Case[] = [
  { name: 'no message', code: 'invalid_request', ask: chat({}), fields: ['message'] },
  { name: 'an empty message', code: 'invalid_request', ask: chat({ message: '' }), fields: ['message'] },
  {
    name: 'a message of 32,001 characters',
    code: 'invalid_request',
    ask: chat({ message: 'x'.repeat(32_001) }),
    fields: ['message'],
  },
  { name: 'an unknown field', code: 'invalid_request', ask: chat({ message: 'a', mesage: 'b' }), fields: ['mesage'] },
  {
    name: 'everything wrong at once',
    code: 'invalid_request',
    ask: chat({
      message: 7,
      locale: 'not a locale',
      on_disconnect: 'stay',
      flags: { a: 1 },
      emit_node_events: 'yes',
      x: 1,
      y: 2,
    }),
    fields: ['message', 'locale', 'on_disconnect', 'flags.a', 'emit_node_events', 'x', 'y'],
  },
  {
    name: 'an impossible locale',
    code: 'invalid_request',
    ask: chat({ message: 'a', locale: 'english!' }),
    fields: ['locale'],
  },
  { name: 'a body that is not JSON', code: 'invalid_request', ask: chat('{"message":'), fields: ['body'] },
  { name: 'a body that is no object', code: 'invalid_request', ask: chat('["message"]'), fields: ['body'] },
  { name: 'a body that is null', code: 'invalid_request', ask: chat('null'), fields: ['body'] },
  { name: 'an empty body', code: 'invalid_request', ask: chat(''), fields: ['body'] },
  {
    name: 'a body with __proto__',
    code: 'invalid_request',
    ask: chat('{"message":"a","__proto__":{"x":1}}'),
    fields: ['body'],
  },
  {
    name: 'a body with __proto__ far below',
    code: 'invalid_request',
    ask: chat(`{"message":"a","flags":${'{"a":'.repeat(5_000)}{"__proto__":1}${'}'.repeat(5_001)}`),
    fields: ['body'],
  },
  {
    name: 'a body 10,000 lists deep',
    code: 'invalid_request',
    ask: chat(`{"message":${'['.repeat(10_000)}${']'.repeat(10_000)}}`),
    fields: ['message'],
  },
  {
    name: 'a body as deep as 128 KB can be',
    code: 'invalid_request',
    ask: chat(`{"message":"a","deep":${'['.repeat(65_000)}${']'.repeat(65_000)}}`),
    fields: ['deep'],
  },
  {
    name: 'flags 10,000 objects deep',
    code: 'invalid_request',
    ask: chat(`{"message":"a","flags":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`),
    fields: ['flags.a'],
  },
  {
    name: 'a body that is cut in a character',
    code: 'invalid_request',
    ask: bytes(new Uint8Array(Buffer.from('{"message":"é')).slice(0, -1)),
    fields: ['body'],
  },
  {
    name: 'a body with constructor.prototype',
    code: 'invalid_request',
    ask: chat('{"message":"a","flags":{"constructor":{"prototype":{"x":1}}}}'),
    fields: ['body'],
  },
  {
    name: 'a body that is not UTF-8',
    code: 'invalid_request',
    ask: bytes(new Uint8Array(Buffer.from('{"message":"\xff"}', 'latin1'))),
    fields: ['body'],
  },
  {
    name: 'a body that does not unpack',
    code: 'invalid_request',
    ask: bytes(Uint8Array.of(1, 2, 3), { 'content-encoding': 'gzip' }),
    fields: ['body'],
  },
  {
    name: 'an unknown wire version',
    code: 'invalid_request',
    ask: chat({ message: 'a' }, { 'x-wire-version': '0.9' }),
    fields: ['X-Wire-Version'],
  },
  { name: 'a path that does not decode', code: 'invalid_request', ask: get('/v1/turns/%ff'), fields: ['path'] },
  { name: 'an unknown path', code: 'not_found', ask: get('/v1/nothing') },
  { name: 'the root', code: 'not_found', ask: get('/') },
  { name: 'an unknown turn', code: 'not_found', ask: get('/v1/turns/resp_9') },
  { name: 'the stream of an unknown turn', code: 'not_found', ask: get('/v1/turns/resp_9/stream') },
  { name: 'the cancel of an unknown turn', code: 'not_found', ask: get('/v1/turns/resp_9/cancel', { method: 'POST' }) },
  { name: 'a GET of chat', code: 'method_not_allowed', ask: get('/v1/chat'), headers: { allow: 'POST' } },
  {
    name: 'a DELETE of a turn',
    code: 'method_not_allowed',
    ask: get('/v1/turns/resp_1', { method: 'DELETE' }),
    headers: { allow: 'GET, HEAD' },
  },
  {
    name: 'a HEAD of a stream',
    code: 'method_not_allowed',
    ask: get('/v1/turns/resp_1/stream', { method: 'HEAD' }),
    headers: { allow: 'GET' },
  },
  {
    name: 'a PUT of health',
    code: 'method_not_allowed',
    ask: get('/healthz', { method: 'PUT' }),
    headers: { allow: 'GET, HEAD' },
  },
  {
    name: 'an Accept for something else',
    code: 'not_acceptable',
    ask: chat({ message: 'a' }, { accept: 'application/json' }),
  },
  {
    name: 'an Accept that excludes the stream',
    code: 'not_acceptable',
    ask: chat({ message: 'a' }, { accept: 'text/event-stream;q=0' }),
  },
  { name: 'a busy conversation', code: 'conversation_busy', ask: refused(new RefusedError('conversation_busy')) },
  {
    name: 'an Idempotency-Key of another request',
    code: 'idempotency_mismatch',
    ask: refused(new RefusedError('idempotency_mismatch')),
  },
  { name: 'frames that are no longer kept', code: 'cursor_expired', ask: expired },
  { name: 'a body over 128 KB', code: 'body_too_large', ask: chat({ message: 'x'.repeat(131_072) }) },
  {
    name: 'a small body that unpacks to more than 128 KB',
    code: 'body_too_large',
    ask: bytes(new Uint8Array(gzipSync(`{"message":"${'x'.repeat(200_000)}"}`)), { 'content-encoding': 'gzip' }),
  },
  {
    name: 'a form',
    code: 'unsupported_media_type',
    ask: chat('message=a', { 'content-type': 'application/x-www-form-urlencoded' }),
  },
  {
    name: 'JSON in another charset',
    code: 'unsupported_media_type',
    ask: chat('{}', { 'content-type': 'application/json; charset=latin1' }),
  },
  { name: 'a content type that is none', code: 'unsupported_media_type', ask: chat('{}', { 'content-type': 'json' }) },
  { name: 'an unknown encoding', code: 'unsupported_media_type', ask: chat('{}', { 'content-encoding': 'rot13' }) },
  {
    name: 'headers over 16 KB',
    code: 'headers_too_large',
    ask: chat({ message: 'a' }, { 'x-large': 'x'.repeat(20_000) }),
    headers: { connection: 'close' },
  },
  {
    name: 'more than 100 headers',
    code: 'headers_too_large',
    ask: chat({ message: 'a' }, Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`x-h${index}`, '1']))),
    headers: { connection: 'close' },
  },
  {
    name: 'too many turns',
    code: 'overloaded',
    ask: refused(new RefusedError('overloaded', { retry_after_s: 3 })),
    headers: { 'retry-after': '3' },
  },
  {
    name: 'too many turns, without a hint',
    code: 'overloaded',
    ask: refused(new RefusedError('overloaded')),
    headers: { 'retry-after': '1' },
  },
  {
    name: 'a shutdown',
    code: 'shutting_down',
    ask: refused(new RefusedError('shutting_down')),
    headers: { 'retry-after': '5' },
  },
  { name: 'an unexpected error', code: 'internal_error', ask: broken },
]

async function expired(served: Served): Promise<Response> {
  served.dispatcher.script = [{ event_type: 'response_id' }, { event_type: 'completed' }]
  await (await post(`${served.url}/v1/chat`, { message: 'a' })).text()
  served.dispatcher.log.drop('resp_1')
  return fetch(`${served.url}/v1/turns/resp_1/stream?after=1`)
}

function broken(served: Served): Promise<Response> {
  served.dispatcher.find = () => Promise.reject(new Error('cannot open /var/lib/secret.db'))
  return fetch(`${served.url}/v1/turns/resp_1`)
}

describe('before the first byte, a failure is problem+json', () => {
  it('every code of the table is met below', () => {
    expect([...new Set(CASES.map(({ code }) => code))].sort()).toEqual([...PROBLEM_CODES].sort())
  })

  it.each(CASES)('$code: $name', async ({ code, ask, fields, headers = {} }) => {
    const served = await serve()
    const response = await ask(served)
    const { status, title, remedy } = PROBLEMS[code]
    expect(response.status).toBe(status)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/problem+json',
      'x-content-type-options': 'nosniff',
      ...headers,
    })
    const text = await response.text()
    expect(text).not.toMatch(/at .*\.(ts|js):|node_modules|secret/)
    // HEAD has no body to look at.
    const problem = text === '' ? undefined : (JSON.parse(text) as Problem)
    expect(problem ?? { type: `urn:onevoice:problem:${code}`, status, title, code, remedy }).toMatchObject({
      type: `urn:onevoice:problem:${code}`,
      status,
      title,
      code,
      remedy,
    })
    expect((problem?.errors ?? []).map(({ field }) => field).sort()).toEqual([...(fields ?? [])].sort())
    expect(served.dispatcher.started.length).toBeLessThanOrEqual(code === 'cursor_expired' ? 1 : 0)
    expect(served.lines.length).toBe(code === 'internal_error' ? 1 : 0)
  })

  it('an unexpected error is logged and answered with nothing of it', async () => {
    const served = await serve()
    const response = await broken(served)
    expect(await response.json()).toMatchObject({ code: 'internal_error', detail: PROBLEMS.internal_error.title })
    expect(served.lines).toMatchObject([{ level: 'error', path: '/v1/turns/resp_1', err: { type: 'Error' } }])
  })

  it('a body with a thousand unknown fields gets a short answer', async () => {
    const served = await serve()
    const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}${'x'.repeat(100)}`, 1]))
    const text = await (await post(`${served.url}/v1/chat`, { message: 'a', ...unknown })).text()
    expect((JSON.parse(text) as Problem).errors).toHaveLength(32)
    expect(text.length).toBeLessThan(20_000)
  })

  it.each([
    ['', 'The body is empty: send a JSON object.'],
    ['[]', 'The body must be a JSON object.'],
    ['{"__proto__":1}', 'The body has a forbidden key, __proto__ or constructor.prototype.'],
    ['{"message":', /^The body is not valid JSON: .*end of JSON/],
    ['{}', 'message: is required'],
  ])('the detail says what is wrong: %s', async (body, detail) => {
    const { url } = await serve()
    const problem = (await (await post(`${url}/v1/chat`, body)).json()) as Problem
    expect(problem.detail).toMatch(detail)
  })

  it('a client that leaves in the middle of its body is no error of ours', async () => {
    const responses: ServerResponse[] = []
    const { url, lines } = await serve({
      wrap: (app) => (req, res) => {
        responses.push(res)
        app(req, res)
      },
    })
    const asking = request(`${url}/v1/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': '1000' },
    })
    asking.on('error', () => undefined)
    asking.write('{"message"')
    await until('the request', () => responses.length === 1)
    asking.destroy()
    await until('the server to know', () => responses[0]!.destroyed)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect(responses[0]!.headersSent).toBe(false)
    expect(lines).toEqual([])
  })
})
