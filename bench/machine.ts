import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, cpus, platform, release } from 'node:os'
import { canPin } from './pin.ts'
import type { Machine } from './report.ts'

const require = createRequire(import.meta.url)
const PACKAGES = ['@langchain/core', '@langchain/langgraph', 'express'] as const

export const describeMachine = (): Machine => ({
  date: new Date().toISOString().slice(0, 10),
  cpu: cpus()[0]?.model.trim() ?? 'unknown CPU',
  // Not availableParallelism: this process has pinned itself.
  cores: cpus().length,
  pinned: canPin,
  platform: `${platform()} ${release()} ${arch()}`,
  node: process.versions.node,
  packages: Object.fromEntries(PACKAGES.map((name) => [name, versionOf(name)])),
})

function versionOf(name: string): string {
  const folder = require.resolve.paths(name)?.[0] ?? ''
  for (const path of require.resolve.paths(name) ?? [folder])
    try {
      return (JSON.parse(readFileSync(`${path}/${name}/package.json`, 'utf8')) as { version: string }).version
    } catch {
      // Not in this folder.
    }
  return 'unknown'
}
