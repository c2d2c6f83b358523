import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanFiles, shopWith } from './scan-root.ts'

/** Sources cut where anything that is no code may stand, with what they emit. `(` and `)` mark an expression. */
const SOURCES: readonly (readonly [readonly string[], readonly string[]])[] = [
  [
    [
      'import',
      '{',
      'getStreamWriter',
      '}',
      'from',
      "'#kit'",
      ';',
      'const',
      'write',
      '=',
      '(',
      'getStreamWriter',
      '(',
      ')',
      ')',
      ';',
      'write',
      '(',
      '{',
      'event_type',
      ':',
      '«',
      "'searching_offers'",
      '»',
      ',',
      'x',
      ':',
      '«',
      '1',
      '»',
      '}',
      ')',
      ';',
    ],
    ['searching_offers:ok'],
  ],
  [
    [
      'import',
      '{',
      'emitStatus',
      'as',
      'say',
      '}',
      'from',
      "'#kit'",
      ';',
      'export',
      'const',
      'f',
      '=',
      '(',
      'x',
      ')',
      '=>',
      '«',
      'say',
      '»',
      '(',
      '«',
      'x',
      '»',
      '?',
      '«',
      "'comparing_offers'",
      '»',
      ':',
      '«',
      "'serching'",
      '»',
      ')',
      ';',
    ],
    ['comparing_offers:ok', 'serching:unregistered'],
  ],
  [
    [
      'export',
      'const',
      'node',
      '=',
      'async',
      '(',
      'state',
      ',',
      'config',
      ')',
      '=>',
      '{',
      '«',
      'config',
      '»',
      '.',
      'writer',
      '(',
      '«',
      "'Searching…'",
      '»',
      ')',
      ';',
      '}',
      ';',
    ],
    ['-:prose'],
  ],
  [
    [
      'import',
      '*',
      'as',
      'kit',
      'from',
      "'#kit'",
      ';',
      'const',
      'IDS',
      '=',
      '«',
      '{',
      'a',
      ':',
      '«',
      "'searching_'",
      '+',
      "'offers'",
      '»',
      '}',
      'as',
      'const',
      '»',
      ';',
      'const',
      'say',
      '=',
      '(',
      'id',
      ')',
      '=>',
      'kit',
      '.',
      'emitStatus',
      '(',
      '«',
      'id',
      '»',
      ')',
      ';',
      'say',
      '(',
      '«',
      'IDS',
      '.',
      'a',
      '»',
      ')',
      ';',
    ],
    ['searching_offers:ok'],
  ],
]

const NOISE = [
  ' ',
  '\n',
  '\t',
  '\r\n',
  '/* emitStatus("typo") */',
  '// write("prose")\n',
  "/* ' */",
  '/* ` ${ */',
  '\u00A0',
  '  \n\n',
]
// After these a new line would end the statement.
const GLUED = new Set(['async', 'x', 'return'])

const noisy = (parts: readonly string[], pick: (max: number) => number): string =>
  parts
    .map((part, index) => {
      if (part === '«' || part === '»') return ''
      const noise = Array.from({ length: pick(3) }, () => NOISE[pick(NOISE.length - 1)] as string).join('')
      const isGlued = GLUED.has(parts[index - 1] ?? '') || part === '=>' || part === 'as'
      return `${isGlued ? ' ' : ` ${noise} `}${part}`
    })
    .join('')

/** Parentheses around the marked expressions. */
const wrapped = (parts: readonly string[], pick: (max: number) => number): string[] => {
  const depths: number[] = []
  return parts.flatMap((part) => {
    if (part === '«') {
      depths.push(pick(2))
      return Array.from({ length: depths.at(-1) ?? 0 }, () => '(')
    }
    return part === '»' ? Array.from({ length: depths.pop() ?? 0 }, () => ')') : [part]
  })
}

describe('FR-11: how a source is laid out makes no difference', () => {
  it('comments, lines and parentheses change neither ids nor verdicts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SOURCES),
        fc.array(fc.nat(), { minLength: 40, maxLength: 200 }),
        async ([parts, expected], numbers) => {
          let next = 0
          const pick = (max: number): number => (numbers[next++ % numbers.length] as number) % (max + 1)
          const source = noisy(wrapped(parts, pick), pick)
          const { emissions, problems } = await scanFiles(shopWith(source))
          expect(emissions.map(({ id, verdict }) => `${id ?? '-'}:${verdict}`)).toEqual(expected)
          expect(problems.filter(({ code }) => code === 'unreadable_module')).toEqual([])
          // The place is that of the id itself, wherever it went.
          const lines = source.split(/\r\n|[\n\r]/)
          const places = emissions.filter(({ id }) => id !== null)
          expect(
            places.filter(({ line, column }) => !/^(?:'|IDS)/.test(lines[line - 1]?.slice(column - 1) ?? '')),
          ).toEqual([])
        },
      ),
      { numRuns: 150 },
    )
  })
})
