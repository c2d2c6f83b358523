import type { Enricher } from './enricher.ts'
import { offersSearch } from './offers-search.ts'
import { pointsBalance } from './points-balance.ts'
import { purchasesHistory } from './purchases-history.ts'
import { receiptsMatch } from './receipts-match.ts'
import { supportArticles } from './support-articles.ts'

export const ENRICHERS: ReadonlyMap<string, Enricher> = new Map([
  ['offers.search', offersSearch],
  ['points.balance', pointsBalance],
  ['purchases.history', purchasesHistory],
  ['receipts.match', receiptsMatch],
  ['support.articles', supportArticles],
])
