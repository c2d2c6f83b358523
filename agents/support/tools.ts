import { z } from 'zod'
import { ccsTool, emitStatus, getTurn, renderTool } from '#kit'

export const searchHelp = ccsTool({
  name: 'search_help',
  description: 'Searches the help articles. Call it before render_articles.',
  enricher: 'support.articles',
  schema: z.object({
    query: z.string().min(1).max(200).describe('What the question is about, in a few words.'),
    limit: z.int().min(1).max(10).optional().describe('How many at most.'),
  }),
  before: () => emitStatus('searching_help'),
  params: (input) => ({ ...input, locale: getTurn().locale }),
  summarise: ({ items = [] }) => ({
    items: items.map(({ id, title, summary, steps }) => ({ id, title, summary, steps })),
  }),
})

/** The search brings the articles in full: they are shown as they are. */
export const renderArticles = renderTool({
  name: 'render_articles',
  description: 'Shows help articles to the user. Give the ids that search_help found, best first.',
  type: 'article_list',
})
