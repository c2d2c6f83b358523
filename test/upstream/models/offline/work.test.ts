import { HumanMessage } from '@langchain/core/messages'
import { describe, expect, it } from 'vitest'
import { ask, called, callsOf, functionTool } from './ask.ts'

const search = functionTool('search_offers', 'Searches the offers.', {
  query: { type: 'string', description: 'What the user is after.' },
  limit: { type: 'integer', minimum: 1, maximum: 20 },
})
const render = functionTool('render_offers', 'Shows offers.', { ids: { type: 'array', items: { type: 'string' } } }, [
  'ids',
])
const tools = [render, search]

const items = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((letter) => ({
  id: `offer-${letter}`,
  title: `Offer ${letter}`,
  brand: 'Nimbra',
  points: 750,
}))

const work = (messages: Parameters<typeof ask>[0]['messages'], language = 'en', given = tools) =>
  ask({ role: 'sub-agent', language, messages, tools: given })

const balanceHistory = (item: object) => [
  new HumanMessage('my points'),
  ...called('get_points_balance', {}, { items: [item] }),
]

const searchWith = async (message: string) => callsOf(await work(message))[0]?.args

describe('a sub-agent’s loop', () => {
  it('first looks up what the request is for', async () => {
    expect(callsOf(await work('find me coffee offers'))).toEqual([{ name: 'search_offers', args: { query: 'coffee' } }])
  })

  it('then shows the five best', async () => {
    const answer = await work([
      new HumanMessage('coffee offers'),
      ...called('search_offers', { query: 'coffee' }, { items }),
    ])
    expect(callsOf(answer)).toEqual([
      { name: 'render_offers', args: { ids: ['offer-A', 'offer-B', 'offer-C', 'offer-D', 'offer-E'] } },
    ])
  })

  it.each([
    [
      'en',
      'I found 7 offers for coffee, including Offer A, Offer B, and Offer C. The first one, from Nimbra, earns you 750 points.',
    ],
    [
      'es',
      'He encontrado 7 ofertas de coffee, entre ellas Offer A, Offer B y Offer C. Con la primera, de Nimbra, ganas 750 puntos.',
    ],
    [
      'fr',
      'J’ai trouvé 7 offres pour «\u00a0coffee\u00a0», dont Offer A, Offer B et Offer C. La première, de Nimbra, vous rapporte 750 points.',
    ],
    [
      'fr-CA',
      'J’ai trouvé 7 offres pour «\u00a0coffee\u00a0», dont Offer A, Offer B et Offer C. La première, de Nimbra, vous rapporte 750 points.',
    ],
    [
      'pt',
      'I found 7 offers for coffee, including Offer A, Offer B, and Offer C. The first one, from Nimbra, earns you 750 points.',
    ],
  ])('then reports in %s', async (language, text) => {
    const history = [
      new HumanMessage('coffee offers'),
      ...called('search_offers', { query: 'coffee' }, { items }),
      ...called('render_offers', { ids: ['offer-A'] }, { shown: 1 }),
    ]
    const answer = await work(history, language)
    expect(callsOf(answer)).toEqual([])
    expect(answer.text).toBe(text)
  })

  it.each([
    ['nothing was found', { items: [] }, 'I didn’t find any offers for “coffee” right now.'],
    ['the context is unavailable', { unavailable: true }, 'I couldn’t search for offers right now.'],
    ['the tool failed', { failed: true, note: 'Go on without it.' }, 'I couldn’t search for offers right now.'],
    [
      'it was partial',
      { items: items.slice(0, 1), partial: true },
      'I found one offer for coffee: Offer A. It earns you 750 points.',
    ],
  ])('says so when %s', async (_, result, text) => {
    const history = [new HumanMessage('coffee offers'), ...called('search_offers', { query: 'coffee' }, result)]
    expect((await work(history, 'en', [search])).text).toBe(text)
  })

  it('shows nothing when there is nothing to show', async () => {
    const optional = functionTool('render_offers', 'Shows offers.', {
      ids: { type: 'array', items: { type: 'string' } },
    })
    const history = [new HumanMessage('coffee'), ...called('search_offers', {}, { items: [] })]
    expect(callsOf(await work(history, 'en', [search, optional]))).toEqual([])
  })

  it('what could not be looked up is left to the orchestrator when something else was found', async () => {
    const history = [
      new HumanMessage('my points'),
      ...called('get_points_balance', {}, { unavailable: true }),
      ...called('find_parking', {}, { items: [{ id: '1', name: 'Lot A' }] }),
    ]
    expect((await work(history, 'en', [])).text).toBe('I found one match: Lot A.')
  })

  it('calls every tool that the request clearly names', async () => {
    const parking = functionTool('find_parking', 'Finds free parking and garages.', { query: { type: 'string' } })
    const weather = functionTool('get_weather', 'Tells the weather forecast.', { query: { type: 'string' } })
    const answer = await work('parking near the stadium with the weather', 'en', [parking, weather])
    expect(callsOf(answer).map((call) => call.name)).toEqual(['find_parking', 'get_weather'])
  })

  it('takes its first usable tool when the request names none', async () => {
    const book = functionTool('book_table', 'Books.', { reservation_code: { type: 'string' } }, ['reservation_code'])
    const find = functionTool('find_table', 'Finds.', { query: { type: 'string' } })
    expect(callsOf(await work('somewhere quiet', 'en', [book, find])).map((call) => call.name)).toEqual(['find_table'])
  })

  it('fills a render tool of another shape from the first item, by name', async () => {
    const balance = functionTool('get_points_balance', 'Looks up points.')
    const show = functionTool(
      'render_points_balance',
      'Shows points.',
      { balance: { type: 'integer' }, tier: { type: 'string' }, note: { type: 'string' } },
      ['balance'],
    )
    const given = [balance, show]
    expect(callsOf(await work(balanceHistory({ id: 'p', balance: 12_450, tier: 'Gold' }), 'en', given))).toEqual([
      { name: 'render_points_balance', args: { balance: 12_450, tier: 'Gold' } },
    ])
    // What it must have is not there: it does not fit.
    expect(callsOf(await work(balanceHistory({ id: 'p', tier: 'Gold' }), 'en', given))).toEqual([])
  })

  it.each([
    ['en', 'I found 2 matches: Lot A and Lot B.'],
    ['es', 'He encontrado 2 resultados: Lot A y Lot B.'],
    ['fr', 'J’ai trouvé 2 résultats\u00a0: Lot A et Lot B.'],
  ])('a vertical without words of its own still reads well in %s', async (language, text) => {
    const result = {
      items: [
        { id: '1', name: 'Lot A' },
        { id: '2', name: 'Lot B' },
      ],
    }
    const history = [new HumanMessage('parking'), ...called('find_parking', {}, result)]
    expect((await work(history, language, [])).text).toBe(text)
  })

  it.each([
    [
      'facts',
      { id: 'x', minutes_left: 1200, until: '2026-05-01' },
      'Here is what I found: minutes left: 1,200 and until: May 1, 2026.',
    ],
    ['nothing', { items: [] }, 'I didn’t find anything.'],
    ['no answer', { unavailable: true }, 'I couldn’t look that up right now.'],
    ['words of the tool’s own', 'Lot A is free.', 'Lot A is free.'],
  ])('and so do %s', async (_, result, text) => {
    const history = [new HumanMessage('parking'), ...called('find_parking', {}, result)]
    expect((await work(history, 'en', [])).text).toBe(text)
  })
})

