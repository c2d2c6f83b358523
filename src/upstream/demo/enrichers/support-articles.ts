import { z } from 'zod'
import { ARTICLES } from '../data/articles/index.ts'
import { DEMO_LOCALES } from '../locale.ts'
import { createSearch } from '../search/create-search.ts'
import { enricher, limitParam, queryParam } from './enricher.ts'

const searchArticles = createSearch(ARTICLES, ({ also, text }) => [
  [also, 4],
  ...DEMO_LOCALES.flatMap((locale) => [
    [text[locale].title, 5] as const,
    [text[locale].summary, 2] as const,
    [text[locale].steps.join(' '), 1] as const,
  ]),
])

export const supportArticles = enricher({
  domain_type: 'article_list',
  params: z.object({ query: queryParam, limit: limitParam(5) }),
  items: ({ query, limit }, { locale }) =>
    searchArticles(query ?? undefined)
      .slice(0, limit)
      .map(({ id, text }) => ({ id, ...text[locale], url: `https://help.example.com/${locale}/articles/${id}` })),
})
