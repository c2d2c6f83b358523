import { describe, expect, it } from 'vitest'
import type { EffectiveRegistry } from '../../src/contract/index.ts'
import { createRenderer, MAX_LOCALES, MAX_VALUE_CHARACTERS } from '../../src/policy/index.ts'
import { sampleRegistry } from './sample-registry.ts'

const rendererOf = (locales: EffectiveRegistry['locales']) => createRenderer(sampleRegistry({ locales }))
const sample = createRenderer(sampleRegistry())
const shown = (store: string) => sample.message('en', 'status.visiting_store', { store })
const part = (id: string, fields: Record<string, unknown> = {}) => ({ key: `status.${id}`, fields })

describe('one message', () => {
  it.each([
    ['en', 'Searching for offers…'],
    ['es', 'Buscando ofertas…'],
    ['fr', 'Recherche d’offres…'],
    ['fr-CA', 'Recherche d’offres…'],
    ['FR-ca', 'Recherche d’offres…'],
    ['de-AT', 'Searching for offers…'],
    ['not a locale', 'Searching for offers…'],
  ])('OV-4: in %s it is %s', (locale, expected) => {
    expect(sample.message(locale, 'status.searching_offers', {})).toBe(expected)
  })

  it('OV-4: the nearest language that has the words is taken, key by key', () => {
    const renderer = rendererOf({
      en: { one: { message: 'One' }, two: { message: 'Two' }, three: { message: 'Three' } },
      fr: { one: { message: 'Un' }, two: { message: 'Deux' } },
      'fr-CA': { one: { message: 'Un, là' } },
    })
    expect(['one', 'two', 'three'].map((key) => renderer.message('fr-CA', key, {}))).toEqual([
      'Un, là',
      'Deux',
      'Three',
    ])
  })

  it('OV-4: plurals and numbers follow the language', () => {
    const words = '{count, plural, one {# oferta} other {# ofertas}} · {points, number}'
    const renderer = rendererOf({ en: {}, es: { offers: { message: words } } })
    expect(renderer.message('es', 'offers', { count: 1, points: 12_345 })).toBe('1 oferta · 12.345')
    expect(renderer.message('es', 'offers', { count: 2, points: 0.5 })).toBe('2 ofertas · 0,5')
  })

  it('a value that is missing sends it to the next language, and after the last there are no words', () => {
    const renderer = rendererOf({ en: { visit: { message: 'Visiting…' } }, es: { visit: { message: 'En {store}…' } } })
    expect(renderer.message('es', 'visit', {})).toBe('Visiting…')
    expect(sample.message('en', 'status.visiting_store', {})).toBeUndefined()
    expect(sample.message('en', 'status.nothing_here', {})).toBeUndefined()
    expect(sample.message('en', 'constructor', {})).toBeUndefined()
  })

  it('words that have nothing left to say are none', () => {
    const renderer = rendererOf({ en: { visit: { message: '{store}' } } })
    expect(renderer.message('en', 'visit', { store: '\u0000\u0007' })).toBeUndefined()
  })

  it('a value that its place in the words has no use for gives no words', () => {
    const renderer = rendererOf({ en: { visit: { message: 'On {day} at {points, number}' } } })
    expect(renderer.message('en', 'visit', { day: 'Monday', points: 7 })).toBe('On Monday at 7')
    expect(renderer.message('en', 'visit', { day: new Date(), points: 7 })).toBeUndefined()
  })

  it('a name of every object’s prototype is no value', () => {
    const renderer = rendererOf({ en: { odd: { message: '{constructor, select, plain {a} other {b}}' } } })
    expect(renderer.message('en', 'odd', {})).toBeUndefined()
    expect(renderer.message('en', 'odd', { constructor: 'plain' })).toBe('a')
  })

  it('booleans choose, dates are written the language’s way', () => {
    const renderer = rendererOf({
      en: { near: { message: '{open, select, true {Open} other {Closed}} on {day, date, ::yyyyMMdd}' } },
    })
    const day = new Date('2026-05-15T12:00:00Z')
    expect(renderer.message('en', 'near', { open: true, day })).toBe('Open on 05/15/2026')
    expect(renderer.message('en', 'near', { open: false, day })).toBe('Closed on 05/15/2026')
  })

  it('strings lose control characters, direction marks and angle brackets, and are cut between characters', () => {
    expect(shown('<b>Blue\u0000\n\u202e Bottle</b>')).toBe('Looking around bBlue Bottle/b…')
    expect(shown('x'.repeat(MAX_VALUE_CHARACTERS + 1))).toBe(`Looking around ${'x'.repeat(MAX_VALUE_CHARACTERS)}…`)
    expect(shown(`${'x'.repeat(MAX_VALUE_CHARACTERS - 1)}😀`)).toBe(
      `Looking around ${'x'.repeat(MAX_VALUE_CHARACTERS - 1)}…`,
    )
  })

  it('tags in the words are text, not markup', () => {
    const renderer = rendererOf({ en: { tagged: { message: 'a <b>{x}</b>' } } })
    expect(renderer.message('en', 'tagged', { x: 'y' })).toBe('a <b>y</b>')
  })

  it('a message with broken syntax counts as missing', () => {
    const renderer = rendererOf({ en: { odd: { message: 'fine' } }, es: { odd: { message: '{broken' } } })
    expect(renderer.message('es', 'odd', {})).toBe('fine')
  })

  it('fields that cannot be read give no words, and no error', () => {
    const fields = {
      get store(): string {
        throw new Error('unreadable')
      },
    }
    expect(sample.message('en', 'status.visiting_store', fields)).toBeUndefined()
  })

  it('more locales than are remembered change nothing', () => {
    for (let index = 0; index < MAX_LOCALES + 20; index++)
      expect(sample.message(`fr-x-a${index}`, 'status.searching_offers', {})).toBe('Recherche d’offres…')
    expect(sample.message('es', 'status.searching_offers', {})).toBe('Buscando ofertas…')
  })

  it('a language that is no BCP 47 tag is refused when the renderer is made', () => {
    expect(() => rendererOf({ en: {}, 'not a tag': {} })).toThrow(RangeError)
  })
})

