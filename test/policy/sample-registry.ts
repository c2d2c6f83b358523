import type { EffectiveRegistry, PolicyOverride, RegistryEntry } from '../../src/contract/index.ts'

export const entry = (given: Partial<RegistryEntry> & { id: string }): RegistryEntry => ({
  description: given.id,
  default_render_key: `status.${given.id}`,
  default_policy: 'transform',
  emitter_subagents: ['shop'],
  lifecycle: 'active',
  vertical: 'shop',
  place: { file: 'verticals/shop/status_events.yaml', line: 1, column: 1 },
  locales: ['en'],
  ...given,
})

export const override = (flag: string, event_id: string, change: Partial<PolicyOverride>): PolicyOverride => ({
  flag: `ai_assistant_${flag}`,
  event_id,
  ...change,
})

const entries = [
  entry({ id: 'searching_offers', default_policy: 'batch' }),
  entry({
    id: 'looking_up_points_balance',
    default_policy: 'batch',
    vertical: 'rewards',
    emitter_subagents: ['rewards'],
  }),
  entry({
    id: 'matching_receipt',
    default_policy: 'batch',
    vertical: 'ereceipts',
    emitter_subagents: ['ereceipts', 'shop'],
  }),
  entry({ id: 'comparing_prices', default_policy: 'batch', batch_group: 'prices' }),
  entry({ id: 'checking_prices', default_policy: 'batch', batch_group: 'prices' }),
  entry({ id: 'visiting_store', default_policy: 'transform' }),
  entry({ id: 'progress_made', default_policy: 'forward' }),
  entry({ id: 'warming_cache', default_policy: 'suppress' }),
  entry({ id: 'polling_slowly', default_policy: 'transform', min_interval_ms: 100 }),
  entry({ id: 'forwarding_slowly', default_policy: 'forward', min_interval_ms: 100 }),
  entry({ id: 'batching_slowly', default_policy: 'batch', min_interval_ms: 100 }),
  entry({
    id: 'old_searching',
    lifecycle: 'deprecated',
    deprecated_on: '2026-01-01',
    deprecation_note: 'Use searching_offers.',
  }),
  entry({
    id: 'thinking_it_over',
    vertical: 'platform',
    emitter_subagents: ['orchestrator'],
  }),
]

const locales: EffectiveRegistry['locales'] = {
  en: {
    'status.searching_offers': { message: 'Searching for offers…', short: 'searching for offers' },
    'status.looking_up_points_balance': { message: 'Looking up your points…', short: 'looking up your points' },
    'status.matching_receipt': { message: 'Matching your receipt…', short: 'matching your receipt' },
    'status.comparing_prices': { message: 'Comparing prices…', short: 'checking prices' },
    'status.checking_prices': { message: 'Checking prices…', short: 'checking prices' },
    'status.visiting_store': { message: 'Looking around {store}…' },
    'status.visiting_store_bold': { message: 'Off to {store}!' },
    'status.warming_cache': { message: 'Warming up…' },
    'status.polling_slowly': { message: 'Still at it…' },
    'status.batching_slowly': { message: 'Still collecting…', short: 'collecting' },
    'status.old_searching': { message: 'Searching…' },
    'status.thinking_it_over': { message: 'Thinking it over…' },
  },
  es: {
    'status.searching_offers': { message: 'Buscando ofertas…', short: 'buscando ofertas' },
    'status.looking_up_points_balance': { message: 'Consultando tus puntos…', short: 'consultando tus puntos' },
    'status.matching_receipt': { message: 'Identificando tu recibo…', short: 'identificando tu recibo' },
    'status.combined': { message: '{list}…' },
  },
  fr: {
    'status.searching_offers': { message: 'Recherche d’offres…', short: 'recherche d’offres' },
    'status.looking_up_points_balance': { message: 'Consultation de vos points…', short: 'consultation de vos points' },
    'status.matching_receipt': { message: 'Examen de votre ticket…', short: 'examen de votre ticket' },
    'status.combined': { message: '{list} en cours…' },
  },
}

export const sampleRegistry = (given: Partial<EffectiveRegistry> = {}): EffectiveRegistry => ({
  version: 'r1',
  agent_definition: { id: 'assistant', version: '3' },
  verticals: ['ereceipts', 'rewards', 'shop'],
  entries,
  locales,
  overrides: [],
  flags: {},
  ...given,
})
