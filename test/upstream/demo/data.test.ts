import { describe, expect, it } from 'vitest'
import { ARTICLES } from '../../../src/upstream/demo/data/articles/index.ts'
import { CATEGORY_IDS } from '../../../src/upstream/demo/data/categories.ts'
import { OFFERS } from '../../../src/upstream/demo/data/offers/index.ts'
import { RETAILER_IDS } from '../../../src/upstream/demo/data/retailers.ts'
import { DEMO_LOCALES, type Words } from '../../../src/upstream/demo/locale.ts'

const inEvery = (words: Words) => DEMO_LOCALES.map((locale) => words[locale])

describe('the demo’s data', () => {
  it('there are at least 60 offers and 15 articles, each with an id of its own', () => {
    expect(OFFERS.length).toBeGreaterThanOrEqual(60)
    expect(ARTICLES.length).toBeGreaterThanOrEqual(15)
    expect(new Set(OFFERS.map(({ id }) => id)).size).toBe(OFFERS.length)
    expect(new Set(ARTICLES.map(({ id }) => id)).size).toBe(ARTICLES.length)
  })

  it('every category has offers, and every store sells some', () => {
    expect(new Set(OFFERS.map(({ category }) => category))).toEqual(new Set(CATEGORY_IDS))
    expect(new Set(OFFERS.flatMap(({ retailers }) => retailers))).toEqual(new Set(RETAILER_IDS))
  })

  it.each(OFFERS.map((offer) => [offer.id, offer] as const))('%s is written in three languages', (_id, offer) => {
    // A sentence that is the same in two languages has not been translated. (A title may be: Burrito bowl.)
    expect(new Set(inEvery(offer.description)).size).toBe(3)
    expect(new Set(inEvery(offer.title)).size).toBeGreaterThan(1)
    for (const text of inEvery(offer.description)) expect(text).toMatch(/^[\p{Lu}\d].{10,120}\.$/u)
    // Titles are named in lists, so they have no commas and do not end in a full stop.
    for (const text of inEvery(offer.title)) expect(text).toMatch(/^[\p{Lu}\d][^,]{4,60}[^,.]$/u)
    expect(offer.points % 25).toBe(0)
    expect(offer.days).toBeGreaterThan(0)
    // Worth a few cents on the dollar, not half of it.
    expect(offer.points / 1_000 / offer.price).toBeLessThan(0.15)
  })

  it.each(ARTICLES.map((article) => [article.id, article] as const))(
    '%s is written in three languages',
    (_id, { text }) => {
      const articles = DEMO_LOCALES.map((locale) => text[locale])
      expect(new Set(articles.map(({ title }) => title)).size).toBe(3)
      expect(new Set(articles.map(({ summary }) => summary)).size).toBe(3)
      expect(new Set(articles.map(({ steps }) => steps.length)).size).toBe(1)
      expect(new Set(articles.flatMap(({ steps }) => steps)).size).toBe(articles.length * text.en.steps.length)
      expect(text.en.steps.length).toBeGreaterThanOrEqual(3)
    },
  )
})
