import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkRoot } from '../../registry/check-root.ts'
import { comparePlaces } from '../../registry/problem.ts'
import { FIXTURES } from './make-root.ts'

describe('checkRoot', () => {
  it('FR-11: answers the registry and every emission of a sound root', async () => {
    const { registry, entries, emissions, sub_agents, problems } = await checkRoot(path.join(FIXTURES, 'sound'))
    expect(problems).toEqual([])
    expect(registry?.entries).toEqual(entries)
    expect(sub_agents).toEqual(['rewards', 'shop'])
    expect(emissions.map(({ sub_agent, id, verdict }) => [sub_agent, id, verdict])).toEqual([
      ['rewards', 'looking_up_points_balance', 'ok'],
      ['shop', 'searching_offers', 'ok'],
    ])
  })

  it('OV-2: tells a typo, a duplicate, missing words, a bad policy and a bad flag at once, each once, by place', async () => {
    const { registry, problems } = await checkRoot(path.join(FIXTURES, 'broken'))
    expect(registry).toBeNull()
    expect(problems.map(({ file, line, column, code }) => `${file}:${line}:${column} ${code}`)).toEqual([
      'agents/shop/index.ts:10:18 unregistered',
      'platform/flags.yaml:1:1 invalid_flag',
      'verticals/rewards/status_events.yaml:4:19 invalid_fragment',
      'verticals/shop/status_events.yaml:2:7 duplicate_id',
      'verticals/shop/status_events.yaml:11:23 missing_render_key',
    ])
    for (const { message, remedy } of problems) expect([message, remedy]).not.toContain('')
    expect(problems.toSorted(comparePlaces)).toEqual(problems)
  })
})
