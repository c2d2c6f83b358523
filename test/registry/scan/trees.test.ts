import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scanAgents } from '../../../registry/scan/index.ts'
import { formatPlace } from '../../../registry/format-problems.ts'
import { ENTRIES } from './scan-root.ts'

const FIXTURES = fileURLToPath(new URL('../../fixtures/scan/', import.meta.url))

interface Expected {
  sub_agents: string[]
  emissions: string[]
  problems: string[]
  warnings: string[]
}

const trees = await readdir(FIXTURES)

describe('AC-5: a whole tree is scanned, file after file', () => {
  it.each(trees)('%s', async (name) => {
    const root = join(FIXTURES, name)
    const expected = JSON.parse(await readFile(join(root, 'expected.json'), 'utf8')) as Expected
    const { emissions, problems, warnings, sub_agents } = await scanAgents(root, ENTRIES, ['shop', 'rewards'])
    expect(sub_agents).toEqual(expected.sub_agents)
    expect(
      emissions.map((found) => `${found.sub_agent} ${found.id ?? '-'} ${formatPlace(found)} ${found.verdict}`),
    ).toEqual(expected.emissions)
    expect(problems.map((found) => `${found.code} ${formatPlace(found)}`)).toEqual(expected.problems)
    expect(warnings.map(formatPlace)).toEqual(expected.warnings)
  })
})
