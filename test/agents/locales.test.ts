import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { phrases, registry } from '../upstream/models/shipped-phrases.ts'

const keysOf = (language: string) => Object.keys(registry.locales[language] ?? {}).sort()

type Element = ReturnType<IntlMessageFormat['getAst']>[number]

/** The values that a message may ask for, in any of its branches. */
const valuesIn = (elements: readonly Element[]): string[] =>
  elements.flatMap((element) => [
    // Type 0 is literal text.
    ...('value' in element && element.type !== 0 ? [element.value] : []),
    ...('options' in element ? Object.values(element.options).flatMap((option) => valuesIn(option.value)) : []),
  ])

const needsOf = (language: string) =>
  Object.fromEntries(
    Object.entries(registry.locales[language] ?? {}).map(([key, { message }]) => [
      key,
      [...new Set(valuesIn(new IntlMessageFormat(message, language).getAst()))].sort(),
    ]),
  )

describe.each(['es', 'fr'])('%s', (language) => {
  it('OV-4: has words for everything that English has words for, and for nothing else', () => {
    expect(keysOf(language)).toEqual(keysOf('en'))
  })

  it('OV-4: needs the same values as English, so that no sentence falls back', () => {
    expect(needsOf(language)).toEqual(needsOf('en'))
  })
})

it.each([
  ['en', 'Searching for offers and looking up your points…'],
  ['es', 'Buscando ofertas y consultando tus puntos…'],
  ['fr', 'Recherche d’offres et consultation de vos points…'],
  ['fr-CA', 'Recherche d’offres et consultation de vos points…'],
  ['de', 'Searching for offers and looking up your points…'],
])('OV-4: two statuses are one sentence by the grammar of %s', (locale, sentence) => {
  const parts = ['status.searching_offers', 'status.looking_up_points_balance'].map((key) => ({ key, fields: {} }))
  expect(phrases.combined(locale, parts)).toBe(sentence)
})

describe.each(['en', 'es', 'fr'])('OV-4: every status reads well alone and combined in %s', (language) => {
  it.each(registry.entries.map(({ id, default_render_key }) => [id, default_render_key]))('%s', (_id, key) => {
    const words = registry.locales[language]?.[key]
    expect(words?.message).toMatch(/^\p{Lu}.*…$/u)
    expect(words?.short).toMatch(/^\p{Ll}.*[^.…]$/u)
  })
})

describe.each(['en', 'es', 'fr'])('FR-8: what the orchestrator says of a failure is plain words in %s', (locale) => {
  it.each(
    ['sub_agent', 'context', 'partial', 'rate_limit', 'internal']
      .map((name) => `failure.${name}`)
      .concat('caveat.partial'),
  )('%s', (key) => {
    const texts = [phrases.message(locale, key, {})]
    if (!/rate_limit|internal/.test(key))
      texts.push(
        ...['shop', 'rewards', 'ereceipts', 'support'].map((id) =>
          phrases.message(locale, `${key}_topic`, { topic: phrases.message(locale, `topic.${id}`, {}) }),
        ),
      )
    for (const text of texts) {
      expect(text).toMatch(/^\p{Lu}.*\.$/u)
      expect(text).not.toMatch(/[A-Z]{2,}|_|\d{3}/)
    }
  })
})
