import type { Words } from '../locale.ts'

/** What else is in a basket: no brand, no offer, no points. */
export const STAPLES = [
  { id: 'bananas', price: 1.39, name: { en: 'Bananas', es: 'Plátanos', fr: 'Bananes' } },
  { id: 'tomatoes', price: 2.79, name: { en: 'Vine tomatoes', es: 'Tomates en rama', fr: 'Tomates en grappe' } },
  { id: 'avocados', price: 3.49, name: { en: 'Avocados', es: 'Aguacates', fr: 'Avocats' } },
  { id: 'milk', price: 3.29, name: { en: 'Whole milk', es: 'Leche entera', fr: 'Lait entier' } },
  { id: 'butter', price: 4.59, name: { en: 'Butter', es: 'Mantequilla', fr: 'Beurre' } },
  { id: 'chicken', price: 8.99, name: { en: 'Chicken breast', es: 'Pechuga de pollo', fr: 'Blanc de poulet' } },
  { id: 'salmon', price: 11.49, name: { en: 'Salmon fillet', es: 'Filete de salmón', fr: 'Filet de saumon' } },
  { id: 'potatoes', price: 3.99, name: { en: 'Potatoes', es: 'Patatas', fr: 'Pommes de terre' } },
  { id: 'carrots', price: 1.89, name: { en: 'Carrots', es: 'Zanahorias', fr: 'Carottes' } },
  { id: 'apples', price: 4.29, name: { en: 'Apples', es: 'Manzanas', fr: 'Pommes' } },
  { id: 'flour', price: 2.49, name: { en: 'Flour', es: 'Harina', fr: 'Farine' } },
  { id: 'olive-oil', price: 9.79, name: { en: 'Olive oil', es: 'Aceite de oliva', fr: 'Huile d’olive' } },
] as const satisfies readonly { id: string; price: number; name: Words }[]
