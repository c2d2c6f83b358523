import { envelopeSchema, type EnricherEnvelope } from '../../../src/contract/index.ts'
import { startDemoContextService } from '../../../src/upstream/demo/index.ts'

export const NOW = new Date('2026-05-15T18:00:00Z')

export interface Demo {
  url: string
  post(path: string, body: string): Promise<Response>
  /** A right question of one user; the envelope is checked by the contract's own schema. */
  ask(enricher_id: string, params?: Record<string, unknown>, user_id?: string): Promise<EnricherEnvelope>
  items(enricher_id: string, params?: Record<string, unknown>, user_id?: string): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

/** The demo server, without latency and on a fixed day. */
export async function startDemo(): Promise<Demo> {
  const { url, close } = await startDemoContextService({ latency_ms: () => 0, now: () => NOW })
  const post: Demo['post'] = (path, body) => fetch(url + path, { method: 'POST', body })
  const ask: Demo['ask'] = async (enricher_id, params = {}, user_id = 'ana') => {
    const principal = { tenant_id: 'acme', user_id }
    const response = await post(`/v1/enrichers/${enricher_id}`, JSON.stringify({ principal, params }))
    if (response.status !== 200) throw new Error(`HTTP ${response.status}: ${await response.text()}`)
    return envelopeSchema.parse(await response.json())
  }
  return {
    url,
    post,
    ask,
    items: async (...question) => (await ask(...question)).payload?.items ?? [],
    close,
  }
}