describe('arguments are filled from the user’s words', () => {
  it.each([
    ['Find me coffee offers', { query: 'coffee' }],
    ['búscame ofertas de café', { query: 'café' }],
    ['trouve-moi des offres de café', { query: 'café' }],
    ['Y a-t-il des promos sur le chocolat noir ?', { query: 'chocolat noir' }],
    ['any deals at Blue Bottle on cold brew?', { query: 'Blue Bottle cold brew' }],
    ['show me the best offers near me', {}],
    ['the top 3 coffee offers', { query: 'coffee', limit: 3 }],
    ['muéstrame cinco ofertas de pan', { query: 'pan', limit: 5 }],
    ['99 offers', { limit: 20 }],
    ['offers for 500 points', { query: '500 points' }],
  ])('%s', async (message, args) => {
    expect(await searchWith(message)).toEqual(args)
  })

  const everything = functionTool('list_orders', 'Lists orders.', {
    since: { type: 'string', format: 'date' },
    until: { type: 'string', format: 'date' },
    status: { type: 'string', enum: ['open', 'on_its_way', 'delivered'] },
    order_number: { type: 'string' },
    email: { type: 'string', format: 'email' },
    max_price: { type: 'number' },
    min_price: { anyOf: [{ type: 'number' }, { type: 'null' }] },
    people: { type: 'integer' },
    express: { type: 'boolean' },
    shop_ids: { type: 'array', items: { type: 'string' } },
  })
  it.each([
    ['orders from last week', { since: '2026-05-04', until: '2026-05-10' }],
    ['orders of this month', { since: '2026-05-01' }],
    ['pedidos de los últimos 10 días', { since: '2026-05-03' }],
    ['commandes depuis mars', { since: '2026-03-01' }],
    ['my delivered orders', { status: 'delivered' }],
    ['orders that are on its way', { status: 'on_its_way' }],
    ['where is order A-10442?', { order_number: 'A-10442', shop_ids: ['A-10442'] }],
    ['orders for ann@example.com', { email: 'ann@example.com' }],
    ['orders over $20 and under $50.50', { max_price: 50.5, min_price: 20 }],
    ['express orders for 4 people', { express: true, people: 4 }],
    ['orders', {}],
  ])('by name, type and choice: %s', async (message, args) => {
    expect(callsOf(await work(message, 'en', [everything]))).toEqual([{ name: 'list_orders', args }])
  })

  it('a required text that is not said by itself is the whole request', async () => {
    const help = functionTool('search_help', 'Help.', { query: { type: 'string' } }, ['query'])
    expect(callsOf(await work('how does this work?', 'en', [help]))[0]?.args).toEqual({ query: 'work' })
    expect(callsOf(await work('can you help me?', 'en', [help]))[0]?.args).toEqual({ query: 'can you help me?' })
  })
})
