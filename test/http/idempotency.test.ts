import { describe, expect, it } from 'vitest'
import type { FramePayload } from '../../src/contract/index.ts'
import { FRAME_SAMPLES as S } from '../contract/samples.ts'
import { text } from '../log/stamp.ts'
import { readSse } from '../support/sse.ts'
import { NDJSON, readNdjson } from './read-ndjson.ts'
import { post, serve, until } from './serve.ts'

const BEGIN: FramePayload[] = [S.response_id, S.episode, text('a')]
const KEY = { 'idempotency-key': '6b2f-1' }
const CHAT = { message: 'coffee' }

describe('OV-5: Idempotency-Key', () => {
  it('OV-5: the same key and body attach to the same turn from its first frame, while it runs', async () => {
    const { url, dispatcher } = await serve()
    dispatcher.script = BEGIN
    const first = await post(`${url}/v1/chat`, CHAT, KEY)
    const second = await post(`${url}/v1/chat`, CHAT, KEY)
    await until('two readers', () => dispatcher.readers === 2)
    expect([first, second].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    expect(second.headers.get('x-response-id')).toBe('resp_1')
    dispatcher.append('resp_1', text('b'), S.completed)
    const [one, two] = await Promise.all([first.text(), second.text()])
    expect(two).toBe(one)
    expect(dispatcher.started).toHaveLength(1)
  })

  it('OV-5: a turn that has ended is replayed whole, in any dialect', async () => {
    const { url, dispatcher } = await serve()
    dispatcher.script = [...BEGIN, S.completed]
    await (await post(`${url}/v1/chat`, CHAT, KEY)).text()
    const again = await post(`${url}/v1/chat`, CHAT, KEY)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await readSse(again)).toMatchObject({ ids: [1, 2, 3, 4], done: true })
    const { frames, eof } = await readNdjson(await post(`${url}/v1/chat`, CHAT, { ...KEY, ...NDJSON }))
    expect([frames.length, eof.reason]).toEqual([4, 'complete'])
  })

  it.each(['dropped', 'forgotten'])('OV-5: 410 once its frames are %s', async (how) => {
    const { url, dispatcher } = await serve()
    dispatcher.script = [...BEGIN, S.completed]
    await (await post(`${url}/v1/chat`, CHAT, KEY)).text()
    dispatcher.log.drop('resp_1')
    if (how === 'forgotten') dispatcher.find = () => Promise.resolve(undefined)
    const response = await post(`${url}/v1/chat`, CHAT, KEY)
    expect([response.status, response.headers.get('idempotent-replayed')]).toEqual([410, null])
    expect(await response.json()).toMatchObject({ code: 'cursor_expired' })
  })

  it.each<[string, string, Record<string, string>, boolean]>([
    [
      'the same in another order',
      '{"flags":{"ai_assistant_b":true,"ai_assistant_a":false},"message":"coffee"}',
      {},
      true,
    ],
    [
      'the defaults said',
      '{"message":"coffee","flags":{"ai_assistant_a":false,"ai_assistant_b":true},"on_disconnect":"cancel"}',
      {},
      true,
    ],
    [
      'the language said',
      '{"message":"coffee","flags":{"ai_assistant_a":false,"ai_assistant_b":true},"locale":"en"}',
      {},
      true,
    ],
    ['another message', '{"message":"tea","flags":{"ai_assistant_a":false,"ai_assistant_b":true}}', {}, false],
    ['another flag', '{"message":"coffee","flags":{"ai_assistant_a":true,"ai_assistant_b":true}}', {}, false],
    [
      'another language',
      '{"message":"coffee","flags":{"ai_assistant_a":false,"ai_assistant_b":true}}',
      { 'accept-language': 'es' },
      false,
    ],
    ['another user', '{"message":"tea"}', { 'x-test-user': 'ann' }, true],
  ])('OV-5: %s', async (_, body, headers, accepted) => {
    const { url, dispatcher } = await serve()
    dispatcher.script = [...BEGIN, S.completed]
    await (
      await post(`${url}/v1/chat`, '{"message":"coffee","flags":{"ai_assistant_a":false,"ai_assistant_b":true}}', KEY)
    ).text()
    const response = await post(`${url}/v1/chat`, body, { ...KEY, ...headers })
    expect(response.status).toBe(accepted ? 200 : 422)
    const all = await response.text()
    expect(all.includes('idempotency_mismatch')).toBe(!accepted)
  })

  it('OV-5: without a key every request is a turn', async () => {
    const { url, dispatcher } = await serve()
    dispatcher.script = [...BEGIN, S.completed]
    for (let count = 0; count < 2; count++) await (await post(`${url}/v1/chat`, CHAT)).text()
    expect(dispatcher.started).toHaveLength(2)
  })

  it.each([
    ['empty', ''],
    ['with a space', 'a b'],
    ['256 long', 'k'.repeat(256)],
    ['with a letter that is not ASCII', 'cl\u00e9'],
  ])('OV-5: a key that is %s is 400 and names the header', async (_, key) => {
    const { url, dispatcher } = await serve()
    const response = await post(`${url}/v1/chat`, CHAT, { 'idempotency-key': key })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ errors: [{ field: 'Idempotency-Key' }] })
    expect(dispatcher.started).toEqual([])
  })

  it('OV-5: a key of 255 visible characters is one', async () => {
    const { url, dispatcher } = await serve()
    dispatcher.script = [...BEGIN, S.completed]
    const response = await post(`${url}/v1/chat`, CHAT, { 'idempotency-key': '~!'.repeat(127) + 'k' })
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('[DONE]')])
  })
})
