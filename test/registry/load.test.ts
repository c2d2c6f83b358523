import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadRegistry } from '../../registry/load.ts'
import { YAML_LIMITS } from '../../registry/yaml-file.ts'
import {
  ENGLISH,
  entry,
  EVENTS,
  FIXTURES,
  FLAG,
  FLAGS,
  makeRoot,
  override,
  POLICY,
  SOUND,
  told,
  words,
} from './make-root.ts'

describe('OV-2: all problems at once', () => {
  it('tells every problem of a root, in the order of its files', async () => {
    const { registry, problems } = await loadRegistry(path.join(FIXTURES, 'broken'))
    expect(registry).toBeNull()
    expect(told(problems)).toEqual([
      'platform/flags.yaml:1:1 invalid_flag The flag shiny_new_thing is not named ai_assistant_…',
      'verticals/rewards/status_events.yaml:4:19 invalid_fragment default_policy is "loud"; it must be forward, transform, suppress or batch',
      'verticals/shop/status_events.yaml:2:7 duplicate_id The id searching_offers is registered already: verticals/rewards/status_events.yaml:7:7',
      'verticals/shop/status_events.yaml:11:23 missing_render_key comparing_prices: the render key status.comparing_prices has no words in English',
    ])
    expect(problems[3]?.remedy).toBe('Add status.comparing_prices to verticals/shop/locales/en.yaml.')
  })

  it('a broken file hides no problem of the others, and none is told that only follows from it', async () => {
    const root = makeRoot({
      [EVENTS]: '- id: searching_offers\n  description: [\n',
      [ENGLISH]: 'status: {\n',
      'verticals/toys/status_events.yaml':
        entry({ id: 'winding_up', default_policy: 'loud' }) + entry({ id: 'ticking' }),
      // The second may well be registered in the part that can’t be read.
      [POLICY]:
        override({ flag: FLAG, event_id: 'searching_offers', policy: 'suppress' }) +
        override({ flag: FLAG, event_id: 'further_down', render_key: 'status.further_down' }),
      [FLAGS]: 'shiny: true\n',
    })
    const { problems, known } = await loadRegistry(root)
    expect(new Set(problems.map(({ file, code }) => `${file} ${code}`))).toEqual(
      new Set([
        `${EVENTS} invalid_yaml`,
        `${ENGLISH} invalid_yaml`,
        `${FLAGS} invalid_flag`,
        'verticals/toys/status_events.yaml invalid_fragment',
        'verticals/toys/status_events.yaml missing_render_key',
      ]),
    )
    expect(known.map(({ id }) => id)).toEqual(['searching_offers', 'ticking', 'winding_up'])
  })

  it('an id whose entry has a fault is still known to the scan, with every emitter that anyone gave it', async () => {
    const { entries, known } = await loadRegistry(path.join(FIXTURES, 'broken'))
    expect(entries.map(({ id }) => id)).toEqual(['comparing_prices', 'searching_offers'])
    expect(known.map(({ id, emitter_subagents }) => [id, emitter_subagents.toSorted()])).toEqual([
      ['comparing_prices', ['shop']],
      ['looking_up_points_balance', ['rewards']],
      ['searching_offers', ['rewards', 'shop']],
    ])
  })

  it('an entry whose emitters can’t be read is nobody’s fault who emits it', async () => {
    const root = makeRoot({ ...SOUND, [EVENTS]: entry({ emitter_subagents: 'shop' }), 'agents/toys/index.ts': '' })
    const { known } = await loadRegistry(root)
    expect(known[0]?.emitter_subagents).toEqual(['shop', 'toys'])
  })

  it('a root that is not there is a problem that names it', async () => {
    const { problems } = await loadRegistry('/nowhere/at/all')
    expect(told(problems)).toEqual(['/nowhere/at/all:1:1 invalid_fragment There is no such folder'])
    expect(problems[0]?.remedy).toContain('ONEVOICE_ROOT')
  })

  it('a folder in a file’s place is a problem', async () => {
    const { problems } = await loadRegistry(makeRoot({ ...SOUND, [`${FLAGS}/x`]: '' }))
    expect(told(problems)).toEqual([`${FLAGS}:1:1 invalid_yaml The file can’t be read (EISDIR)`])
  })
})

