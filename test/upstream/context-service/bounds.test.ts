import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as nextTick } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { ContextService } from '../../../src/contract/index.ts'
import { createContextService } from '../../../src/upstream/context-service/index.ts'
import {
  startScriptedContextService,
  type ScriptedAnswer,
  type ScriptedContextService,
} from '../../fakes/scripted-context-service.ts'

const caller = { principal: { tenant_id: 'acme', user_id: 'ana' } }
const unavailable = { ok: false, enricher_id: 'offers.search', reason: 'upstream_unavailable' }

let server: ScriptedContextService | undefined
let service: ContextService | undefined
afterEach(async () => {
  await server?.close()
  await service?.close()
  server = service = undefined
})

const until = async (holds: () => boolean) => {
  for (const end = Date.now() + 10_000; !holds();) {
    if (Date.now() > end) throw new Error('It did not happen within 10 s')
    await nextTick()
  }
}

/** A server that answers only once it is opened. */
async function startGated(options: Partial<Parameters<typeof createContextService>[0]> = {}) {
  const gate = Promise.withResolvers<ScriptedAnswer>()
  const gated = (server = await startScriptedContextService(() => gate.promise))
  const context = (service = createContextService({ url: server.url, timeout_ms: 20_000, ...options }))
  return {
    requests: gated.requests,
    connections: gated.connections,
    open: () => gate.resolve({ envelope: {} }),
    context,
    enrich: () => context.enrich('offers.search', {}, caller),
  }
}

describe('connections', () => {
  it('calls one after the other share one connection', async () => {
    server = await startScriptedContextService(() => ({ envelope: {} }))
    service = createContextService({ url: server.url, timeout_ms: 10_000, connections: 1 })
    for (let i = 0; i < 10; i += 1) await service.enrich('offers.search', {}, caller)
    expect(server.requests).toHaveLength(10)
    expect(server.connections()).toBe(1)
  })

  it('an answer that is no success keeps the connection too', async () => {
    server = await startScriptedContextService(() => ({ text: 'x'.repeat(10_000), status: 404 }))
    service = createContextService({ url: server.url, timeout_ms: 10_000, connections: 1 })
    for (let i = 0; i < 10; i += 1) await service.enrich('offers.search', {}, caller)
    expect(server.requests).toHaveLength(10)
    expect(server.connections()).toBe(1)
  })

  it('calls at the same time use as many connections as are allowed, and no more', async () => {
    const { enrich, connections, requests, open } = await startGated({ connections: 3 })
    const calls = Array.from({ length: 12 }, enrich)
    await until(() => requests.length === 3)
    open()
    expect((await Promise.all(calls)).every((result) => result.ok)).toBe(true)
    expect(requests).toHaveLength(12)
    expect(connections()).toBe(3)
  })

  it('a call that ran out of time gives its connection back', async () => {
    let calls = 0
    server = await startScriptedContextService(() => ((calls += 1) === 1 ? { hang: 'headers' } : { envelope: {} }))
    service = createContextService({ url: server.url, timeout_ms: 1_000, connections: 1 })
    expect(await service.enrich('offers.search', {}, caller)).toMatchObject({ reason: 'upstream_timeout' })
    expect(await service.enrich('offers.search', {}, caller)).toMatchObject({ ok: true })
  })
})

