import type { EffectiveRegistry, RegistryEntry } from '../../src/contract/index.ts'

const entry = (id: string, sub_agent: string, more: Partial<RegistryEntry> = {}): RegistryEntry => ({
  id,
  description: id,
  default_render_key: `status.${id}`,
  default_policy: 'batch',
  emitter_subagents: [sub_agent],
  lifecycle: 'active',
  vertical: sub_agent,
  place: { file: `verticals/${sub_agent}/status_events.yaml`, line: 1, column: 1 },
  locales: ['en'],
  ...more,
})

/** A small registry for tests of what stands on one. */
export const smallRegistry = (more: Partial<EffectiveRegistry> = {}): EffectiveRegistry => ({
  version: 'test',
  agent_definition: { id: 'onevoice', version: '1.0' },
  verticals: ['shop', 'rewards'],
  entries: [
    entry('searching_offers', 'shop'),
    entry('looking_up_points_balance', 'rewards'),
    entry('comparing_offers', 'shop', { default_policy: 'transform' }),
  ],
  locales: {
    en: {
      'status.searching_offers': { message: 'Searching for offers…', short: 'searching for offers' },
      'status.looking_up_points_balance': { message: 'Looking up your points…', short: 'looking up your points' },
      'status.comparing_offers': { message: 'Comparing offers…' },
      'failure.internal': { message: 'Something went wrong.' },
      'failure.sub_agent': { message: 'I could not do that.' },
      'failure.partial': { message: 'One part did not work.' },
      'failure.context': { message: 'I could not look that up.' },
      'failure.rate_limit': { message: 'I am busy.' },
      'caveat.partial': { message: 'This may be incomplete.' },
    },
  },
  overrides: [],
  flags: {},
  ...more,
})