const fill = (bytes: number) => {
  const start = Buffer.from(`${words('status.searching_offers')}#`)
  return Buffer.concat([start, Buffer.alloc(bytes - start.length, 'x')])
}

describe('bounds of a YAML file', () => {
  it('a file at the limit is read, one byte more is a problem', async () => {
    const full = await loadRegistry(makeRoot({ ...SOUND, [ENGLISH]: fill(YAML_LIMITS.bytes) }))
    expect(full.problems).toEqual([])
    const over = await loadRegistry(makeRoot({ ...SOUND, [ENGLISH]: fill(YAML_LIMITS.bytes + 1) }))
    expect(told(over.problems)).toEqual([`${ENGLISH}:1:1 invalid_yaml The file is larger than 1 MiB`])
  })

  it('aliases are followed, to their last anchor', async () => {
    const english = 'a: &w { message: "One", short: "one" }\nb: *w\nc: &w "Two"\nstatus.searching_offers: *w\n'
    const { registry } = await loadRegistry(makeRoot({ ...SOUND, [ENGLISH]: english }))
    expect(registry?.locales['en']).toEqual({
      a: { message: 'One', short: 'one' },
      b: { message: 'One', short: 'one' },
      c: { message: 'Two' },
      'status.searching_offers': { message: 'Two' },
    })
  })

  it('aliases of aliases that stand for ever more copies are a problem, at once', async () => {
    const levels = [...'abcdefghi'].map((name, index, all) => {
      const inner =
        index === 0 ? 'x: y' : [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `k${n}: *${all[index - 1]}`).join(', ')
      return `${name}: &${name} { ${inner} }\n`
    })
    const { problems } = await loadRegistry(makeRoot({ ...SOUND, [ENGLISH]: levels.join('') }))
    expect(told(problems)).toEqual([`${ENGLISH}:1:1 invalid_yaml Aliases stand for more than 100 copies`])
  })

  it('a file broken in a thousand places is told with its first ones, and how many more there are', async () => {
    const flags = Array.from({ length: 1000 }, (_, index) => `ai_assistant_${index}: *nowhere\n`).join('')
    const { problems } = await loadRegistry(makeRoot({ ...SOUND, [FLAGS]: flags }))
    expect(problems).toHaveLength(YAML_LIMITS.problems)
    expect(problems.at(-1)?.message).toContain('and 980 more YAML problems in this file')
  })

  it('depth without end is a problem, not a crash', async () => {
    const { problems } = await loadRegistry(makeRoot({ ...SOUND, [FLAGS]: '['.repeat(20_000) }))
    expect(problems.map(({ message }) => message)).toContain('The YAML is nested too deeply')
  })

  it('the keys of a large map are looked at once each', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `k${index}: w\n`).join('')
    const { registry } = await loadRegistry(makeRoot({ ...SOUND, [ENGLISH]: many + words('status.searching_offers') }))
    expect(Object.keys(registry?.locales['en'] ?? {})).toHaveLength(20_001)
  })
})

describe('what is fine', () => {
  it.each<[string, Record<string, string>]>([
    ['an empty root', { 'README.md': '' }],
    ['an empty fragment', { [EVENTS]: '' }],
    ['a fragment of comments', { [EVENTS]: '# nothing yet\n' }],
    ['a fragment that is an empty list', { [EVENTS]: '[]\n' }],
    ['an empty locale file', { [EVENTS]: '', [ENGLISH]: '' }],
    ['a vertical without words', { [EVENTS]: '' }],
    [
      'Windows line ends and a byte order mark',
      { [EVENTS]: `\uFEFF${entry().replaceAll('\n', '\r\n')}`, [ENGLISH]: words('status.searching_offers') },
    ],
    ['a readme among the locales', { [EVENTS]: '', 'verticals/shop/locales/README.md': '# Words' }],
    ['a file beside the verticals', { 'verticals/README.md': '# Verticals' }],
    ['text with a less-than sign', { [ENGLISH]: 'a: "less <b than"\n' }],
  ])('%s', async (_what, files) => {
    const { registry, problems } = await loadRegistry(makeRoot(files))
    expect(told(problems)).toEqual([])
    expect(registry).not.toBeNull()
  })

  it('locale keys nested and dotted are the same flat keys', async () => {
    const english =
      'status:\n  a.b: "1"\n  c: { message: "2", short: "two" }\n  d:\n    message: "3"\n    other: "4"\nstatus.e: >-\n  folded\n  text\nf: |\n  kept\n'
    const { registry } = await loadRegistry(makeRoot({ [ENGLISH]: english }))
    expect(registry?.locales['en']).toEqual({
      'status.a.b': { message: '1' },
      'status.c': { message: '2', short: 'two' },
      'status.d.message': { message: '3' },
      'status.d.other': { message: '4' },
      'status.e': { message: 'folded text' },
      f: { message: 'kept' },
    })
  })

  it('a locale is known by its canonical name', async () => {
    const { registry } = await loadRegistry(makeRoot({ 'platform/locales/fr-ca.yaml': words('a') }))
    expect(Object.keys(registry?.locales ?? {})).toEqual(['fr-CA'])
  })

  it('a key named __proto__ is a key like any other', async () => {
    const { registry } = await loadRegistry(makeRoot({ [ENGLISH]: '__proto__: "words"\n' }))
    expect(Object.keys(registry?.locales['en'] ?? {})).toEqual(['__proto__'])
  })
})

