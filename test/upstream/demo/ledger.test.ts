import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { envelopeSchema } from '../../../src/contract/index.ts'
import { ledgerOf } from '../../../src/upstream/demo/ledger.ts'
import { NOW, startDemo, type Demo } from './ask-demo.ts'

const money = z.strictObject({ amount: z.number().min(0), currency: z.literal('USD') })
const purchaseSchema = z.strictObject({
  id: z.string(),
  store: z.string().min(1),
  date: z.iso.date(),
  items: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        brand: z.string().optional(),
        quantity: z.int().min(1),
        price: money,
        points: z.int().min(0),
      }),
    )
    .min(1),
  total: money,
  points_earned: z.int().min(25),
  points_status: z.enum(['awarded', 'pending']),
  receipt_id: z.string(),
})
const receiptSchema = z.strictObject({
  id: z.string(),
  number: z.string(),
  purchase_id: z.string(),
  store: z.string(),
  date: z.iso.date(),
  total: money,
  status: z.enum(['matched', 'pending', 'needs_review']),
  note: z.string().min(1),
  confidence: z.number().min(0.5).max(1),
  points_awarded: z.int(),
  points_pending: z.int(),
})
const balanceSchema = z.strictObject({
  id: z.string(),
  points: z.int().min(0),
  pending_points: z.int().min(0),
  value: money,
  tier: z.string(),
  next_tier: z.string().nullable(),
  points_to_next_tier: z.int().min(0),
  expiring: z.strictObject({ points: z.int().min(0), on: z.iso.date() }),
  earned_90_days: z.int(),
  redeemed_90_days: z.int(),
  recent_activity: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.enum(['earned', 'pending', 'redeemed']),
      label: z.string(),
      points: z.int(),
      date: z.iso.date(),
    }),
  ),
})

let demo: Demo
beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => demo.close())

const purchasesOf = async (params: Record<string, unknown> = {}, user?: string) =>
  z.array(purchaseSchema).parse(await demo.items('purchases.history', { limit: 50, ...params }, user))
const receiptsOf = async (params: Record<string, unknown> = {}, user?: string) =>
  z.array(receiptSchema).parse(await demo.items('receipts.match', { limit: 50, ...params }, user))
const balanceOf = async (params: Record<string, unknown> = {}, user?: string) => {
  const [balance, ...others] = z.array(balanceSchema).parse(await demo.items('points.balance', params, user))
  if (balance === undefined || others.length > 0) throw new Error('There is not exactly one balance')
  return balance
}
const payloadOf = async (tenant_id: string) => {
  const question = { principal: { tenant_id, user_id: 'ana' }, params: {} }
  const answer = await demo.post('/v1/enrichers/purchases.history', JSON.stringify(question))
  return envelopeSchema.parse(await answer.json()).payload
}
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const USERS = Array.from({ length: 25 }, (_, index) => `user_${index}`)

