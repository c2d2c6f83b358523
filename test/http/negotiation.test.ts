import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { WIRE_VERSIONS } from '../../src/contract/index.ts'
import { post, serve } from './serve.ts'

const END = [{ event_type: 'response_id' }, { event_type: 'completed' }] as const

async function started(body: object, headers: Record<string, string> = {}) {
  const { url, dispatcher } = await serve()
  dispatcher.script = END
  const response = await post(`${url}/v1/chat`, body, headers)
  expect(response.status).toBe(200)
  await response.text()
  return dispatcher.started[0]!
}

describe('what a turn is asked with', () => {
  it('has the contract’s defaults, and the caller', async () => {
    expect(await started({ message: 'coffee' }, { 'x-test-user': 'ann' })).toEqual({
      message: 'coffee',
      locale: 'en',
      on_disconnect: 'cancel',
      emit_node_events: false,
      principal: { tenant_id: 'dev', user_id: 'ann' },
    })
  })

  it('is everything that the body says', async () => {
    const body = {
      message: 'café ☕ 😀',
      conversation_id: 'conv_1',
      locale: 'fr-CA',
      on_disconnect: 'continue',
      flags: { ai_assistant_short: true },
      emit_node_events: true,
    }
    expect(await started(body)).toMatchObject(body)
  })

  it.each([
    [undefined, undefined, 'en'],
    [undefined, '*', 'en'],
    [undefined, 'es', 'es'],
    [undefined, 'fr-CA,fr;q=0.8,en;q=0.5', 'fr-CA'],
    [undefined, 'en;q=0.3, es;q=0.9', 'es'],
    [undefined, 'not_a_language, es;q=0.2', 'es'],
    [undefined, 'es;q=0', 'en'],
    [undefined, '§§§', 'en'],
    ['fr', 'es', 'fr'],
    ['ES-mx', undefined, 'es-MX'],
  ])('locale: body %s, Accept-Language %s: %s', async (locale, header, expected) => {
    const headers: Record<string, string> = header === undefined ? {} : { 'accept-language': header }
    expect((await started({ message: 'a', ...(locale && { locale }) }, headers)).locale).toBe(expected)
  })

  it.each(['text/event-stream', '*/*', 'text/*', 'application/json, text/event-stream;q=0.1'])(
    'Accept: %s gets the stream',
    async (accept) => {
      expect(await started({ message: 'a' }, { accept })).toMatchObject({ message: 'a' })
    },
  )

  it.each<[string | undefined, string]>([
    [undefined, 'text/event-stream'],
    ['*/*', 'text/event-stream'],
    ['text/event-stream', 'text/event-stream'],
    ['application/x-ndjson', 'application/x-ndjson'],
    ['application/*', 'application/x-ndjson'],
    ['application/x-ndjson, text/event-stream', 'application/x-ndjson'],
    ['application/x-ndjson;q=0.5, text/event-stream;q=0.4', 'application/x-ndjson'],
    ['application/x-ndjson;q=0.4, text/event-stream;q=0.5', 'text/event-stream'],
    ['application/x-ndjson;q=0, */*;q=0.1', 'text/event-stream'],
    ['text/event-stream;q=0, */*;q=0.1', 'application/x-ndjson'],
  ])('Accept: %s is answered in %s, started or attached', async (accept, expected) => {
    const { url, dispatcher } = await serve()
    dispatcher.script = END
    const headers: Record<string, string> = accept === undefined ? {} : { accept }
    for (const version of WIRE_VERSIONS) {
      const asked = { ...headers, 'x-wire-version': version }
      const chat = await post(`${url}/v1/chat`, { message: 'a' }, asked)
      const attached = await fetch(`${url}/v1/turns/resp_1/stream`, { headers: asked })
      for (const response of [chat, attached]) {
        expect(response.headers.get('content-type')).toBe(`${expected}; charset=utf-8`)
        expect(response.headers.get('x-wire-version')).toBe(version)
        expect(await response.text()).toContain(`"version":"${version}"`)
      }
    }
  })

  it.each(['gzip', 'deflate', 'br'] as const)('a body in %s is unpacked', async (encoding) => {
    const { url, dispatcher } = await serve()
    dispatcher.script = END
    const pack = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[encoding]
    const body = new Uint8Array(pack(JSON.stringify({ message: 'é'.repeat(20_000) })))
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const response = await fetch(`${url}/v1/chat`, { method: 'POST', headers, body })
    expect([response.status, dispatcher.started[0]?.message.length]).toEqual([200, 20_000])
    await response.text()
  })

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'Content-Type: %s is JSON',
    async (type) => {
      expect(await started({ message: 'é' }, { 'content-type': type })).toMatchObject({ message: 'é' })
    },
  )

  it('a body of just 128 KB is read', async () => {
    const { url, dispatcher } = await serve()
    dispatcher.script = END
    const body = JSON.stringify({ message: 'a' }).padEnd(128 * 1024, ' ')
    expect((await post(`${url}/v1/chat`, body)).status).toBe(200)
    expect((await post(`${url}/v1/chat`, `${body} `)).status).toBe(413)
  })
})