describe('waiting', () => {
  it('one more than may wait is refused at once, and the others are still answered', async () => {
    const { enrich, requests, open } = await startGated({ connections: 1, max_waiting: 2 })
    const calls = Array.from({ length: 3 }, enrich)
    // The server has not answered anything: this is not a wait.
    expect(await enrich()).toStrictEqual(unavailable)
    open()
    expect((await Promise.all(calls)).every((result) => result.ok)).toBe(true)
    expect(requests).toHaveLength(3)
  })

  it('1,024 calls may wait by default', async () => {
    const { enrich, requests, open } = await startGated()
    const calls = Array.from({ length: 64 + 1_024 }, enrich)
    expect(await enrich()).toStrictEqual(unavailable)
    open()
    expect((await Promise.all(calls)).every((result) => result.ok)).toBe(true)
    expect(requests).toHaveLength(64 + 1_024)
  })

  it('refusing for want of room does not count as a failure of the endpoint', async () => {
    const { enrich, open } = await startGated({ connections: 1, max_waiting: 0 })
    const first = enrich()
    for (let i = 0; i < 10; i += 1) expect(await enrich()).toStrictEqual(unavailable)
    open()
    expect(await first).toMatchObject({ ok: true })
    expect(await enrich()).toMatchObject({ ok: true })
  })

  it('the time box runs while a call waits', async () => {
    const { enrich, requests } = await startGated({ connections: 1, timeout_ms: 400 })
    const [, waited] = await Promise.all([enrich(), enrich()])
    expect(waited).toMatchObject({ reason: 'upstream_timeout' })
    expect(requests).toHaveLength(1)
  })
})

const sized = (bytes: number): ScriptedAnswer => ({ envelope: { padding: 'x'.repeat(bytes) } })

describe('a connection that is never made', () => {
  it('is upstream_timeout for the call that wants it and for the one behind it', async () => {
    // It takes the connection and never says a word of TLS.
    const sockets: Socket[] = []
    const mute = createServer((socket) => sockets.push(socket))
    await new Promise<void>((listening) => mute.listen(0, '127.0.0.1', listening))
    const { port } = mute.address() as AddressInfo
    const context = createContextService({ url: `https://127.0.0.1:${port}`, timeout_ms: 100, connections: 1 })
    const enrich = () => context.enrich('offers.search', {}, caller)
    const timeout = { ...unavailable, reason: 'upstream_timeout' }
    expect(await Promise.all([enrich(), enrich()])).toStrictEqual([timeout, timeout])
    await context.close()
    for (const socket of sockets) socket.destroy()
    await new Promise((closed) => mute.close(closed))
  })
})

describe('bodies', () => {
  it('a body over the bound is upstream_unavailable', async () => {
    server = await startScriptedContextService(() => sized(2_000))
    service = createContextService({ url: server.url, timeout_ms: 10_000, max_body_bytes: 1_000 })
    expect(await service.enrich('offers.search', {}, caller)).toStrictEqual(unavailable)
  })

  it('4 MiB is the bound by default', async () => {
    let bytes = 4 * 1024 * 1024 - 2_000
    server = await startScriptedContextService(() => sized(bytes))
    service = createContextService({ url: server.url, timeout_ms: 20_000 })
    expect(await service.enrich('offers.search', {}, caller)).toMatchObject({ ok: true })
    bytes += 2_000
    expect(await service.enrich('offers.search', {}, caller)).toStrictEqual(unavailable)
  })

  it('a body over the bound does not count as a failure of the endpoint', async () => {
    server = await startScriptedContextService(() => sized(2_000))
    service = createContextService({ url: server.url, timeout_ms: 10_000, max_body_bytes: 1_000 })
    for (let i = 0; i < 6; i += 1) await service.enrich('offers.search', {}, caller)
    expect(server.requests).toHaveLength(6)
  })
})

describe('closing', () => {
  it('finishes the calls that are out or waiting and refuses new ones', async () => {
    const { context, enrich, requests, open } = await startGated({ connections: 1 })
    const calls = [enrich(), enrich()]
    await until(() => requests.length === 1)
    const closed = context.close()
    expect(await enrich()).toStrictEqual(unavailable)
    open()
    expect((await Promise.all(calls)).every((result) => result.ok)).toBe(true)
    await closed
    expect(requests).toHaveLength(2)
  })

  it('may be asked for twice', async () => {
    service = createContextService({ url: 'http://127.0.0.1:9', timeout_ms: 1_000 })
    await Promise.all([service.close(), service.close()])
    expect(await service.enrich('offers.search', {}, caller)).toStrictEqual(unavailable)
  })
})
