import type { Words } from '../locale.ts'

/** Tiers by the points ever earned, lowest first. */
export const TIERS = [
  { id: 'bronze', from: 0, name: { en: 'Bronze', es: 'Bronce', fr: 'Bronze' } },
  { id: 'silver', from: 15_000, name: { en: 'Silver', es: 'Plata', fr: 'Argent' } },
  { id: 'gold', from: 40_000, name: { en: 'Gold', es: 'Oro', fr: 'Or' } },
  { id: 'platinum', from: 80_000, name: { en: 'Platinum', es: 'Platino', fr: 'Platine' } },
] as const satisfies readonly { id: string; from: number; name: Words }[]
