import { describe, expect, it } from 'vitest'
import type { FramePayload } from '../../src/contract/index.ts'
import { FRAME_SAMPLES } from '../contract/samples.ts'
import { chatAsV04, readAsV04 } from '../fakes/v04-client.ts'
import { text } from '../log/stamp.ts'
import { readSse } from '../support/sse.ts'
import { post, serve } from './serve.ts'

const CHAT = { message: 'coffee' }
const OLD = { 'x-wire-version': '0.4' }
const S = FRAME_SAMPLES

/** A turn with everything that v0.5 has added, and a failure that it survives. */
const MIXED: FramePayload[] = [
  S.response_id,
  S.episode,
  S.status,
  S.node_enter,
  S.tool_call,
  S.tool_completed,
  S.data_loading,
  S.data_loaded,
  S.approval_request,
  text('Here is '),
  S.error,
  text('what I found.'),
  S.component,
  S.node_exit,
  S.usage,
  S.completed,
]

async function serving(...script: FramePayload[]) {
  const served = await serve()
  served.dispatcher.script = script
  return served
}

describe('a v0.4 client', () => {
  it('AC-12: over v0.4 it gets the text and completed: no error that is not the end reaches it', async () => {
    const { url } = await serving(...MIXED)
    const turn = await chatAsV04(url, CHAT, OLD)
    expect(turn).toMatchObject({ end: 'completed', text: 'Here is what I found.', ignored: [], usage: 3 })
    expect([...turn.versions]).toEqual(['0.4'])
    expect([...turn.tools]).toEqual([['call_1', { name: 'search', completed: true }]])
    expect(turn.data.get('offer_list_1')).toEqual([{ id: 'o1', price: 2.5 }])
    expect(turn.components).toEqual([{ kind: 'card' }])
  })

  it('AC-12: over v0.5 it closes at the first error, final or not; a v0.5 client honours is_final and reads on', async () => {
    const { url } = await serving(...MIXED)
    const old = await chatAsV04(url, CHAT)
    expect(old).toMatchObject({ end: 'error', error_code: 'PARTIAL_FAN_OUT', text: 'Here is ' })
    const { frames, done } = await readSse(await post(`${url}/v1/chat`, CHAT))
    const words = frames.map((frame) => (frame.event_type === 'text' ? frame.chunk : '')).join('')
    const error = frames.find((frame) => frame.event_type === 'error')
    expect(error).toMatchObject({ is_final: false })
    expect([words, frames.at(-1)?.event_type, done]).toEqual(['Here is what I found.', 'completed', true])
  })

  it('AC-7: over v0.5 it ignores the types and fields it does not know, and renders the rest', async () => {
    const { url } = await serving(...MIXED.filter((payload) => payload !== S.error))
    const turn = await chatAsV04(url, CHAT)
    expect(turn).toMatchObject({ end: 'completed', text: 'Here is what I found.' })
    expect(turn.ignored).toEqual(['status', 'node_enter', 'approval_request', 'node_exit'])
    expect([...turn.versions]).toEqual(['0.5'])
    expect(turn.data.get('offer_list_1')).toHaveLength(1)
  })

  it.each<[string, FramePayload, Record<string, string>, object]>([
    ['a cancelled turn', S.cancelled, OLD, { end: 'error', error_code: 'IDLE_TIMEOUT', ignored: [] }],
    ['a cancelled turn over v0.5', S.cancelled, {}, { end: 'closed', ignored: ['cancelled'] }],
    [
      'a failed sub-agent',
      { event_type: 'error', error: { code: 'SUB_AGENT_FAILED', sub_agent_id: 'shop' }, is_final: true },
      OLD,
      { end: 'error', error_code: 'INTERNAL_ERROR' },
    ],
  ])('AC-7: %s ends for it too', async (_, terminal, headers, expected) => {
    const { url } = await serving(S.response_id, S.episode, text('a'), terminal)
    expect(await chatAsV04(url, CHAT, headers)).toMatchObject({ text: 'a', ...expected })
  })

  it('FR-12: WIRE_VERSION is the version of who asks for none; a version that is asked for wins', async () => {
    const { url, dispatcher } = await serve({ settings: { WIRE_VERSION: '0.4' } })
    dispatcher.script = MIXED
    expect(await chatAsV04(url, CHAT)).toMatchObject({ end: 'completed', text: 'Here is what I found.' })
    const asked = await post(`${url}/v1/chat`, CHAT, { 'x-wire-version': '0.5' })
    expect(asked.headers.get('x-wire-version')).toBe('0.5')
    const { frames } = await readSse(asked)
    expect(frames.map(({ event_type }) => event_type)).toEqual(MIXED.map(({ event_type }) => event_type))
    const attached = await fetch(`${url}/v1/turns/resp_1/stream`)
    expect(attached.headers.get('x-wire-version')).toBe('0.4')
    expect(await readAsV04(attached)).toMatchObject({ end: 'completed' })
  })

  it('FR-17: a v0.5 client that is served v0.4 as the way back still reads is_final', async () => {
    const { url } = await serving(S.response_id, S.cancelled)
    const { frames, done } = await readSse(await post(`${url}/v1/chat`, CHAT, OLD))
    expect(frames.at(-1)).toMatchObject({ event_type: 'error', error: { code: 'IDLE_TIMEOUT' }, is_final: true })
    expect(done).toBe(true)
  })

  it('FR-12: gets its headers at once, also when the first frames are none of its', async () => {
    const { url, dispatcher } = await serving(...MIXED.slice(0, 3))
    void (await post(`${url}/v1/chat`, CHAT)).body!.cancel()
    // Before a heartbeat would bring them.
    const signal = AbortSignal.timeout(10_000)
    const response = await fetch(`${url}/v1/turns/resp_1/stream?after=2`, { headers: OLD, signal })
    expect(response.headers.get('x-wire-version')).toBe('0.4')
    dispatcher.append('resp_1', S.status, text('a'), S.completed)
    const { ids, done } = await readSse(response)
    expect([ids, done]).toEqual([[5, 6], true])
  })
})