describe('several in one', () => {
  const two = [part('searching_offers'), part('looking_up_points_balance')]
  const three = [...two, part('matching_receipt')]

  it.each([
    ['en', 'Searching for offers and looking up your points…'],
    ['es', 'Buscando ofertas y consultando tus puntos…'],
    ['fr', 'Recherche d’offres et consultation de vos points en cours…'],
    ['fr-CA', 'Recherche d’offres et consultation de vos points en cours…'],
    ['ja', 'Searching for offers and looking up your points…'],
  ])('OV-4: two in %s', (locale, expected) => {
    expect(sample.combined(locale, two)).toBe(expected)
  })

  it.each([
    ['en', 'Searching for offers, looking up your points, and matching your receipt…'],
    ['es', 'Buscando ofertas, consultando tus puntos e identificando tu recibo…'],
    ['fr', 'Recherche d’offres, consultation de vos points et examen de votre ticket en cours…'],
  ])('OV-4: three in %s, with its own list grammar', (locale, expected) => {
    expect(sample.combined(locale, three)).toBe(expected)
  })

  it('OV-4: the first letter is upper-cased as the language does it', () => {
    const words = { a: { message: 'X', short: 'ilk' }, b: { message: 'Y', short: 'iki' } }
    const parts = [
      { key: 'a', fields: {} },
      { key: 'b', fields: {} },
    ]
    expect(rendererOf({ en: words }).combined('en', parts)).toBe('Ilk and iki…')
    expect(rendererOf({ en: {}, tr: words }).combined('tr', parts)).toBe('İlk ve iki…')
  })

  it('without a short form the message stands in, without its end mark', () => {
    const renderer = rendererOf({
      en: { a: { message: 'Packing…' }, b: { message: 'Sending.' }, c: { message: 'Done', short: '{missing}' } },
    })
    const parts = ['a', 'b', 'c'].map((key) => ({ key, fields: {} }))
    expect(renderer.combined('en', parts)).toBe('Packing, Sending, and Done…')
  })

  it('equal words are said once', () => {
    expect(sample.combined('en', [part('comparing_prices'), part('checking_prices')])).toBe('Checking prices…')
  })

  it('one without words is left out, and none at all is no message', () => {
    expect(sample.combined('en', [part('nothing_here'), part('searching_offers')])).toBe('Searching for offers…')
    expect(sample.combined('en', [part('nothing_here')])).toBeUndefined()
    expect(sample.combined('en', [])).toBeUndefined()
  })

  it('words of different languages are joined as the first one’s language does', () => {
    const renderer = rendererOf({
      en: { b: { message: 'B', short: 'in English' }, 'status.combined': { message: 'EN({list})' } },
      es: { a: { message: 'A', short: 'en español' } },
    })
    const parts = [
      { key: 'a', fields: {} },
      { key: 'b', fields: {} },
    ]
    // "e", before an i; and the English frame is not put around a Spanish list.
    expect(renderer.combined('es', parts)).toBe('En español e in English…')
    expect(renderer.combined('es', parts.toReversed())).toBe('EN(In English and en español)')
  })

  it('values reach the short forms too', () => {
    const renderer = rendererOf({
      en: { a: { message: 'A', short: 'visiting {store}' }, b: { message: 'B', short: 'counting' } },
    })
    const parts = [
      { key: 'a', fields: { store: 'Blue Bottle' } },
      { key: 'b', fields: {} },
    ]
    expect(renderer.combined('en', parts)).toBe('Visiting Blue Bottle and counting…')
  })
})
