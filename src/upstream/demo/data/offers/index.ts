import { CATEGORY_IDS, type CategoryId } from '../categories.ts'
import { BABY } from './baby.ts'
import { BEAUTY } from './beauty.ts'
import { COFFEE } from './coffee.ts'
import { DRINKS } from './drinks.ts'
import { ELECTRONICS } from './electronics.ts'
import { GROCERIES } from './groceries.ts'
import { HOUSEHOLD } from './household.ts'
import type { OfferData } from './offer-data.ts'
import { PETS } from './pets.ts'
import { RESTAURANTS } from './restaurants.ts'
import { SNACKS } from './snacks.ts'

const BY_CATEGORY: Readonly<Record<CategoryId, readonly OfferData[]>> = {
  coffee: COFFEE,
  groceries: GROCERIES,
  snacks: SNACKS,
  drinks: DRINKS,
  restaurants: RESTAURANTS,
  household: HOUSEHOLD,
  beauty: BEAUTY,
  baby: BABY,
  pets: PETS,
  electronics: ELECTRONICS,
}

export type Offer = OfferData & { category: CategoryId }

export const OFFERS: readonly Offer[] = CATEGORY_IDS.flatMap((category) =>
  BY_CATEGORY[category].map((offer) => ({ ...offer, category })),
)
