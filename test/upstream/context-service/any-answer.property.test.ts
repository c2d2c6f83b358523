import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CONTEXT_REASONS, contextPayloadSchema, type ContextService } from '../../../src/contract/index.ts'
import { createContextService } from '../../../src/upstream/context-service/index.ts'
import {
  rightEnvelope,
  startScriptedContextService,
  type ScriptedAnswer,
  type ScriptedContextService,
} from '../../fakes/scripted-context-service.ts'

const principal = { tenant_id: 'acme', user_id: 'ana' }
const right = rightEnvelope({ enricher_id: 'offers.search', principal })

let scripted: ScriptedAnswer
let server: ScriptedContextService
let service: ContextService
beforeAll(async () => {
  server = await startScriptedContextService(() => scripted)
  // Its clock runs a minute a look: no five failures are ever within 30 s, so every answer is really asked for.
  let now = 0
  service = createContextService({ url: server.url, timeout_ms: 20_000, clock: () => (now += 60_000) })
})
afterAll(async () => {
  await server.close()
  await service.close()
})

const SHAPES = z.discriminatedUnion('ok', [
  z.strictObject({
    ok: z.literal(true),
    domain_type: z.string(),
    payload: contextPayloadSchema,
    partial: z.boolean(),
  }),
  z.strictObject({ ok: z.literal(false), enricher_id: z.literal('offers.search'), reason: z.enum(CONTEXT_REASONS) }),
])

/** Any JSON, any text, and right envelopes with any one field replaced: the last get deepest. */
const anyAnswer: fc.Arbitrary<ScriptedAnswer> = fc.oneof(
  fc.record({ json: fc.jsonValue(), status: fc.constantFrom(200, 201, 400, 403, 500, 504) }),
  fc.record({ text: fc.string() }),
  fc
    .tuple(fc.constantFrom(...Object.keys(right)), fc.jsonValue())
    .map(([field, value]) => ({ json: { ...right, [field]: value } })),
  fc
    .tuple(fc.jsonValue(), fc.constantFrom('ok', 'partial', 'error'))
    .map(([payload, status]) => ({ json: { ...right, status, payload } })),
)

describe('for any answer of the service', () => {
  it('a call is answered by one of the two shapes, and never throws', async () => {
    let asked = server.requests.length
    await fc.assert(
      fc.asyncProperty(anyAnswer, async (answer) => {
        scripted = answer
        const result = await service.enrich('offers.search', {}, { principal })
        expect(server.requests).toHaveLength((asked += 1))
        expect(SHAPES.safeParse(result).error).toBeUndefined()
      }),
      { numRuns: 300 },
    )
  })
})
