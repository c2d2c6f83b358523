import { IntlMessageFormat } from 'intl-messageformat'

type Element = ReturnType<IntlMessageFormat['getAst']>[number]

/** As the renderer compiles them: `<` is a character like any other. */
const compile = (message: string | Element[], language: string) =>
  new IntlMessageFormat(message, language, undefined, { ignoreTag: true })

/** Why this message can't be used in this language; undefined when it can. */
export function icuFault(message: string, language: string): string | undefined {
  try {
    // What parses may still not format: a currency or a unit that is not one.
    const formatted = flatten(compile(message, language).getAst()).filter((element) => 'style' in element)
    compile(formatted, language).format(
      Object.fromEntries(formatted.map((element) => ['value' in element ? element.value : '', 1])),
    )
    return undefined
  } catch (error) {
    return `is not a valid ICU message: ${reason(error)}`
  }
}

/** Every element, those inside plural and select arms included. */
const flatten = (elements: readonly Element[]): Element[] =>
  elements.flatMap((element) => [
    element,
    ...('options' in element ? Object.values(element.options).flatMap((option) => flatten(option.value)) : []),
  ])

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const offset = (error as { location?: { start?: { offset?: number } } }).location?.start?.offset
  const words = /^[A-Z_]+$/.test(error.message) ? error.message.toLowerCase().replaceAll('_', ' ') : error.message
  return offset === undefined ? words : `${words}, at character ${offset + 1}`
}
