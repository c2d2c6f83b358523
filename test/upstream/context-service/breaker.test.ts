import { afterEach, describe, expect, it } from 'vitest'
import type { ContextService } from '../../../src/contract/index.ts'
import { createBreaker } from '../../../src/upstream/context-service/breaker.ts'
import { createContextService } from '../../../src/upstream/context-service/index.ts'
import {
  startScriptedContextService,
  type ScriptedAnswer,
  type ScriptedContextService,
} from '../../fakes/scripted-context-service.ts'

const caller = { principal: { tenant_id: 'acme', user_id: 'ana' } }

/** A breaker on a clock of its own, and calls that answer what they are told to. */
const start = () => {
  let now = 1_000
  let made = 0
  const breaker = createBreaker({ clock: () => now }, (answer) => answer === 'failure')
  const call = (answer: string) =>
    breaker.run(async () => {
      made += 1
      return answer
    })
  return {
    breaker,
    pass: (ms: number) => (now += ms),
    made: () => made,
    call,
    fail: async (times: number, every_ms = 0) => {
      for (let i = 0; i < times; i += 1) {
        if (i > 0) now += every_ms
        await call('failure')
      }
    },
  }
}

describe('the breaker', () => {
  it('RT-9: four failures in a row leave it closed, the fifth opens it', async () => {
    const { breaker, fail, call, made } = start()
    await fail(4)
    expect(breaker.refuses()).toBe(false)
    await fail(1)
    expect(breaker.refuses()).toBe(true)
    expect(await call('success')).toBeUndefined()
    expect(made()).toBe(5)
  })

  it('RT-9: a success ends the row', async () => {
    const { breaker, fail, call } = start()
    await fail(4)
    expect(await call('success')).toBe('success')
    await fail(4)
    expect(breaker.refuses()).toBe(false)
    await fail(1)
    expect(breaker.refuses()).toBe(true)
  })

  it('RT-9: five failures over exactly 30 s open it, over more do not', async () => {
    const within = start()
    await within.fail(5, 7_500)
    expect(within.breaker.refuses()).toBe(true)
    const over = start()
    await over.fail(5, 7_501)
    expect(over.breaker.refuses()).toBe(false)
  })

  it('RT-9: in a longer row it is the newest five that count', async () => {
    const { breaker, fail, pass } = start()
    await fail(4)
    pass(60_000)
    await fail(4)
    expect(breaker.refuses()).toBe(false)
    await fail(1)
    expect(breaker.refuses()).toBe(true)
  })

  it('RT-9: it stays open for 20 s, then one success closes it', async () => {
    const { breaker, fail, pass, call } = start()
    await fail(5)
    pass(19_999)
    expect(await call('success')).toBeUndefined()
    pass(1)
    expect(breaker.refuses()).toBe(false)
    expect(await call('success')).toBe('success')
    // Closed, and the old row is gone.
    await fail(4)
    expect(breaker.refuses()).toBe(false)
  })

  it('RT-9: a probe that fails opens it for 20 s more', async () => {
    const { breaker, fail, pass, call } = start()
    await fail(5)
    pass(20_000)
    expect(await call('failure')).toBe('failure')
    pass(19_999)
    expect(breaker.refuses()).toBe(true)
    pass(1)
    expect(await call('success')).toBe('success')
    expect(breaker.refuses()).toBe(false)
  })

  it('RT-9: while the probe is out every other call is refused at once', async () => {
    const { breaker, fail, pass, call, made } = start()
    await fail(5)
    pass(20_000)
    const probe = Promise.withResolvers<string>()
    const probed = breaker.run(() => probe.promise)
    expect(breaker.refuses()).toBe(true)
    expect(await call('success')).toBeUndefined()
    expect(made()).toBe(5)
    probe.resolve('success')
    expect(await probed).toBe('success')
    expect(await call('success')).toBe('success')
  })
})

