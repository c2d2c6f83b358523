import { z } from 'zod'
import { CATEGORIES, CATEGORY_IDS, type CategoryId } from '../data/categories.ts'
import { OFFERS, type Offer } from '../data/offers/index.ts'
import { RETAILERS } from '../data/retailers.ts'
import { TERMS } from '../data/terms.ts'
import { endOfDayFrom } from '../days.ts'
import { DEMO_LOCALES, type DemoLocale } from '../locale.ts'
import { createSearch } from '../search/create-search.ts'
import { enricher, limitParam, queryParam, type DemoItem } from './enricher.ts'

/** Best first and something for everybody: the best of every category, then the second best of every category, … */
const BEST_FIRST: readonly Offer[] = CATEGORY_IDS.flatMap((category) =>
  OFFERS.filter((offer) => offer.category === category)
    .toSorted((a, b) => worth(b) - worth(a))
    .map((offer, rank) => ({ offer, rank })),
)
  .toSorted((a, b) => a.rank - b.rank || worth(b.offer) - worth(a.offer))
  .map(({ offer }) => offer)

/** Points for a dollar. */
function worth(offer: Offer): number {
  return offer.points / offer.price
}

/** What people say who mean a whole category, and is in no title. */
const ALSO: Partial<Record<CategoryId, string>> = {
  groceries: 'food comida nourriture aliments',
  restaurants: 'food comida nourriture',
}

const searchOffers = createSearch(BEST_FIRST, (offer) => [
  ...DEMO_LOCALES.flatMap((locale) => [
    [offer.title[locale], 5] as const,
    [CATEGORIES[offer.category][locale], 4] as const,
    [offer.description[locale], 1] as const,
  ]),
  [offer.brand, 5],
  [offer.also ?? '', 4],
  [ALSO[offer.category] ?? '', 5],
  ...offer.retailers.map((id) => [RETAILERS[id].name, 3] as const),
])

const searchCategories = createSearch(CATEGORY_IDS, (id) => [
  [id, 1],
  ...DEMO_LOCALES.map((locale) => [CATEGORIES[id][locale], 1] as const),
])

export const offersSearch = enricher({
  domain_type: 'offer_list',
  params: z.object({
    query: queryParam,
    category: z.string().max(100).nullish(),
    ids: z.array(z.string().max(100)).max(50).nullish(),
    limit: limitParam(12),
  }),
  items: ({ query, category, ids, limit }, { locale, now }) => {
    // Those asked for by id come in the order asked for.
    const offers = ids
      ? ids.map((id) => OFFERS.find((offer) => offer.id === id)).filter((offer) => offer !== undefined)
      : inCategory(searchOffers(query ?? undefined), category ?? undefined).slice(0, limit)
    return offers.map((offer) => shown(offer, locale, now))
  },
})

/** By its id or by any word for it, in any of the languages. */
function inCategory(offers: Offer[], category: string | undefined): Offer[] {
  if (category === undefined) return offers
  const meant = new Set<CategoryId>(searchCategories(category))
  return offers.filter((offer) => meant.has(offer.category))
}

const shown = (offer: Offer, locale: DemoLocale, now: Date): DemoItem => ({
  id: offer.id,
  brand: offer.brand,
  title: offer.title[locale],
  ...(offer.size === undefined ? {} : { size: offer.size[locale] }),
  description: offer.description[locale],
  points: offer.points,
  category: offer.category,
  category_name: CATEGORIES[offer.category][locale],
  retailers: offer.retailers.map((id) => RETAILERS[id].name),
  expires_at: endOfDayFrom(now, offer.days),
  image_url: `/images/offers/${offer.id}.webp`,
  terms: TERMS[offer.terms][locale],
})
