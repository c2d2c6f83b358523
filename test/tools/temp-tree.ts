import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export const PROJECT = fileURLToPath(new URL('../../', import.meta.url))

/** A folder of these files, gone when the test is over. */
export function tempTree(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'onevoice-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

/** Lets the folder find the project's packages. */
export const linkPackages = (root: string): void =>
  symlinkSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'))
