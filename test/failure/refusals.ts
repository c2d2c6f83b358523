import type { ProblemCode } from '../../src/contract/index.ts'
import type { Service } from '../support/service.ts'
import { answerHead, readAll } from './dialects.ts'

/** Answers before the first byte: a request, and the problem it gets. */
export interface Refusal {
  name: string
  status: number
  code: ProblemCode
  ask(service: Service): Promise<Response>
}
export type Refused = {
  refusal: Refusal
  status: number
  type: string | null
  body: Record<string, unknown>
  raw: string
}

const chat =
  (body: unknown, headers: Record<string, string> = {}) =>
  (service: Service) =>
    service.chat(body, headers)

const stream =
  (query: string, headers: Record<string, string> = {}) =>
  async (service: Service) => {
    const response = await service.chat({ message: 'hello' })
    await readAll(response)
    return fetch(`${service.url}${response.headers.get('content-location')}/stream${query}`, { headers })
  }

/** A second request while the first one's turn works. */
async function whileBusy(service: Service): Promise<Response> {
  const first = await service.chat({ message: 'alpha=hang' })
  const answer = await service.chat({ message: 'hello', conversation_id: first.headers.get('x-conversation-id') })
  await fetch(`${service.url}${first.headers.get('content-location')}/cancel`, { method: 'POST' })
  await readAll(first)
  return answer
}

async function withUsedKey(service: Service): Promise<Response> {
  const headers = { 'idempotency-key': `used-${Math.random()}` }
  await readAll(await service.chat({ message: 'hello' }, headers))
  return service.chat({ message: 'something else' }, headers)
}

export const REFUSALS: readonly Refusal[] = [
  {
    name: 'a field that is not known',
    status: 400,
    code: 'invalid_request',
    ask: chat({ message: 'hi', colour: 'red' }),
  },
  { name: 'no message', status: 400, code: 'invalid_request', ask: chat({}) },
  { name: 'an impossible `locale`', status: 400, code: 'invalid_request', ask: chat({ message: 'hi', locale: '!' }) },
  {
    name: 'an unknown `X-Wire-Version`',
    status: 400,
    code: 'invalid_request',
    ask: chat({ message: 'hi' }, { 'x-wire-version': '9' }),
  },
  { name: 'a cursor that is no number', status: 400, code: 'invalid_request', ask: stream('?after=soon') },
  {
    name: 'a cursor behind the end',
    status: 400,
    code: 'invalid_request',
    ask: stream('', { 'last-event-id': '999' }),
  },
  {
    name: 'a turn that is not there, or another’s',
    status: 404,
    code: 'not_found',
    ask: ({ url }) => fetch(`${url}/v1/turns/resp_none/stream`),
  },
  {
    name: 'a conversation that is not there, or another’s',
    status: 404,
    code: 'not_found',
    ask: chat({ message: 'hi', conversation_id: 'conv_none' }),
  },
  {
    name: 'an `Accept` that is not served',
    status: 406,
    code: 'not_acceptable',
    ask: chat({ message: 'hi' }, { accept: 'image/png' }),
  },
  { name: 'a conversation whose turn still runs', status: 409, code: 'conversation_busy', ask: whileBusy },
  {
    name: 'a body of more than 128 KB',
    status: 413,
    code: 'body_too_large',
    ask: chat({ message: 'x'.repeat(200_000) }),
  },
  {
    name: 'a `Content-Type` that is not JSON',
    status: 415,
    code: 'unsupported_media_type',
    ask: chat({ message: 'hi' }, { 'content-type': 'text/plain' }),
  },
  { name: 'an `Idempotency-Key` used for another body', status: 422, code: 'idempotency_mismatch', ask: withUsedKey },
  {
    name: 'more than 16 KB of headers',
    status: 431,
    code: 'headers_too_large',
    ask: chat({ message: 'hi' }, { 'x-much': 'x'.repeat(20_000) }),
  },
]

export const runRefusals = (service: Service): Promise<Refused[]> =>
  Promise.all(
    REFUSALS.map(async (refusal) => {
      const response = await refusal.ask(service)
      const text = await response.text()
      const type = response.headers.get('content-type')
      const body = type?.includes('json') ? (JSON.parse(text) as Record<string, unknown>) : {}
      return { refusal, status: response.status, type, body, raw: answerHead(response) + text }
    }),
  )
