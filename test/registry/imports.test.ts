import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT } from '../../registry/types.ts'

/** The packages that loading these files loads, by following their relative imports. */
function packagesOf(files: readonly string[]): Set<string> {
  const packages = new Set<string>()
  const seen = new Set<string>()
  const open = [...files]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    for (const [, type, name] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (type )?[^'"]*from '([^']+)'/gm,
    )) {
      if (type !== undefined || name === undefined) continue
      if (name.startsWith('.')) open.push(path.resolve(path.dirname(file), name))
      else packages.add(name)
    }
  }
  return packages
}

it('registry and scan load no LangChain: they answer at once', () => {
  const packages = packagesOf(['src/cli/registry.ts', 'src/cli/scan.ts'].map((file) => path.join(PROJECT, file)))
  const ours = [...packages].filter((name) => !name.startsWith('node:'))
  expect(ours.toSorted()).toEqual(['intl-messageformat', 'oxc-parser', 'oxc-walker', 'yaml', 'zod'])
})