describe('purchases, receipts and points', () => {
  it.each(USERS)('agree with each other for %s', async (user) => {
    const [purchases, receipts, balance] = await Promise.all([
      purchasesOf({}, user),
      receiptsOf({}, user),
      balanceOf({}, user),
    ])

    for (const { items, total, points_earned } of purchases) {
      expect(total.amount).toBeCloseTo(sum(items.map(({ quantity, price }) => quantity * price.amount)), 5)
      expect(points_earned).toBe(25 + sum(items.map(({ points }) => points)))
      expect(new Set(items.map(({ name }) => name)).size).toBe(items.length)
    }

    // One receipt a purchase, with its numbers; points are in the balance once the receipt is matched, not before.
    expect(
      receipts.map(({ id, purchase_id, store, date, total }) => ({ id, purchase_id, store, date, total })),
    ).toEqual(
      purchases.map(({ receipt_id, id, store, date, total }) => ({
        id: receipt_id,
        purchase_id: id,
        store,
        date,
        total,
      })),
    )
    for (const [index, receipt] of receipts.entries()) {
      const matched = receipt.status === 'matched'
      expect(purchases[index]?.points_status).toBe(matched ? 'awarded' : 'pending')
      expect([receipt.points_awarded, receipt.points_pending]).toEqual(
        matched ? [purchases[index]?.points_earned, 0] : [0, purchases[index]?.points_earned],
      )
    }

    expect(balance.earned_90_days).toBe(sum(receipts.map(({ points_awarded }) => points_awarded)))
    expect(balance.pending_points).toBe(sum(receipts.map(({ points_pending }) => points_pending)))
    const { opening, redemptions } = ledgerOf({ tenant_id: 'acme', user_id: user }, NOW)
    expect(balance.redeemed_90_days).toBe(sum(redemptions.map(({ points }) => points)))
    expect(balance.points).toBe(opening.points + balance.earned_90_days - balance.redeemed_90_days)
    const tierPoints = opening.earned + balance.earned_90_days
    const next = [15_000, 40_000, 80_000].find((from) => from > tierPoints) ?? tierPoints
    expect(balance.points_to_next_tier).toBe(next - tierPoints)
    expect(balance.value.amount).toBe(Math.round(balance.points / 10) / 100)
    expect(balance.expiring.points).toBeLessThanOrEqual(balance.points)
    const days = balance.recent_activity.map(({ date }) => date)
    expect(days).toEqual(days.toSorted().toReversed())
    for (const { id, kind, points } of balance.recent_activity.filter((entry) => entry.kind !== 'redeemed')) {
      const purchase = purchases.find((one) => one.id === id)
      expect([points, kind]).toEqual([
        purchase?.points_earned,
        purchase?.points_status === 'awarded' ? 'earned' : 'pending',
      ])
    }
    // Lively: there is always something new, something on its way and something to look at.
    expect(purchases.length).toBeGreaterThan(12)
    expect(purchases[0]?.date).toBe('2026-05-14')
    expect(new Set(receipts.map(({ status }) => status)).size).toBe(3)
  })

  it('differ from user to user and from tenant to tenant', async () => {
    const balances = await Promise.all(USERS.map(async (user) => (await balanceOf({}, user)).points))
    expect(new Set(balances).size).toBeGreaterThan(20)
    expect(await payloadOf('acme')).not.toEqual(await payloadOf('globex'))
  })

  it('are numbers and not words: the language does not change them', async () => {
    const [en, es] = [await balanceOf({ locale: 'en' }), await balanceOf({ locale: 'es' })]
    expect([es.points, es.pending_points, es.points_to_next_tier]).toEqual([
      en.points,
      en.pending_points,
      en.points_to_next_tier,
    ])
  })

  it('there are people of every tier, and the top one has no next', async () => {
    const balances = await Promise.all(USERS.map((user) => balanceOf({}, user)))
    expect(new Set(balances.map(({ tier }) => tier)).size).toBeGreaterThanOrEqual(3)
    for (const { tier, next_tier, points_to_next_tier } of balances) {
      expect(points_to_next_tier === 0).toBe(next_tier === null)
      expect(next_tier === null).toBe(tier === 'Platinum')
    }
    const inSpanish = await Promise.all(USERS.map((user) => balanceOf({ locale: 'es' }, user)))
    expect(inSpanish.every(({ tier }) => ['Bronce', 'Plata', 'Oro', 'Platino'].includes(tier))).toBe(true)
    expect(inSpanish.every(({ next_tier }) => ['Plata', 'Oro', 'Platino', null].includes(next_tier))).toBe(true)
  })

  it('points expire at the end of next month', async () => {
    expect((await balanceOf()).expiring.on).toBe('2026-06-30')
  })
})

