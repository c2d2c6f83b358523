import type { Words } from '../../locale.ts'
import type { RetailerId } from '../retailers.ts'
import type { TermsId } from '../terms.ts'

/** One offer as it is written down: points for buying one product of one brand. */
export interface OfferData {
  id: string
  /** Invented, like all names here. */
  brand: string
  points: number
  /** What the product usually costs, in dollars. */
  price: number
  /** Days until it ends, counted from today, so that the demo is never stale. */
  days: number
  retailers: readonly RetailerId[]
  terms: TermsId
  /** What is bought, without the brand. No commas: it is named in lists. */
  title: Words
  /** How much of it, when that matters. */
  size?: Words
  description: Words
  /** Other words that people look for it by, in any language. */
  also?: string
}
