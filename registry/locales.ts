import { isMap, isScalar, type Node, type Pair, type YAMLMap } from 'yaml'
import { isLocale, type LocaleString, type Place, type StartProblem } from '../src/contract/index.ts'
import { formatPlace } from './format-problems.ts'
import { icuFault } from './icu-message.ts'
import { problem } from './problem.ts'
import type { YamlFile } from './yaml-places.ts'

export type Words = LocaleString & { place: Place }

/** language → render key → words, from every locale file of the root. */
export type Locales = Map<string, Map<string, Words>>

const LONGEST_LANGUAGE = 3

/** The language that a locale file is named after, in its canonical form: fr-ca.yaml holds fr-CA. */
export function languageOf(file_name: string): string | null {
  const tag = file_name.replace(/\.ya?ml$/, '')
  if (!isLocale(tag)) return null
  const locale = new Intl.Locale(tag)
  // BCP 47 has room for languages of up to eight letters, but none of more than three: `english` is a mistake.
  return locale.language.length > LONGEST_LANGUAGE ? null : locale.toString()
}

/** Adds one locale file's words, nested or dotted keys alike, and tells what is wrong with them. */
export function addLocaleFile(locales: Locales, yaml: YamlFile, language: string): StartProblem[] {
  const root = yaml.follow(yaml.root)
  // Of a broken file nothing is taken: who uses its keys must not be told that they are there.
  if (!yaml.intact || yaml.value === null) return []
  if (!isMap(root)) {
    const message = 'A locale file is a map from render keys to messages'
    return [problem('invalid_message', yaml.placeAt([]), message, 'Write it as “status.searching: Searching…”.')]
  }
  const known = locales.get(language) ?? new Map<string, Words>()
  locales.set(language, known)
  const problems: StartProblem[] = []
  for (const { key, at, node } of leavesOf(yaml, root, '')) {
    const before = known.get(key)
    if (before !== undefined) {
      const message = `The render key ${key} has words in ${language} already: ${formatPlace(before.place)}`
      problems.push(problem('duplicate_key', yaml.placeOf(at.key), message))
      continue
    }
    const leaf = readLeaf(yaml, node)
    // An unusable message is still there: its key is not missing as well.
    known.set(key, { ...(leaf ?? { message: '' }), place: yaml.placeOf(at.key) })
    if (leaf === null) {
      const place = yaml.placeOf(isScalar(node) && node.value === null ? at.key : at.value)
      const message = `${key} must be a message, or a map of message and short`
      problems.push(problem('invalid_message', place, message, 'Write the words as text, in quotes if needed.'))
      continue
    }
    for (const part of ['message', 'short'] as const) {
      const text = leaf[part]
      const fault = text === undefined ? undefined : icuFault(text, language)
      const value = isMap(node) ? yaml.pairsOf(node).get(part)?.value : at.value
      if (fault !== undefined) problems.push(problem('invalid_message', yaml.placeOf(value), `${key} ${fault}`))
    }
  }
  return problems
}

type Leaf = { key: string; at: Pair; node: Node | null }

function* leavesOf(yaml: YamlFile, map: YAMLMap, prefix: string): Generator<Leaf> {
  for (const [name, at] of yaml.pairsOf(map)) {
    const key = prefix === '' ? name : `${prefix}.${name}`
    const node = yaml.follow(at.value)
    if (isMap(node) && node.items.length > 0 && !isLeaf(yaml, node)) yield* leavesOf(yaml, node, key)
    else yield { key, at, node }
  }
}

const isLeaf = (yaml: YamlFile, map: YAMLMap): boolean =>
  [...yaml.pairsOf(map)].every(
    ([name, { value }]) => ['message', 'short'].includes(name) && textOf(yaml, value) !== null,
  )

const textOf = (yaml: YamlFile, node: unknown): string | null => {
  const scalar = yaml.follow(node)
  // A folded text ends in a line break that its writer does not mean.
  return isScalar(scalar) && typeof scalar.value === 'string' ? scalar.value.replace(/\n+$/, '') : null
}

/** Null: neither text nor {message, short}, or without words. */
function readLeaf(yaml: YamlFile, node: Node | null): LocaleString | null {
  const pairs = isMap(node) ? yaml.pairsOf(node) : undefined
  const message = textOf(yaml, pairs === undefined ? node : pairs.get('message')?.value)
  const short = pairs?.has('short') ? textOf(yaml, pairs.get('short')?.value) : undefined
  if (message === null || message.trim() === '' || short === null || short?.trim() === '') return null
  return short === undefined ? { message } : { message, short }
}
