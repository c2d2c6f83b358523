import type { Files } from '../scan-root.ts'

/** Files that hold ids for others. */
export const IDS_FILE: Files = {
  'agents/shop/ids.ts': `export const SEARCH = 'searching_offers'
export const IDS = { search: 'searching_offers', compare: { now: 'comparing_offers' } } as const
export const EVENT = { event_type: 'searching_offers' }
const main = 'searching_offers'
export default main
export let moving = 'searching_offers'
`,
  'agents/shop/all-ids.ts': `export * from './ids.ts'\nexport { SEARCH as FIND, default as MAIN } from './ids.ts'\n`,
  'agents/shop/ids.json': `{ "search": "searching_offers", "list": ["comparing_offers"] }`,
}
