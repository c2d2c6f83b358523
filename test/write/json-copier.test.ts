import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { copyJson, MAX_DEPTH } from '../../src/write/json-copier.ts'

const anything = fc.anything({
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withSparseArray: true,
  withTypedArray: true,
  withUnicodeString: true,
  values: [
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\ud800', '\u2028', '"\\', '\u0001', 'x'.repeat(80), '€'.repeat(40)),
    fc.constantFrom(undefined, null, NaN, -0, 1e21, -1.5e-9, Symbol('s'), () => 1),
    fc.boolean(),
    fc.double(),
    fc.constant({ toJSON: (key: string) => ({ key, toJSON: 1 }) }),
    fc.constant(JSON.parse('{"__proto__":{"polluted":true}}') as unknown),
  ],
})

it('EV-1: a copy is what JSON makes of the value, counted to the byte', () => {
  fc.assert(
    fc.property(anything, fc.integer({ min: 0, max: 400 }), (value, room) => {
      const json = JSON.stringify(value) as string | undefined
      const size = json === undefined ? 0 : Buffer.byteLength(json)
      const copied = copyJson(value, room)
      const seen = typeof copied === 'string' ? copied : { json: JSON.stringify(copied.value), bytes: copied.bytes }
      expect(seen).toEqual(size > room ? 'oversize' : { json, bytes: size })
    }),
    { numRuns: 1_000 },
  )
})

it('what is changed after the write changes nothing that was written', () => {
  const value = { list: [{ n: 1 }] }
  const copied = copyJson(value, 1_000) as { value: unknown }
  value.list[0]!.n = 2
  value.list.push({ n: 3 })
  expect(copied.value).toEqual({ list: [{ n: 1 }] })
})

it('a getter is read once', () => {
  let reads = 0
  const value = {
    get n() {
      return ++reads
    },
  }
  expect(copyJson(value, 100)).toEqual({ value: { n: 1 }, bytes: 7 })
  expect(reads).toBe(1)
})

it('a key named __proto__ stays a key', () => {
  const { value } = copyJson(JSON.parse('{"__proto__":{"admin":true}}'), 100) as { value: object }
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  expect('admin' in value).toBe(false)
  expect(JSON.stringify(value)).toBe('{"__proto__":{"admin":true}}')
})

const nested = (depth: number, inner: unknown = 1) => {
  let value = inner
  for (let index = 0; index < depth; index++) value = [value]
  return value
}

it('data goes a hundred levels deep and no further', () => {
  expect(copyJson(nested(MAX_DEPTH), 1_000)).toMatchObject({ bytes: 2 * MAX_DEPTH + 1 })
  expect(copyJson(nested(MAX_DEPTH + 1), 1_000)).toBe('unreadable')
})

const cycle: Record<string, unknown> = { a: 1 }
cycle['self'] = cycle
const endless = (): object => ({
  get next() {
    return [endless(), endless()]
  },
})
/** 2⁹⁹ items, of which each level is in memory once. */
let laughs: unknown = 1
for (let index = 0; index < 99; index++) laughs = [laughs, laughs]

it.each<[string, unknown, string]>([
  ['a cycle', cycle, 'unreadable'],
  ['a BigInt', { n: 10n }, 'unreadable'],
  ['a boxed BigInt', { n: Object(10n) as unknown }, 'unreadable'],
  [
    'a getter that throws',
    Object.defineProperty({}, 'x', { enumerable: true, get: () => cycle['none']!.toString() }),
    'unreadable',
  ],
  ['a toJSON that throws', { toJSON: () => cycle['none']!.toString() }, 'unreadable'],
  ['a revoked proxy', revoked(), 'unreadable'],
  ['depth 10,000', nested(10_000), 'unreadable'],
  ['an object without end', endless(), 'unreadable'],
  ['one array in itself twice, a hundred times', laughs, 'oversize'],
  ['an array of 2³² - 1 holes', Object.assign([], { length: 2 ** 32 - 1 }), 'oversize'],
])('%s is told apart, and nothing is thrown', (_, value, expected) => {
  expect(copyJson(value, 65_536)).toBe(expected)
})

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
