import type { Principal } from '../../contract/index.ts'
import { OFFERS } from './data/offers/index.ts'
import { RETAILER_IDS, RETAILERS, type RetailerId } from './data/retailers.ts'
import { STAPLES } from './data/staples.ts'
import { dayFrom } from './days.ts'
import type { Words } from './locale.ts'
import { seeded, type Seeded } from './seeded.ts'

/**
 *   principal ─► seed ─► purchases ─► receipts
 *                            └──────► points: earned, pending, spent
 *
 * One person's last 90 days. Purchases, receipts and points are all read from here, so their numbers agree.
 */
export interface Ledger {
  /** Newest first. */
  purchases: readonly Purchase[]
  redemptions: readonly Redemption[]
  /** The balance of 90 days ago, and all points earned until then. */
  opening: { points: number; earned: number }
}

export interface Purchase {
  id: string
  retailer: RetailerId
  date: string
  lines: readonly Line[]
  total: number
  points: number
  receipt: { id: string; number: string; status: ReceiptStatus; confidence: number }
}

export interface Line {
  name: Words
  brand?: string
  quantity: number
  price: number
  points: number
}

export interface Redemption {
  id: string
  date: string
  points: number
}

export const RECEIPT_STATUSES = ['matched', 'pending', 'needs_review'] as const
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number]

export const LEDGER_DAYS = 90
export const POINTS_PER_RECEIPT = 25
export const POINTS_PER_CENT = 10
/** Receipts of the last days are still being matched. */
const PENDING_DAYS = 2
/** With more than this, people buy themselves a gift card. */
const SPENDING_FROM = 12_000

export function ledgerOf({ tenant_id, user_id }: Principal, now: Date): Ledger {
  const random = seeded('ledger', tenant_id, user_id)
  const opening = { points: random.whole(40, 240) * 25, earned: random.whole(240, 2_800) * 25 }
  const days = shoppingDays(random)
  // One receipt of last week or so is looked at by a person.
  const reviewed = days.at(-random.whole(4, 6))

  let balance = opening.points
  const purchases: Purchase[] = []
  const redemptions: Redemption[] = []
  for (const [index, ago] of days.entries()) {
    const status = ago <= PENDING_DAYS ? 'pending' : ago === reviewed ? 'needs_review' : 'matched'
    const purchase = shop(random, { number: index + 1, date: dayFrom(now, -ago), status })
    purchases.unshift(purchase)
    if (status === 'matched') balance += purchase.points
    if (balance > SPENDING_FROM && random.chance(0.5)) {
      const points = random.pick([5_000, 10_000])
      balance -= points
      redemptions.unshift({ id: `red_${index + 1}`, date: purchase.date, points })
    }
  }
  return { purchases, redemptions, opening }
}

/** Days ago, oldest first, the last of them yesterday. */
function shoppingDays(random: Seeded): number[] {
  const days: number[] = []
  for (let ago = 1; ago < LEDGER_DAYS; ago += random.whole(2, 6)) days.unshift(ago)
  return days
}

const KINDS = ['grocer', 'grocer', 'grocer', 'restaurant', 'restaurant', 'shop'] as const

function shop(random: Seeded, at: { number: number; date: string; status: ReceiptStatus }): Purchase {
  const kind = random.pick(KINDS)
  const retailer = random.pick(RETAILER_IDS.filter((id) => RETAILERS[id].kind === kind))
  const lines = kind === 'grocer' ? fillBasket(random, retailer) : [branded(random, retailer, [])]
  const number = String(at.number).padStart(3, '0')
  return {
    id: `pur_${number}`,
    retailer,
    date: at.date,
    lines,
    total: Math.round(lines.reduce((sum, line) => sum + line.quantity * line.price * 100, 0)) / 100,
    points: lines.reduce((sum, line) => sum + line.points, POINTS_PER_RECEIPT),
    receipt: {
      id: `rcp_${number}`,
      number: `R-${random.whole(100_000, 999_999)}`,
      status: at.status,
      confidence: random.whole(...CONFIDENCE[at.status]) / 100,
    },
  }
}

/** How sure the match is, in percent. */
const CONFIDENCE: Readonly<Record<ReceiptStatus, readonly [number, number]>> = {
  matched: [93, 99],
  pending: [78, 90],
  needs_review: [51, 66],
}

function fillBasket(random: Seeded, retailer: RetailerId): Line[] {
  const lines: Line[] = []
  for (let left = random.whole(1, 3); left > 0; left -= 1) lines.push(branded(random, retailer, lines))
  for (let left = random.whole(2, 4); left > 0; left -= 1) {
    const { name, price } = random.pick(STAPLES.filter((staple) => lines.every((line) => line.name !== staple.name)))
    lines.push({ name, quantity: random.whole(1, 2), price, points: 0 })
  }
  return lines
}

/** A product that has an offer there, and is not in the basket yet. */
function branded(random: Seeded, retailer: RetailerId, taken: readonly Line[]): Line {
  const { title, brand, price, points } = random.pick(
    OFFERS.filter((offer) => offer.retailers.includes(retailer) && taken.every((line) => line.name !== offer.title)),
  )
  return { name: title, brand, quantity: 1, price, points }
}
