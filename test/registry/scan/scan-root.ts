import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { RegistryEntry } from '../../../src/contract/index.ts'
import { scanAgents } from '../../../registry/scan/index.ts'

export const entry = (id: string, more: Partial<RegistryEntry> = {}): RegistryEntry => ({
  id,
  description: id,
  default_render_key: `status.${id}`,
  default_policy: 'transform',
  emitter_subagents: ['shop'],
  lifecycle: 'active',
  vertical: 'shop',
  place: { file: 'verticals/shop/status_events.yaml', line: 1, column: 1 },
  locales: ['en'],
  ...more,
})

export const ENTRIES: readonly RegistryEntry[] = [
  entry('searching_offers'),
  entry('comparing_offers'),
  entry('checking_stock'),
  entry('looking_up_points', { emitter_subagents: ['rewards'], vertical: 'rewards' }),
  entry('old_search', {
    lifecycle: 'deprecated',
    deprecated_on: '2026-01-01',
    deprecation_note: 'Use searching_offers.',
  }),
]

export type Files = Readonly<Record<string, string>>

/** A root on disk with these files, for the time of `run`. */
export async function inRoot<T>(files: Files, run: (root: string) => Promise<T>): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'onevoice-scan-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, name)), { recursive: true })
      await writeFile(join(root, name), text)
    }
    return await run(root)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

export const scanFiles = (files: Files, entries = ENTRIES, verticals: readonly string[] = ['shop', 'rewards']) =>
  inRoot(files, (root) => scanAgents(root, entries, verticals))

export const DEFINITION = `import { defineSubAgent } from '#kit'
export default defineSubAgent({ id: 'shop', vertical: 'shop', card: { description: 'x' }, tools: [], build, onCancel() {} })
`

/** A shop whose index.ts imports emit.ts, which holds this source; and what else there is. */
export const shopWith = (source: string, others: Files = {}): Files => ({
  'agents/shop/index.ts': `import './emit.ts'\n${DEFINITION}`,
  'agents/shop/emit.ts': source,
  ...others,
})
