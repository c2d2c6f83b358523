import { z } from 'zod'
import { RETAILERS } from '../data/retailers.ts'
import { daysBetween } from '../days.ts'
import { ledgerOf, type Purchase, type ReceiptStatus } from '../ledger.ts'
import type { DemoLocale, Words } from '../locale.ts'
import { dollars } from '../money.ts'
import { fold, stems } from '../search/stems.ts'
import { dayParam, enricher, limitParam, queryParam, type DemoItem } from './enricher.ts'
import { searchPurchases } from './search-purchases.ts'

/** What is known of a receipt. A word alone is its number. */
const receiptSchema = z.object({
  number: z.string().max(200).nullish(),
  store: z.string().max(200).nullish(),
  total: z.number().min(0).nullish(),
  date: dayParam,
})
type Hints = z.output<typeof receiptSchema>

/** A match that is less sure than this is none. */
const MIN_CONFIDENCE = 0.5

const NOTES: Readonly<Record<ReceiptStatus, Words>> = {
  matched: {
    en: 'Matched to your purchase. The points are in your balance.',
    es: 'Verificado con tu compra. Los puntos ya están en tu saldo.',
    fr: 'Rapproché de votre achat. Les points sont sur votre solde.',
  },
  pending: {
    en: 'Still being matched. The points arrive within 48 hours.',
    es: 'Aún en verificación. Los puntos llegarán en 48 horas.',
    fr: 'Rapprochement en cours. Les points arrivent sous 48 heures.',
  },
  needs_review: {
    en: 'Hard to read: a person is looking at it.',
    es: 'Cuesta leerlo: lo está revisando una persona.',
    fr: 'Difficile à lire : une personne l’examine.',
  },
}

export const receiptsMatch = enricher({
  domain_type: 'receipt_list',
  params: z.object({
    query: queryParam,
    receipt: z.preprocess(
      (receipt) => (typeof receipt === 'string' ? { number: receipt } : receipt),
      receiptSchema.nullish(),
    ),
    limit: limitParam(10),
  }),
  items: ({ query, receipt, limit }, { principal, locale, now }) => {
    const purchases = searchPurchases(ledgerOf(principal, now).purchases, query ?? undefined)
    const matches = purchases.map((purchase) => ({ purchase, confidence: confidenceOf(purchase, receipt ?? {}) }))
    return matches
      .filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
      .toSorted((a, b) => (receipt ? b.confidence - a.confidence : 0))
      .slice(0, limit)
      .map(({ purchase, confidence }) => shown(purchase, confidence, locale))
  },
})

/** How well a purchase fits what is known of a receipt; where nothing is known, how well its own receipt fitted it. */
function confidenceOf({ retailer, date, total, receipt }: Purchase, known: Hints): number {
  if (known.number) return isNumber(receipt, known.number) ? 1 : 0
  const fits: [weight: number, fit: number][] = []
  if (known.store) fits.push([4, storeFit(RETAILERS[retailer].name, known.store)])
  if (known.total) fits.push([3.5, totalFit(total, known.total)])
  if (known.date) fits.push([2.5, dateFit(date, known.date)])
  if (fits.length === 0) return receipt.confidence
  const weights = fits.reduce((sum, [weight]) => sum + weight, 0)
  return Math.round((fits.reduce((sum, [weight, fit]) => sum + weight * fit, 0) / weights) * 100) / 100
}

/** Whatever the spaces and dashes: r 323330 is R-323330. */
const isNumber = ({ id, number }: Purchase['receipt'], known: string): boolean =>
  [id, number].some((own) => bare(own) === bare(known))

const bare = (text: string): string => fold(text).replaceAll(/[^a-z0-9]/g, '')

function storeFit(name: string, known: string): number {
  const words = stems(known)
  const own = new Set(stems(name))
  return words.length === 0 ? 0 : words.filter((word) => own.has(word)).length / words.length
}

const totalFit = (total: number, known: number): number =>
  Math.abs(total - known) < 0.005 ? 1 : Math.abs(total - known) <= total * 0.05 ? 0.6 : 0

function dateFit(date: string, known: string): number {
  const days = daysBetween(date, known)
  return days === 0 ? 1 : days <= 1 ? 0.7 : days <= 3 ? 0.4 : 0
}

function shown(
  { id, retailer, date, total, points, receipt }: Purchase,
  confidence: number,
  locale: DemoLocale,
): DemoItem {
  const awarded = receipt.status === 'matched'
  return {
    id: receipt.id,
    number: receipt.number,
    purchase_id: id,
    store: RETAILERS[retailer].name,
    date,
    total: dollars(total),
    status: receipt.status,
    note: NOTES[receipt.status][locale],
    confidence,
    points_awarded: awarded ? points : 0,
    points_pending: awarded ? 0 : points,
  }
}
