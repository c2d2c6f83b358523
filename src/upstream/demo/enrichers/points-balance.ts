import { z } from 'zod'
import { RETAILERS } from '../data/retailers.ts'
import { TIERS } from '../data/tiers.ts'
import { endOfNextMonth } from '../days.ts'
import { ledgerOf, POINTS_PER_CENT, type Ledger } from '../ledger.ts'
import type { DemoLocale, Words } from '../locale.ts'
import { fromCents } from '../money.ts'
import { fraction } from '../seeded.ts'
import { enricher } from './enricher.ts'

const GIFT_CARD: Words = { en: 'Gift card', es: 'Tarjeta regalo', fr: 'Carte cadeau' }
const MAX_ACTIVITY = 5

export const pointsBalance = enricher({
  domain_type: 'points_balance',
  params: z.object({}),
  items: (_params, { principal, locale, now }) => {
    const ledger = ledgerOf(principal, now)
    const matched = ledger.purchases.filter(({ receipt }) => receipt.status === 'matched')
    const earned = sum(matched)
    const redeemed = sum(ledger.redemptions)
    const points = ledger.opening.points + earned - redeemed
    const tierPoints = ledger.opening.earned + earned
    const tier = TIERS.findLast(({ from }) => from <= tierPoints) ?? TIERS[0]
    const next = TIERS.find(({ from }) => from > tierPoints)
    // Some of the oldest points, in steps of 25.
    const share = 0.05 + fraction('expiring', principal.tenant_id, principal.user_id) * 0.15
    return [
      {
        id: 'points_balance',
        points,
        pending_points: sum(ledger.purchases) - earned,
        value: fromCents(points / POINTS_PER_CENT),
        tier: tier.name[locale],
        next_tier: next?.name[locale] ?? null,
        points_to_next_tier: next === undefined ? 0 : next.from - tierPoints,
        expiring: { points: Math.round((points * share) / 25) * 25, on: endOfNextMonth(now) },
        earned_90_days: earned,
        redeemed_90_days: redeemed,
        recent_activity: activityOf(ledger, locale),
      },
    ]
  },
})

const sum = (of: readonly { points: number }[]): number => of.reduce((total, { points }) => total + points, 0)

/** What happened to the points, newest first. */
const activityOf = ({ purchases, redemptions }: Ledger, locale: DemoLocale) =>
  [
    ...redemptions.map(({ id, date, points }) => ({
      id,
      kind: 'redeemed',
      label: GIFT_CARD[locale],
      points: -points,
      date,
    })),
    ...purchases.map(({ id, date, points, retailer, receipt }) => ({
      id,
      kind: receipt.status === 'matched' ? 'earned' : 'pending',
      label: RETAILERS[retailer].name,
      points,
      date,
    })),
  ]
    .toSorted((a, b) => b.date.localeCompare(a.date))
    .slice(0, MAX_ACTIVITY)
