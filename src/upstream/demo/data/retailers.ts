/** Where the demo's people shop. Every name is invented. */
export const RETAILERS = {
  harvest_lane: { name: 'Harvest Lane Market', kind: 'grocer' },
  northway: { name: 'Northway Grocers', kind: 'grocer' },
  good_basket: { name: 'Good Basket Foods', kind: 'grocer' },
  bright_aisle: { name: 'Bright Aisle', kind: 'grocer' },
  cornerstop: { name: 'Cornerstop', kind: 'grocer' },
  petal_and_pine: { name: 'Petal & Pine', kind: 'shop' },
  paw_hollow: { name: 'Paw Hollow', kind: 'shop' },
  circuit_quay: { name: 'Circuit Quay', kind: 'shop' },
  kopperline_cafe: { name: 'Kopperline Café', kind: 'restaurant' },
  piazza_brio: { name: 'Piazza Brio', kind: 'restaurant' },
  taco_lucero: { name: 'Taco Lucero', kind: 'restaurant' },
  bell_and_broth: { name: 'Bell & Broth', kind: 'restaurant' },
  stackridge: { name: 'Stackridge', kind: 'restaurant' },
  verdanta: { name: 'Verdanta', kind: 'restaurant' },
  saffron_row: { name: 'Saffron Row', kind: 'restaurant' },
} as const satisfies Record<string, { name: string; kind: 'grocer' | 'shop' | 'restaurant' }>
export type RetailerId = keyof typeof RETAILERS
export const RETAILER_IDS = Object.keys(RETAILERS) as readonly RetailerId[]