describe('purchases.history', () => {
  it('is newest first and within 90 days', async () => {
    const dates = (await purchasesOf()).map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect(dates.every((date) => Date.parse(date) > NOW.getTime() - 91 * 86_400_000)).toBe(true)
  })

  it.each(['', 'T12:00:00Z'])(
    'since a day (written with “%s”) leaves out what is older than that day',
    async (time) => {
      const all = await purchasesOf()
      expect(all.length).toBeGreaterThan(4)
      expect(await purchasesOf({ since: `${all[3]?.date}${time}` })).toEqual(all.slice(0, 4))
    },
  )

  it('the limit is kept, and is 10 when none is given', async () => {
    expect(await purchasesOf({ limit: 2 })).toEqual((await purchasesOf()).slice(0, 2))
    expect(await purchasesOf({ limit: null })).toHaveLength(10)
  })

  it('a query finds a store, and its purchases stay newest first', async () => {
    const all = await purchasesOf()
    const store = all[3]?.store ?? ''
    expect(await purchasesOf({ query: `my receipts from ${store}` })).toEqual(all.filter((one) => one.store === store))
  })

  it('what a query finds stays newest first, however well it fits', async () => {
    for (const user of USERS) {
      const dates = (await purchasesOf({ query: 'latte coffee' }, user)).map(({ date }) => date)
      expect(dates).toEqual(dates.toSorted().toReversed())
    }
  })

  it('a query finds what was in the basket, in any language', async () => {
    const name = (await purchasesOf({ locale: 'fr' })).flatMap(({ items }) => items)[0]?.name ?? ''
    const found = await purchasesOf({ query: name, locale: 'fr' })
    expect(found.length).toBeGreaterThan(0)
    expect(found.some(({ items }) => items.some((item) => item.name === name))).toBe(true)
    expect((await purchasesOf({ query: name, locale: 'en' })).map(({ id }) => id)).toEqual(found.map(({ id }) => id))
  })

  it.each(['receipts', 'mis compras', 'mes achats'])('“%s” says nothing about which: all are found', async (query) => {
    expect(await purchasesOf({ query })).toEqual(await purchasesOf())
  })

  it('what was never bought is not found', async () => {
    expect(await purchasesOf({ query: 'zeppelin' })).toEqual([])
  })
})

describe('receipts.match', () => {
  it('all that is known of a receipt finds it, and says that it is sure', async () => {
    const [, , known] = await receiptsOf()
    const [found] = await receiptsOf({
      receipt: { store: known?.store.toUpperCase(), total: known?.total.amount, date: known?.date },
    })
    expect(found).toMatchObject({ id: known?.id, confidence: 1 })
  })

  it('a little off is less sure', async () => {
    const [, , known] = await receiptsOf()
    const off = { store: known?.store, total: (known?.total.amount ?? 0) * 1.03, date: known?.date }
    const found = (await receiptsOf({ receipt: off })).find(({ id }) => id === known?.id)
    expect(found?.confidence).toBe(0.86)
  })

  it('the surest comes first and what does not fit is left out', async () => {
    const all = await receiptsOf()
    // Not the newest of its store.
    const known = all.find(({ store }, index) => all.findIndex((other) => other.store === store) < index)
    const found = await receiptsOf({ receipt: { store: known?.store, date: known?.date } })
    expect(found.length).toBeGreaterThan(1)
    expect(found[0]?.id).toBe(known?.id)
    const sure = found.map(({ confidence }) => confidence)
    expect(sure).toEqual(sure.toSorted((a, b) => b - a))
    expect(await receiptsOf({ receipt: { store: 'Nowhere Stores', total: 1, date: '2020-01-01' } })).toEqual([])
  })

  it('its number finds exactly one, however it is written', async () => {
    const [, known] = await receiptsOf()
    const spaced = known?.number.toLowerCase().replace('-', ' ')
    expect(await receiptsOf({ receipt: spaced })).toEqual([{ ...known, confidence: 1 }])
    expect(await receiptsOf({ receipt: { number: known?.number } })).toHaveLength(1)
    expect(await receiptsOf({ receipt: 'R-000000' })).toEqual([])
  })

  it('a query narrows them to a store', async () => {
    const [known] = await receiptsOf()
    const found = await receiptsOf({ query: known?.store })
    expect(new Set(found.map(({ store }) => store))).toEqual(new Set([known?.store]))
  })
})
