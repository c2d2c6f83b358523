import type { Words } from '../locale.ts'

export const CATEGORIES = {
  coffee: { en: 'Coffee', es: 'Café', fr: 'Café' },
  groceries: { en: 'Groceries', es: 'Alimentación', fr: 'Épicerie' },
  snacks: { en: 'Snacks', es: 'Snacks y aperitivos', fr: 'Snacks et encas' },
  drinks: { en: 'Drinks', es: 'Bebidas', fr: 'Boissons' },
  restaurants: { en: 'Restaurants', es: 'Restaurantes', fr: 'Restaurants' },
  household: { en: 'Household', es: 'Hogar', fr: 'Maison' },
  beauty: { en: 'Beauty and care', es: 'Belleza y cuidado', fr: 'Beauté et soin' },
  baby: { en: 'Baby', es: 'Bebé', fr: 'Bébé' },
  pets: { en: 'Pets', es: 'Mascotas', fr: 'Animaux' },
  electronics: { en: 'Electronics', es: 'Electrónica', fr: 'Électronique' },
} as const satisfies Record<string, Words>
export type CategoryId = keyof typeof CATEGORIES
export const CATEGORY_IDS = Object.keys(CATEGORIES) as readonly CategoryId[]
