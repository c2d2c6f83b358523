export interface Money {
  amount: number
  currency: 'USD'
}

/** Cents are whole, so that sums come out even. */
export const fromCents = (cents: number): Money => ({ amount: Math.round(cents) / 100, currency: 'USD' })

export const dollars = (amount: number): Money => fromCents(amount * 100)
