import path from 'node:path'
import { expect, it } from 'vitest'
import { formatCompleteness } from '../../registry/completeness.ts'
import { loadRegistry } from '../../registry/load.ts'
import { entry, EVENTS, FIXTURES, makeRoot, words } from './make-root.ts'

const locale = (language: string) => `verticals/shop/locales/${language}.yaml`

it('OV-4: says for each language which words of active entries it lacks, and refuses nothing', async () => {
  const { registry, completeness } = await loadRegistry(path.join(FIXTURES, 'sound'))
  expect(registry).not.toBeNull()
  expect(completeness).toEqual([
    { language: 'en', total: 3, translated: 3, missing: [] },
    {
      language: 'es',
      total: 3,
      translated: 1,
      missing: [
        { id: 'looking_up_points_balance', vertical: 'rewards', render_key: 'status.looking_up_points_balance' },
        { id: 'thinking_it_over', vertical: 'platform', render_key: 'status.thinking_it_over' },
      ],
    },
  ])
})

it('a regional language has what its language has, and English is no stand-in', async () => {
  const root = makeRoot({
    [EVENTS]: entry({ id: 'one', default_render_key: 'one' }) + entry({ id: 'two', default_render_key: 'two' }),
    [locale('en')]: words('one', 'two'),
    [locale('en-GB')]: words('one'),
    [locale('fr')]: words('one'),
    [locale('fr-CA')]: words('unused'),
  })
  const { completeness } = await loadRegistry(root)
  expect(completeness.map(({ language, translated, total }) => `${language} ${translated}/${total}`)).toEqual([
    'en 2/2',
    'en-GB 2/2',
    'fr 1/2',
    'fr-CA 1/2',
  ])
})

it('is printed as a plain table', async () => {
  const { completeness } = await loadRegistry(path.join(FIXTURES, 'sound'))
  expect(formatCompleteness(completeness)).toBe(
    [
      'language  words  missing',
      'en        3/3    –',
      'es        1/3    status.looking_up_points_balance, status.thinking_it_over',
      '',
    ].join('\n'),
  )
})
