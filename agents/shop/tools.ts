import { z } from 'zod'
import { ccsTool, emitStatus, getTurn, renderTool } from '#kit'

export const searchOffers = ccsTool({
  name: 'search_offers',
  description: 'Searches the current offers by product, brand, store or kind. Call it before render_offers.',
  enricher: 'offers.search',
  schema: z.object({
    query: z.string().max(200).optional().describe('What the user is after, in a few words; left out for all offers.'),
    limit: z.int().min(1).max(20).optional().describe('How many at most.'),
  }),
  before: () => emitStatus('searching_offers'),
  params: (input) => ({ ...input, locale: getTurn().locale }),
  // What a choice needs; the cards show the rest.
  summarise: ({ items = [] }) => ({
    items: items.map(({ id, title, brand, points, retailers, expires_at }) => ({
      id,
      title,
      brand,
      points,
      retailers,
      expires_at,
    })),
  }),
})

export const renderOffers = renderTool({
  name: 'render_offers',
  description: 'Shows offers to the user as cards. Give the ids that search_offers found, best first.',
  type: 'offer_list',
  load: { enricher: 'offers.search', params: (ids) => ({ ids, locale: getTurn().locale }) },
})