describe('the breaker around context calls', () => {
  let server: ScriptedContextService | undefined
  let service: ContextService | undefined
  afterEach(async () => {
    await server?.close()
    await service?.close()
  })

  const COUNTED: [says: string, scripted: ScriptedAnswer][] = [
    ['a transport error', { cut: 'headers' }],
    ['a cut body', { cut: 'body' }],
    ['silence', { hang: 'headers' }],
    ['HTTP 408', { text: '', status: 408 }],
    ['HTTP 429', { text: '', status: 429 }],
    ['HTTP 500', { text: '', status: 500 }],
    ['HTTP 504', { text: '', status: 504 }],
  ]
  const NOT_COUNTED: [says: string, scripted: ScriptedAnswer][] = [
    ['an ok envelope', { envelope: {} }],
    ['an error envelope', { envelope: { status: 'error', reason: 'upstream_timeout' } }],
    ['another principal’s envelope', { envelope: { principal: { tenant_id: 'x', user_id: 'y' } } }],
    ['an envelope of an unknown major', { envelope: { version: '2.0' } }],
    ['HTTP 400', { text: '', status: 400 }],
    ['HTTP 401', { text: '', status: 401 }],
    ['HTTP 404', { text: '', status: 404 }],
    ['no JSON', { text: 'hello' }],
  ]

  it.each(COUNTED)('RT-9: %s, five times, opens it: the sixth call is not made', async (_says, scripted) => {
    server = await startScriptedContextService(() => scripted)
    // Long enough for the question to arrive, and where an answer comes so long that a busy machine is no silence.
    service = createContextService({ url: server.url, timeout_ms: 'hang' in scripted ? 250 : 10_000 })
    for (let i = 0; i < 5; i += 1) await service.enrich('offers.search', {}, caller)
    expect(await service.enrich('points.balance', {}, caller)).toStrictEqual({
      ok: false,
      enricher_id: 'points.balance',
      reason: 'upstream_unavailable',
    })
    expect(server.requests).toHaveLength(5)
  })

  it.each(NOT_COUNTED)('RT-9: %s does not count', async (_says, scripted) => {
    server = await startScriptedContextService(() => scripted)
    service = createContextService({ url: server.url, timeout_ms: 10_000 })
    for (let i = 0; i < 6; i += 1) await service.enrich('offers.search', {}, caller)
    expect(server.requests).toHaveLength(6)
  })

  it('RT-9: after 20 s one call goes through, and when it succeeds the others follow', async () => {
    let well = false
    let now = 0
    server = await startScriptedContextService(() => (well ? { envelope: {} } : { text: '', status: 503 }))
    service = createContextService({ url: server.url, timeout_ms: 10_000, clock: () => now })
    const enrich = async () => (await service?.enrich('offers.search', {}, caller))?.ok
    for (let i = 0; i < 5; i += 1) await enrich()
    well = true
    now = 19_999
    expect(await enrich()).toBe(false)
    expect(server.requests).toHaveLength(5)
    now = 20_000
    expect(await Promise.all([enrich(), enrich(), enrich()])).toEqual([true, false, false])
    expect(server.requests).toHaveLength(6)
    expect(await Promise.all([enrich(), enrich(), enrich()])).toEqual([true, true, true])
  })

  it('RT-9: two services have a breaker each', async () => {
    const ill = await startScriptedContextService(() => ({ text: '', status: 500 }))
    server = await startScriptedContextService(() => ({ envelope: {} }))
    const one = createContextService({ url: ill.url, timeout_ms: 10_000 })
    service = createContextService({ url: server.url, timeout_ms: 10_000 })
    for (let i = 0; i < 6; i += 1) await one.enrich('offers.search', {}, caller)
    expect(ill.requests).toHaveLength(5)
    expect(await service.enrich('offers.search', {}, caller)).toMatchObject({ ok: true })
    await ill.close()
    await one.close()
  })

  it('RT-9: a call is refused at once while the probe has the only connection', async () => {
    const gate = Promise.withResolvers<ScriptedAnswer>()
    let now = 0
    server = await startScriptedContextService(() => (now === 0 ? { text: '', status: 500 } : gate.promise))
    const context = createContextService({ url: server.url, timeout_ms: 20_000, connections: 1, clock: () => now })
    service = context
    for (let i = 0; i < 5; i += 1) await context.enrich('offers.search', {}, caller)
    now = 20_000
    const probe = context.enrich('offers.search', {}, caller)
    // The probe is not answered yet: this is not a wait.
    expect(await context.enrich('points.balance', {}, caller)).toMatchObject({ reason: 'upstream_unavailable' })
    gate.resolve({ envelope: {} })
    expect(await probe).toMatchObject({ ok: true })
  })

  it('calls that wait when it opens are refused without being made', async () => {
    server = await startScriptedContextService(() => ({ text: '', status: 500 }))
    service = createContextService({ url: server.url, timeout_ms: 10_000, connections: 1 })
    const context = service
    await Promise.all(Array.from({ length: 20 }, () => context.enrich('offers.search', {}, caller)))
    expect(server.requests).toHaveLength(5)
  })
})
