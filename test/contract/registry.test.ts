import { describe, expect, it } from 'vitest'
import { flagsSchema, localeChain, localeStringSchema, statusEntrySchema } from '../../src/contract/index.ts'

const entry = {
  id: 'searching_offers',
  description: 'Searching for offers',
  default_render_key: 'status.searching_offers',
  default_policy: 'batch',
  emitter_subagents: ['shop'],
  lifecycle: 'active',
}

describe('the languages to look in', () => {
  it.each([
    ['fr-CA', ['fr-CA', 'fr', 'en']],
    ['es', ['es', 'en']],
    ['en', ['en']],
    ['en-GB', ['en-GB', 'en']],
    ['zh-Hant-TW', ['zh-Hant-TW', 'zh-Hant', 'zh', 'en']],
  ])('OV-4: for %s are %j', (locale, chain) => {
    expect(localeChain(locale)).toEqual(chain)
  })
})

describe('an entry of a fragment', () => {
  it('FR-3: is taken as it is', () => {
    expect(statusEntrySchema.parse(entry)).toEqual(entry)
    const more = { ...entry, batch_group: 'search', min_interval_ms: 500 }
    expect(statusEntrySchema.parse(more)).toEqual(more)
  })

  it.each([
    ['another policy', { default_policy: 'shout' }],
    ['nobody who may emit it', { emitter_subagents: [] }],
    ['prose for an id', { id: 'Searching for offers' }],
    ['a field it does not have', { colour: 'red' }],
    ['a deprecation without its date and note', { lifecycle: 'deprecated' }],
    ['a note though it is active', { deprecation_note: 'use another' }],
    ['no time between two', { min_interval_ms: 0 }],
  ])('FR-3: with %s is refused', (_, change) => {
    expect(statusEntrySchema.safeParse({ ...entry, ...change }).success).toBe(false)
  })

  it('may be deprecated, with a date and a note', () => {
    const old = {
      ...entry,
      lifecycle: 'deprecated',
      deprecated_on: '2026-05-01',
      deprecation_note: 'use finding_offers',
    }
    expect(statusEntrySchema.parse(old)).toEqual(old)
  })
})

describe('words and flags', () => {
  it('OV-4: a message, or a message and its short form', () => {
    expect(localeStringSchema.safeParse('Searching…').success).toBe(true)
    expect(localeStringSchema.safeParse({ message: 'Searching for offers…', short: 'searching' }).success).toBe(true)
    for (const bad of ['', {}, { short: 'searching' }, { message: 'x', long: 'y' }])
      expect(localeStringSchema.safeParse(bad).success).toBe(false)
  })

  it('FR-4: a flag is named ai_assistant_…', () => {
    expect(flagsSchema.safeParse({ ai_assistant_short: true }).success).toBe(true)
    for (const name of ['short', 'ai_assistant_', 'AI_ASSISTANT_X', 'my_ai_assistant_x'])
      expect(flagsSchema.safeParse({ [name]: true }).success).toBe(false)
  })
})
