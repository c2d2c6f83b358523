import { describe, expect, it } from 'vitest'
import { EVENTS } from './forms/events.ts'
import type { Form } from './forms/form.ts'
import { FRONTS } from './forms/fronts.ts'
import { FUNCTIONS } from './forms/functions.ts'
import { HOLDERS } from './forms/holders.ts'
import { IDS } from './forms/ids.ts'
import { LONG_WAYS } from './forms/long-ways.ts'
import { LOOKALIKES } from './forms/lookalikes.ts'
import { ODD_FORMS } from './forms/odd-forms.ts'
import { STRANGERS } from './forms/strangers.ts'
import { VERDICTS } from './forms/verdicts.ts'
import { WRITERS } from './forms/writers.ts'
import { scanFiles, shopWith } from './scan-root.ts'

const MARK = '/*@*/'

/** Line and column right after each marker. */
const marks = (source: string): string[] =>
  [...source.matchAll(/\/\*@\*\//g)].map(({ index }) => {
    const lines = source.slice(0, index + MARK.length).split('\n')
    return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`
  })

const TABLES: readonly (readonly [string, readonly Form[]])[] = [
  ['FR-11: the scan knows the writer as', WRITERS],
  ['FR-11: the scan knows a writer held by', HOLDERS],
  ['FR-11: the scan follows', FUNCTIONS],
  ['FR-11: the scan goes a long way for', LONG_WAYS],
  ['FR-11: the scan knows emitStatus:', FRONTS],
  ['FR-11: the scan knows an id that is', IDS],
  ['FR-11: the scan knows an event that is', EVENTS],
  ['FR-11: the scan is right about', ODD_FORMS],
  ['FR-3: the scan says', VERDICTS],
  ['FR-11: the scan is not fooled by', LOOKALIKES],
  ['FR-11: the scan leaves alone', STRANGERS],
]

for (const [title, forms] of TABLES)
  describe(`${title}`, () => {
    it.each(forms.map((form) => [form.name, form] as const))('%s', async (_name, { source, finds, files }) => {
      const { emissions, problems, warnings } = await scanFiles(shopWith(source, files))
      expect(emissions.map(({ id, verdict }) => `${id ?? '-'}:${verdict}`)).toEqual(finds)
      const refused = finds.filter((found) => !/:(?:ok|dynamic)$/.test(found))
      expect(problems.map(({ code }) => code)).toEqual(refused.map((found) => found.split(':')[1]))
      expect(warnings).toHaveLength(emissions.filter(({ verdict }) => verdict === 'dynamic').length)
      const places = [...new Set(emissions.map(({ line, column }) => `${line}:${column}`))]
      expect(places).toEqual(source.includes(MARK) ? marks(source) : places)
    })
  })
