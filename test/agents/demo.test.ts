import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import ereceipts from '../../agents/ereceipts/index.ts'
import rewards from '../../agents/rewards/index.ts'
import shop from '../../agents/shop/index.ts'
import support from '../../agents/support/index.ts'
import type { ContextService } from '../../src/contract/index.ts'
import { createContextService, startDemoContextService } from '../../src/upstream/index.ts'
import { eventsOf, NOW, runSubAgent } from './run-sub-agent.ts'

/** The shipped sub-agents on the demo's own data, over a real socket: every sentence must find the fields it needs. */
let demo: Awaited<ReturnType<typeof startDemoContextService>>
let context: ContextService
beforeAll(async () => {
  demo = await startDemoContextService({ latency_ms: () => 0, now: () => NOW })
  context = createContextService({ url: demo.url, timeout_ms: 10_000 })
})
afterAll(async () => {
  await context.close()
  await demo.close()
})

const CASES = [
  [
    shop,
    'en',
    'find me coffee offers',
    /^I found \d+ offers for coffee, including .*\. The first one, from .+, earns you [\d,]+ points\.$/,
  ],
  [shop, 'es', 'búscame ofertas de café', /^He encontrado \d+ ofertas de café, entre ellas .*, ganas [\d.]+ puntos\.$/],
  [
    shop,
    'fr-CA',
    'trouve-moi des offres de café',
    /^J’ai trouvé \d+ offres pour «\scafé\s», dont .* vous rapporte [\d\s]+ points\.$/,
  ],
  [
    rewards,
    'en',
    'check my points',
    /^You have [\d,]+ points, worth \$[\d.]+.* level.* Your latest purchase, at .+ you [\d,]+ points\.$/,
  ],
  [rewards, 'es-MX', 'consulta mis puntos', /^Tienes [\d.,]+ puntos, que valen .* Tu última compra, en .+ puntos\.$/],
  [rewards, 'fr', 'vérifie mes points', /^Vous avez [\d\s]+ points, soit .* Votre dernier achat, chez .+ points\.$/],
  [ereceipts, 'en', 'show my receipts', /^I found \d+ receipts\. The latest is from .+, for \$[\d.]+\.$/],
  [
    ereceipts,
    'es',
    '¿cuánto gasté el mes pasado?',
    /^He encontrado \d+ compras, [\d,.]+\sUS\$ en total\. La última fue en .+ de abril/,
  ],
  [ereceipts, 'fr', 'montre mes achats', /^J’ai trouvé \d+ achats, .+ au total\. Le dernier, chez .+, était de .+\.$/],
  [support, 'en', 'how do I reset my password?', /The article “.+” takes you through it step by step\./],
  [support, 'es', '¿cómo cambio mi contraseña?', /El artículo «.*contraseña.*» te lo explica paso a paso\./],
  [support, 'fr', 'comment contacter le service client ?', /L’article «\s.+\s» vous guide pas à pas\./],
] as const

describe.each(CASES)('$0.id in %s: %s', (definition, locale, request, report) => {
  it('reports in that language, and shows real items', async () => {
    const run = await runSubAgent(definition, request, context, { locale })
    expect(run.tool_errors).toEqual([])
    expect(run.calls.every(({ outcome }) => outcome === 'ok')).toBe(true)
    expect(run.report).toMatch(report)
    const shown = [
      ...eventsOf(run, 'component').map(({ chunk }) => chunk),
      ...eventsOf(run, 'data_loaded').flatMap(({ data }) => data.items),
    ]
    expect(shown.length).toBeGreaterThan(0)
    // FR-10: of the envelope nothing is left.
    for (const item of shown) {
      expect(item).toHaveProperty('id')
      for (const field of ['principal', 'cache_meta', 'timing', 'enricher_id', 'domain_type', 'payload'])
        expect(item).not.toHaveProperty(field)
    }
  })
})
