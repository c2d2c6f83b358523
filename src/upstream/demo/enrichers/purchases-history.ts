import { z } from 'zod'
import { RETAILERS } from '../data/retailers.ts'
import { ledgerOf, type Purchase } from '../ledger.ts'
import type { DemoLocale } from '../locale.ts'
import { dollars } from '../money.ts'
import { dayParam, enricher, limitParam, queryParam, type DemoItem } from './enricher.ts'
import { searchPurchases } from './search-purchases.ts'

export const purchasesHistory = enricher({
  domain_type: 'purchase_list',
  params: z.object({ query: queryParam, since: dayParam, limit: limitParam(10) }),
  items: ({ query, since, limit }, { principal, locale, now }) =>
    searchPurchases(
      ledgerOf(principal, now).purchases.filter(({ date }) => date >= (since ?? '')),
      query ?? undefined,
    )
      .slice(0, limit)
      .map((purchase) => shown(purchase, locale)),
})

const shown = ({ id, retailer, date, lines, total, points, receipt }: Purchase, locale: DemoLocale): DemoItem => ({
  id,
  store: RETAILERS[retailer].name,
  date,
  items: lines.map(({ name, brand, quantity, price, points: earned }) => ({
    name: name[locale],
    ...(brand === undefined ? {} : { brand }),
    quantity,
    price: dollars(price),
    points: earned,
  })),
  total: dollars(total),
  points_earned: points,
  points_status: receipt.status === 'matched' ? 'awarded' : 'pending',
  receipt_id: receipt.id,
})
