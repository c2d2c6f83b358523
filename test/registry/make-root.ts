import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A root with these files, gone after the test. */
export function makeRoot(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'onevoice-root-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), content)
  }
  return root
}

export const FIXTURES = path.resolve(import.meta.dirname, '../fixtures/registry')

/** A valid entry, with some fields changed; undefined removes one. */
export function entry(changes: Readonly<Record<string, unknown>> = {}): string {
  const fields = {
    id: 'searching_offers',
    description: 'Searching for offers',
    default_render_key: 'status.searching_offers',
    default_policy: 'transform',
    emitter_subagents: ['shop'],
    lifecycle: 'active',
    ...changes,
  }
  const lines = Object.entries(fields).filter(([, value]) => value !== undefined)
  return lines.map(([name, value], index) => `${index === 0 ? '- ' : '  '}${name}: ${JSON.stringify(value)}\n`).join('')
}

/** English words for these render keys. */
export const words = (...keys: string[]): string => keys.map((key) => `${key}: "Working…"\n`).join('')

export const EVENTS = 'verticals/shop/status_events.yaml'
export const ENGLISH = 'verticals/shop/locales/en.yaml'
export const POLICY = 'platform/policy.yaml'
export const FLAGS = 'platform/flags.yaml'
/** Nothing is wrong with these. */
export const SOUND = { [EVENTS]: entry(), [ENGLISH]: words('status.searching_offers'), 'agents/shop/index.ts': '' }

/** Problems as lines: place, code and message. */
export const told = (
  problems: readonly { file: string; line: number; column: number; code: string; message: string }[],
) => problems.map(({ file, line, column, code, message }) => `${file}:${line}:${column} ${code} ${message}`)

/** One entry of a policy.yaml. */
export const override = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value], index) => `${index === 0 ? '- ' : '  '}${name}: ${value}\n`)
    .join('')
export const FLAG = 'ai_assistant_a'
