import { IntlMessageFormat } from 'intl-messageformat'
import { localeChain, type EffectiveRegistry, type LocaleString } from '../contract/index.ts'
import { messageValues, type MessageValues } from './message-values.ts'

/**
 *   render key + fields ─► words in the first language of the chain that has them: fr-CA → fr → en
 *   several             ─► their short forms ─► the language's own list ─► "Searching for offers and looking up your points…"
 */
export interface Renderer {
  /** Undefined: no language of the chain has words for it, or a value they need is missing. Never throws. */
  message(locale: string, key: string, fields: Readonly<Record<string, unknown>>): string | undefined
  /** One message for several; those without words are left out. */
  combined(locale: string, parts: readonly Part[]): string | undefined
}

export interface Part {
  readonly key: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** The platform's words around a list of short forms, which is `{list}`. */
export const COMBINED_KEY = 'status.combined'

/** A locale comes from a request: this many are remembered, the first one in goes out first. */
export const MAX_LOCALES = 256

export const createRenderer = (registry: EffectiveRegistry): Renderer => new LocaleRenderer(registry.locales)

/** Of a string as the registry has it; null is one that does not compile, or is not there. */
type Compiled = { message: IntlMessageFormat | null; short: IntlMessageFormat | null }

interface Language {
  readonly tag: string
  readonly strings: Readonly<Record<string, LocaleString>>
  readonly list: Intl.ListFormat
  /** By render key, when first needed: never more than there are strings. */
  readonly compiled: Map<string, Compiled>
}

class LocaleRenderer implements Renderer {
  readonly #languages: ReadonlyMap<string, Language>
  readonly #chains = new Map<string, readonly Language[]>()

  constructor(locales: EffectiveRegistry['locales']) {
    this.#languages = new Map(
      Object.entries(locales).map(([tag, strings]) => {
        const list = new Intl.ListFormat(tag, { type: 'conjunction', style: 'long' })
        return [tag, { tag, strings, list, compiled: new Map() }]
      }),
    )
  }

  message(locale: string, key: string, fields: Readonly<Record<string, unknown>>): string | undefined {
    return this.#find(locale, { key, fields }, wholeText)?.text
  }

  combined(locale: string, parts: readonly Part[]): string | undefined {
    const found = parts.map((part) => this.#find(locale, part, shortText)).filter((words) => words !== undefined)
    const language = found[0]?.language
    if (language === undefined) return undefined
    const distinct = [...new Set(found.map(({ text }) => text))]
    const list = capitalised(language.list.format(distinct), language.tag)
    for (const candidate of this.#chain(language.tag)) {
      // English words do not belong around a list in another language.
      const isSame = candidate === language || language.tag.startsWith(`${candidate.tag}-`)
      const text = isSame ? format(compiledOf(candidate, COMBINED_KEY).message, { list }) : undefined
      if (text !== undefined) return text
    }
    return `${list}…`
  }

  #find(locale: string, { key, fields }: Part, textOf: typeof wholeText) {
    const values = readValues(fields)
    if (values === undefined) return undefined
    for (const language of this.#chain(locale)) {
      const text = textOf(compiledOf(language, key), values)
      if (text !== undefined) return { language, text }
    }
    return undefined
  }

  #chain(locale: string): readonly Language[] {
    const known = this.#chains.get(locale)
    if (known !== undefined) return known
    const chain = localeChain(canonical(locale))
      .map((tag) => this.#languages.get(tag))
      .filter((language) => language !== undefined)
    if (this.#chains.size >= MAX_LOCALES) this.#chains.delete(this.#chains.keys().next().value!)
    this.#chains.set(locale, chain)
    return chain
  }
}

const ABSENT: Compiled = { message: null, short: null }

function compiledOf({ tag, strings, compiled }: Language, key: string): Compiled {
  const known = compiled.get(key)
  if (known !== undefined) return known
  const words = Object.hasOwn(strings, key) ? strings[key] : undefined
  if (words === undefined) return ABSENT
  const made = { message: compile(words.message, tag), short: compile(words.short, tag) }
  compiled.set(key, made)
  return made
}

function compile(text: string | undefined, tag: string): IntlMessageFormat | null {
  if (text === undefined) return null
  try {
    return new IntlMessageFormat(text, tag, undefined, { ignoreTag: true })
  } catch {
    // The registry's check refuses such a message at start; here it only counts as missing.
    return null
  }
}

const wholeText = ({ message }: Compiled, values: MessageValues): string | undefined => format(message, values)

const shortText = ({ message, short }: Compiled, values: MessageValues): string | undefined =>
  format(short, values) ?? (format(message, values)?.replace(/[\s.…。]+$/u, '') || undefined)

/** Undefined when a value is missing or of the wrong kind, or when nothing is left to say. */
function format(message: IntlMessageFormat | null, values: MessageValues): string | undefined {
  if (message === null) return undefined
  try {
    const text: unknown = message.format(values)
    return typeof text === 'string' && text.trim() !== '' ? text : undefined
  } catch {
    return undefined
  }
}

function readValues(fields: Readonly<Record<string, unknown>>): MessageValues | undefined {
  try {
    return messageValues(fields)
  } catch {
    return undefined
  }
}

/** ES is es, fr-ca is fr-CA. */
function canonical(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? locale
  } catch {
    return locale
  }
}

function capitalised(text: string, tag: string): string {
  const [first = ''] = text
  return first.toLocaleUpperCase(tag) + text.slice(first.length)
}
