import { expect, it } from 'vitest'
import support from '../../agents/support/index.ts'
import { answering, eventsOf, outline, runSubAgent } from './run-sub-agent.ts'

const ARTICLES = [
  {
    id: 'reset',
    title: 'Reset my password',
    summary: 'A link comes by email.',
    steps: ['Open it.'],
    url: 'https://help.example.com/1',
  },
  {
    id: 'email',
    title: 'Change my email',
    summary: 'You can do it yourself.',
    steps: [],
    url: 'https://help.example.com/2',
  },
]
const context = answering({ 'support.articles': () => ARTICLES })

it.each([
  [
    'en',
    'how do I reset my password?',
    'reset password',
    'A link comes by email. The article “Reset my password” takes you through it step by step. One more article may help too.',
  ],
  [
    'es',
    '¿cómo cambio mi contraseña?',
    'contraseña',
    'A link comes by email. El artículo «Reset my password» te lo explica paso a paso. Otro artículo también puede ayudarte.',
  ],
  [
    'fr',
    'comment réinitialiser mon mot de passe ?',
    'réinitialiser mot passe',
    'A link comes by email. L’article « Reset my password » vous guide pas à pas. Un autre article peut aussi vous aider.',
  ],
])('AC-9: answers from the articles in %s', async (locale, request, query, report) => {
  const run = await runSubAgent(support, request, context, { locale })
  expect(outline(run)).toEqual([
    'searching_help',
    'tool_call_start search_help',
    'searching_help',
    'tool_call_end search_help',
    'tool_call_start render_articles',
    'data_loading',
    'data_loaded',
    'tool_call_end render_articles',
  ])
  expect(run.asked).toEqual([{ enricher_id: 'support.articles', params: { query, locale } }])
  expect(run.report.replaceAll(/\s/g, ' ')).toBe(report)
  expect(eventsOf(run, 'data_loaded')[0]?.data.items).toEqual(ARTICLES)
})

it('says so when no article fits', async () => {
  const run = await runSubAgent(support, 'how do I fly?', answering({ 'support.articles': () => [] }))
  expect(run.report).toBe('I didn’t find a help article about “fly”.')
})