const warnings = async (files: Record<string, string>) =>
  told((await loadRegistry(makeRoot({ ...SOUND, ...files }))).warnings)

const ids = (count: number) =>
  Array.from({ length: count }, (_, index) => entry({ id: `id_${String(index).padStart(3, '0')}` })).join('')

describe('warnings', () => {
  it('none for a root with nothing to say about', async () => {
    const { problems, warnings: none } = await loadRegistry(path.join(FIXTURES, 'sound'))
    expect([...told(problems), ...told(none)]).toEqual([])
  })

  it('an emitter without a folder', async () => {
    expect(await warnings({ [EVENTS]: entry({ emitter_subagents: ['shop', 'toys', 'orchestrator'] }) })).toEqual([
      `${EVENTS}:1:7 invalid_sub_agent searching_offers: its emitter toys has no folder below agents/`,
    ])
  })

  it('OV-4: a batch entry without a short form in some language, at its words', async () => {
    const files = {
      [EVENTS]: entry({ default_policy: 'batch' }),
      [ENGLISH]: 'status.searching_offers: { message: "Searching…", short: "searching" }\n',
      'verticals/shop/locales/es.yaml': '\nstatus:\n  searching_offers: "Buscando…"\n',
    }
    expect(await warnings(files)).toEqual([
      'verticals/shop/locales/es.yaml:3:3 invalid_message status.searching_offers has no short form in es, and is combined with others',
    ])
  })

  it('an override to batch without a short form', async () => {
    const files = {
      [POLICY]: override({ flag: FLAG, event_id: 'searching_offers', policy: 'batch', render_key: 'other' }),
      [FLAGS]: `${FLAG}: true\n`,
      'platform/locales/en.yaml': words('other'),
    }
    expect(await warnings(files)).toEqual([
      'platform/locales/en.yaml:1:1 invalid_message other has no short form in en, and is combined with others',
    ])
  })

  it('a flag that flags.yaml does not have', async () => {
    expect(
      await warnings({ [POLICY]: override({ flag: FLAG, event_id: 'searching_offers', policy: 'suppress' }) }),
    ).toEqual([`${POLICY}:1:9 invalid_flag The flag ${FLAG} is not in platform/flags.yaml: it is off`])
  })

  it('a vertical’s folder without a fragment', async () => {
    expect(await warnings({ 'verticals/toys/status_events.yml': entry({ id: 'winding_up' }) })).toEqual([
      'verticals/toys/status_events.yaml:1:1 invalid_fragment verticals/toys has no status_events.yaml',
    ])
  })

  it('R-7: more than 50 active ids are reported, not refused', async () => {
    expect(await warnings({ [EVENTS]: ids(50) })).toEqual([])
    expect(await warnings({ [EVENTS]: ids(51) })).toEqual([
      `${EVENTS}:301:7 invalid_fragment 51 ids are active, more than 50`,
    ])
    expect((await loadRegistry(makeRoot({ ...SOUND, [EVENTS]: ids(51) }))).registry?.entries).toHaveLength(51)
  })
})
