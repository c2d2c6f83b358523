import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type Demo } from './ask-demo.ts'

let demo: Demo
beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => demo.close())

const search = (params: Record<string, unknown>) => demo.items('offers.search', { limit: 50, ...params })
const ids = async (params: Record<string, unknown>) => (await search(params)).map((item) => item['id'])
const categories = async (query: string) => new Set((await search({ query })).map((item) => item['category']))

describe('offers.search', () => {
  it.each([
    ['coffee', 'coffee'],
    ['Find me COFFEE offers', 'coffee'],
    ['búscame ofertas de café', 'coffee'],
    ['trouve-moi des offres de cafe', 'coffee'],
    ['latte', 'coffee'],
    ['espresso', 'coffee'],
    ['pizzas', 'restaurants'],
    ['cena', 'restaurants'],
    ['something for my dog', 'pets'],
    ['dog food', 'pets'],
    ['comida para perro', 'pets'],
    ['gato', 'pets'],
    ['animaux', 'pets'],
    ['pañales', 'baby'],
    ['couches', 'baby'],
    ['headphones', 'electronics'],
    ['électronique', 'electronics'],
    ['limpieza', 'household'],
    ['shampoing', 'beauty'],
    ['thé vert', 'drinks'],
    ['snacks', 'snacks'],
    ['cheap groceries', 'groceries'],
  ])('“%s” finds %s and nothing else', async (query, category) => {
    expect(await categories(query)).toEqual(new Set([category]))
  })

  it('all of a category is found by its name', async () => {
    expect(await ids({ query: 'coffee' })).toHaveLength(8)
  })

  it.each([
    ['latte', ['kopperline-latte', 'nimbra-oat-latte']],
    ['espresso capsules', ['altamara-espresso-capsules']],
    ['cold brew', ['nimbra-cold-brew']],
    ['Nimbra', ['nimbra-cold-brew', 'nimbra-oat-latte']],
    ['dog food', ['waggero-dog-food']],
    ['comida para perro', ['waggero-dog-food']],
    ['nourriture pour chat', ['purrsley-wet-cat-food']],
    ['oat milk', ['oatwick-oat-milk']],
    ['choco', ['cacaluna-cookies', 'cacaluna-dark-chocolate']],
    ['petit-déjeuner', ['kopperline-breakfast']],
  ])('“%s” finds what says it first', async (query, first) => {
    expect((await ids({ query })).slice(0, first.length).toSorted()).toEqual(first.toSorted())
  })

  it('what only mentions a word in passing is not found by it', async () => {
    // These cookies like to be dipped in coffee.
    expect(await ids({ query: 'coffee' })).not.toContain('cacaluna-cookies')
  })

  it('a store’s name finds what it sells', async () => {
    const found = await search({ query: 'Paw Hollow' })
    expect(found.length).toBeGreaterThan(3)
    expect(found.every((item) => (item['retailers'] as string[]).includes('Paw Hollow'))).toBe(true)
  })

  it('what nobody sells is an ok answer without items', async () => {
    expect(await demo.ask('offers.search', { query: 'zeppelin' })).toMatchObject({
      status: 'ok',
      payload: { items: [] },
    })
  })

  it.each([[''], [undefined], [null], ['best offers'], ['ofertas'], ['des bons plans']])(
    'a query that says nothing (%o) finds the best of every category first',
    async (query) => {
      const found = await search({ query, limit: 10 })
      expect(new Set(found.map((item) => item['category'])).size).toBe(10)
    },
  )

  it('ids bring those offers in that order; unknown ones are left out', async () => {
    const asked = ['stackridge-burger', 'gone', 'nimbra-cold-brew']
    expect(await ids({ ids: asked })).toEqual(['stackridge-burger', 'nimbra-cold-brew'])
  })

  it.each(['coffee', 'café', 'Coffee'])('category %s narrows to it', async (category) => {
    const found = await search({ category })
    expect(new Set(found.map((item) => item['category']))).toEqual(new Set(['coffee']))
  })

  it('a query and a category go together', async () => {
    expect(await ids({ query: 'oat', category: 'coffee' })).toEqual(['nimbra-oat-latte'])
    expect(await ids({ query: 'oat', category: 'cars' })).toEqual([])
  })

  it('the limit is kept, and is 12 when none is given', async () => {
    expect(await demo.items('offers.search', { limit: 3 })).toHaveLength(3)
    expect(await demo.items('offers.search')).toHaveLength(12)
  })

  it('an offer is all there', async () => {
    const [offer] = await search({ ids: ['nimbra-cold-brew'], locale: 'es' })
    expect(offer).toStrictEqual({
      id: 'nimbra-cold-brew',
      brand: 'Nimbra',
      title: 'Concentrado de café frío cold brew',
      size: '950 ml',
      description: 'Infusionado dieciocho horas. Una parte de café por dos de agua o leche.',
      points: 750,
      category: 'coffee',
      category_name: 'Café',
      retailers: ['Northway Grocers', 'Good Basket Foods', 'Bright Aisle'],
      // Nine days after the test's day.
      expires_at: '2026-05-24T23:59:59Z',
      image_url: '/images/offers/nimbra-cold-brew.webp',
      terms: 'Una vez por ticket. Los puntos llegan cuando tu ticket queda verificado.',
    })
  })
})
