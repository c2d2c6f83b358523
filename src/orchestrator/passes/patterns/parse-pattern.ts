import { anyOf, bothCases, CharSet, complement, END, type Range } from './char-set.ts'

/** A pattern as a tree. What a lookahead may see is spelt out, one sequence for each way. */
export type Tree =
  | { kind: 'set'; set: CharSet }
  | { kind: 'all'; parts: Tree[] }
  | { kind: 'one'; parts: Tree[] }
  | { kind: 'repeat'; part: Tree; min: number; max: number }
  | { kind: 'ahead'; ways: CharSet[][] }

export type ParsedPattern = {
  tree: Tree
  /** `(?<![…])` at the start: what the match may not follow. */
  notAfter: CharSet | undefined
  /** `^` at the start, with the flag `m`. */
  lineStart: boolean
}

export class PatternError extends Error {
  readonly type = 'pattern'
  constructor(pattern: RegExp, problem: string) {
    super(`${problem}, in the pattern ${pattern.source}`)
  }
}

const DIGIT: Range[] = [[48, 57]]
const WORD: Range[] = [...DIGIT, [65, 90], [95, 95], [97, 122]]
// As a RegExp's \s has them.
const SPACE: Range[] = [
  [9, 13],
  [32, 32],
  [160, 160],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]
const LINE_ENDS = anyOf('\n\r\u2028\u2029')
const CLASSES: Readonly<Record<string, Range[]>> = {
  d: DIGIT,
  w: WORD,
  s: SPACE,
  D: complement(DIGIT),
  W: complement(WORD),
  S: complement(SPACE),
}
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/**
 * Reads the part of RegExp's language that an automaton can run on a stream: characters, classes, groups, alternatives,
 * counts, one lookbehind class at the start, a lookahead of known length at the end. Anything else is refused.
 */
export function parsePattern(pattern: RegExp): ParsedPattern {
  const { source, flags } = pattern
  let at = 0
  const fail = (problem: string): never => {
    throw new PatternError(pattern, `${problem} at ${at}`)
  }
  if (/[^im]/.test(flags)) fail(`only the flags i and m are read, not ${flags}`)
  const ignoreCase = flags.includes('i')
  const take = (text: string): boolean => {
    if (!source.startsWith(text, at)) return false
    at += text.length
    return true
  }
  const setOf = (ranges: readonly Range[]): Tree => ({
    kind: 'set',
    set: new CharSet(ignoreCase ? bothCases(ranges) : ranges),
  })

  function escape(): Range[] {
    const char = source[at++] ?? ''
    if (char in CLASSES) return CLASSES[char] as Range[]
    if (char in CONTROLS) return anyOf(CONTROLS[char] as string)
    if (char === 'u' || char === 'x') {
      const digits = source.slice(at, (at += char === 'u' ? 4 : 2))
      return anyOf(String.fromCharCode(Number.parseInt(digits, 16)))
    }
    if (/[A-Za-z0-9]/.test(char)) fail(`\\${char} is not read`)
    return anyOf(char)
  }

  function charClass(): CharSet {
    const negated = take('^')
    const ranges: Range[] = []
    while (!take(']')) {
      if (at >= source.length) fail('a class without its end')
      const from = take('\\') ? escape() : anyOf(source[at++] as string)
      const isRange = source[at] === '-' && source[at + 1] !== ']'
      if (!isRange) ranges.push(...from)
      else {
        at++
        const to = take('\\') ? escape() : anyOf(source[at++] as string)
        ranges.push([(from[0] as Range)[0], (to[0] as Range)[0]])
      }
    }
    const cased = ignoreCase ? bothCases(ranges) : ranges
    return new CharSet(negated ? complement(cased) : cased)
  }

  function atom(): Tree {
    if (take('(?:')) return group()
    if (take('(?=')) return { kind: 'ahead', ways: waysOf(group()) }
    if (take('[')) return { kind: 'set', set: charClass() }
    if (take('\\')) return setOf(escape())
    if (take('.')) return { kind: 'set', set: new CharSet(complement(LINE_ENDS)) }
    if (take('$')) return { kind: 'set', set: new CharSet([[END, END]]) }
    if (/[()^*+?{}|]/.test(source[at] as string)) fail(`${source[at]} is not read`)
    return setOf(anyOf(source[at++] as string))
  }

  function counted(part: Tree): Tree {
    const counts = /^(?:([?*+])|\{(\d+)(,?)(\d*)\})/.exec(source.slice(at))
    if (counts === null) return part
    at += counts[0].length
    if (source[at] === '?') fail('only the longest match is read')
    const [, sign, min = '', comma, max] = counts
    if (sign === '?') return { kind: 'repeat', part, min: 0, max: 1 }
    if (sign !== undefined) return { kind: 'repeat', part, min: sign === '+' ? 1 : 0, max: Infinity }
    return { kind: 'repeat', part, min: Number(min), max: comma ? Number(max || Infinity) : Number(min) }
  }

  function alternatives(): Tree {
    const parts: Tree[] = []
    do {
      const steps: Tree[] = []
      while (at < source.length && source[at] !== '|' && source[at] !== ')') steps.push(counted(atom()))
      parts.push({ kind: 'all', parts: steps })
    } while (take('|'))
    return parts.length === 1 ? (parts[0] as Tree) : { kind: 'one', parts }
  }

  function group(): Tree {
    const inside = alternatives()
    if (!take(')')) fail('a group without its end')
    return inside
  }

  function waysOf(tree: Tree): CharSet[][] {
    switch (tree.kind) {
      case 'set':
        return [[tree.set]]
      case 'one':
        return tree.parts.flatMap(waysOf)
      case 'all':
        return tree.parts.map(waysOf).reduce((heads, tails) => join(heads, tails), [[]])
      case 'repeat': {
        if (tree.max === Infinity) return fail('a lookahead without a known length')
        const part = waysOf(tree.part)
        const ways: CharSet[][] = []
        let times: CharSet[][] = [[]]
        for (let count = 0; count <= tree.max; count++) {
          if (count >= tree.min) ways.push(...times)
          times = join(times, part)
        }
        return ways
      }
      case 'ahead':
        return fail('a lookahead in a lookahead')
    }
  }

  let notAfter: CharSet | undefined
  if (take('(?<![')) {
    notAfter = charClass()
    if (!take(')')) fail('a lookbehind is one class')
  }
  const lineStart = take('^')
  if (lineStart && !flags.includes('m')) fail('^ needs the flag m')
  const tree = alternatives()
  if (at < source.length) fail(`${source[at]} is not read`)
  if (tree.kind === 'one' && (lineStart || notAfter !== undefined)) fail('alternatives after a start need a group')
  return { tree, notAfter, lineStart }
}

const join = (heads: CharSet[][], tails: CharSet[][]): CharSet[][] =>
  heads.flatMap((head) => tails.map((tail) => [...head, ...tail]))
