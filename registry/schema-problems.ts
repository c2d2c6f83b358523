import type { z } from 'zod'
import type { StartProblem, StartProblemCode } from '../src/contract/index.ts'
import { problem } from './problem.ts'
import type { YamlFile } from './yaml-places.ts'

type Issue = z.core.$ZodIssue

/** Each thing that a schema refuses, at its own place in the file. */
export function schemaProblems(
  yaml: YamlFile,
  base: readonly PropertyKey[],
  issues: readonly Issue[],
  code: StartProblemCode | ((issue: Issue) => StartProblemCode),
  remedy?: string,
): StartProblem[] {
  return issues.flatMap((issue) => {
    const chosen = typeof code === 'function' ? code(issue) : code
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) =>
        problem(chosen, yaml.placeOfKey([...base, ...issue.path, key]), `There is no field ${key}`, remedy),
      )
    const at = [...base, ...issue.path]
    const place = issue.code === 'invalid_key' ? yaml.placeOfKey(at) : yaml.placeAt(at)
    return [problem(chosen, place, describe(issue, valueAt(yaml.value, at)), remedy)]
  })
}

function describe(issue: Issue, value: unknown): string {
  const name = issue.path.map(String).join('.')
  if (issue.code === 'custom') return sentence(issue.message)
  if (issue.code === 'invalid_key') return `${name} ${issue.issues[0]?.message ?? issue.message}`
  if (value === undefined || value === null)
    return name === '' ? 'This is empty' : `${name} ${value === null ? 'is empty' : 'is missing'}`
  const subject = name === '' ? 'This' : name
  if (issue.code === 'invalid_value') return `${subject} is ${show(value)}; it must be ${oneOf(issue.values)}`
  if (issue.code === 'invalid_type') return `${subject} is ${show(value)}; it must be ${expected(issue.expected)}`
  if (issue.code === 'too_small')
    return issue.origin === 'string' || issue.origin === 'array'
      ? `${subject} must not be empty`
      : `${subject} is ${show(value)}; it must be at least ${issue.inclusive === false ? Number(issue.minimum) + 1 : issue.minimum}`
  if (issue.code === 'invalid_format' && issue.format === 'date')
    return `${subject} is ${show(value)}; it must be a date, for example 2026-01-31`
  return `${subject} is ${show(value)}: ${issue.message}`
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'text (put it in quotes)',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of fields',
  record: 'a map',
  int: 'a whole number',
  number: 'a number',
}
const expected = (type: string): string => EXPECTED[type] ?? type
const oneOf = (values: readonly unknown[]): string =>
  values
    .map(String)
    .join(', ')
    .replace(/, ([^,]+)$/, ' or $1')
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A value as far as a line of a terminal has room for it. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined
    at = (at as Record<PropertyKey, unknown>)[step]
  }
  return at
}
