import { ACCOUNT_ARTICLES } from './account.ts'
import type { ArticleData } from './article-data.ts'
import { POINTS_ARTICLES } from './points.ts'
import { RECEIPT_ARTICLES } from './receipts.ts'
import { REWARD_ARTICLES } from './rewards.ts'

export const ARTICLES: readonly ArticleData[] = [
  ...POINTS_ARTICLES,
  ...RECEIPT_ARTICLES,
  ...REWARD_ARTICLES,
  ...ACCOUNT_ARTICLES,
]
