import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format } from 'oxfmt'
import { z } from 'zod'
import { FRAME_SCHEMAS } from '../src/contract/index.ts'

/**
 * The JSON Schema of every frame, kept in the repository: a change of the wire shows in a review, and never by accident.
 * `node tools/golden.ts --write` takes a change over; `--check` says whether there is one.
 */
export const GOLDEN = fileURLToPath(new URL('../conformance/frames.schema.json', import.meta.url))

export function goldenFrames(schemas: Readonly<Record<string, z.ZodType>> = FRAME_SCHEMAS): string {
  const frames = Object.fromEntries(
    Object.entries(schemas).map(([type, schema]) => {
      const { $schema: _, ...shape } = z.toJSONSchema(schema)
      return [type, shape]
    }),
  )
  const document = { $schema: 'https://json-schema.org/draft/2020-12/schema', $defs: frames }
  return `${JSON.stringify(document, null, 2)}\n`
}

type Document = { $defs: Record<string, unknown> }

/** One line for each frame whose shape is not the kept one. */
export function compareGolden(kept: string, made: string): string[] {
  const before = (JSON.parse(kept) as Document).$defs
  const after = (JSON.parse(made) as Document).$defs
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((type) => {
    if (!(type in after)) return [`the frame ${type} is gone`]
    if (!(type in before)) return [`the frame ${type} is new`]
    return JSON.stringify(before[type]) === JSON.stringify(after[type]) ? [] : [`the frame ${type} has changed`]
  })
}

if (import.meta.main) {
  if (process.argv.includes('--write')) {
    const { code } = await format(GOLDEN, goldenFrames(), { printWidth: 120 })
    writeFileSync(GOLDEN, code)
  } else {
    const changes = existsSync(GOLDEN)
      ? compareGolden(readFileSync(GOLDEN, 'utf8'), goldenFrames())
      : ['conformance/frames.schema.json is missing']
    if (changes.length > 0) {
      const hint = 'If this is meant, run `node tools/golden.ts --write` and commit the result.'
      process.stdout.write(`${[...changes, hint].join('\n')}\n`)
      process.exitCode = 1
    }
  }
}
