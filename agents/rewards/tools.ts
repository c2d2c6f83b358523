import { z } from 'zod'
import { ccsTool, fetchedItem, getTurn, renderComponentTool } from '#kit'

export const getPointsBalance = ccsTool({
  name: 'get_points_balance',
  description: 'Looks up the points balance: what is there, what is pending, what expires when.',
  enricher: 'points.balance',
  schema: z.object({}),
  params: () => ({ locale: getTurn().locale }),
})

export const getRecentPurchases = ccsTool({
  name: 'get_recent_purchases',
  description: 'Lists the latest purchases, with the points that they earned.',
  enricher: 'purchases.history',
  schema: z.object({ limit: z.int().min(1).max(50).describe('How many at most.') }),
  params: (input) => ({ ...input, locale: getTurn().locale }),
  summarise: ({ items = [] }) => ({
    items: items.map(({ id, store, date, points_earned, points_status }) => ({
      id,
      store,
      date,
      points_earned,
      points_status,
    })),
  }),
})

export const renderPointsBalance = renderComponentTool({
  name: 'render_points_balance',
  description: 'Shows the points balance to the user. Give the id that get_points_balance found.',
  schema: z.object({ id: z.string() }),
  component: ({ id }) => ({ ...fetchedItem(id), type: 'points_balance' }),
})
