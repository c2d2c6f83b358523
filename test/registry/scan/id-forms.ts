import type { Files } from './scan-root.ts'
import type { Form } from './forms.ts'

const WRITE = `import { getStreamWriter } from '#kit'\nconst write = getStreamWriter()\n`
const one = ['searching_offers:ok'] as const
const two = ['searching_offers:ok', 'comparing_offers:ok'] as const
const form = (name: string, source: string, finds: readonly string[] = one, files?: Files): Form => {
  const whole = WRITE + source
  return files === undefined ? { name, source: whole, finds } : { name, source: whole, finds, files }
}

const IDS_FILE: Files = {
  'agents/shop/ids.ts': `export const SEARCH = 'searching_offers'
export const IDS = { search: 'searching_offers', compare: { now: 'comparing_offers' } } as const
export const EVENT = { event_type: 'searching_offers' }
const main = 'searching_offers'
export default main
export let moving = 'searching_offers'
`,
  'agents/shop/all-ids.ts': `export * from './ids.ts'\nexport { SEARCH as FIND, default as MAIN } from './ids.ts'\n`,
  'agents/shop/ids.json': `{ "search": "searching_offers", "list": ["comparing_offers"] }`,
}

/** What an id may be. */
export const IDS: readonly Form[] = [
  form('a template without substitutions', 'write({ event_type: /*@*/`searching_offers` })'),
  form('a const', `const ID = 'searching_offers'\nwrite({ event_type: /*@*/ID })`),
  form('a let that is never assigned again', `let id = 'searching_offers'\nwrite({ event_type: id })`),
  form('a const declared below', `export const f = () => write({ event_type: ID })\nconst ID = 'searching_offers'`),
  form('a const of a const', `const A = 'searching_offers'\nconst B = A\nwrite({ event_type: B })`),
  form('a let assigned before', `let id\nid = 'searching_offers'\nwrite({ event_type: id })`),
  form(
    'a let whose first value is never written',
    `let id = 'draft'\nid = 'searching_offers'\nwrite({ event_type: id })`,
  ),
  form(
    'a let assigned in both branches',
    `export function f(x) { let id = ''\n if (x) id = 'searching_offers'\n else { id = 'comparing_offers' }\n write({ event_type: id }) }`,
    two,
  ),
  form(
    'a let assigned in one branch',
    `export function f(x) { let id = 'searching_offers'\n if (x) { id = 'comparing_offers' }\n write({ event_type: id }) }`,
    two,
  ),
  form(
    'a let assigned in a switch',
    `export function f(x) { let id = 'none'\n switch (x) { case 1: id = 'searching_offers'; break\n default: id = 'comparing_offers' }\n write({ event_type: id }) }`,
    two,
  ),
  form(
    'a let assigned in a loop after it is read',
    `export function f(xs) { let id = 'searching_offers'\n for (const x of xs) { write({ event_type: id })\n id = 'comparing_offers' } }`,
    two,
  ),
  form('a let assigned after it is read', `let id = 'searching_offers'\nwrite({ event_type: id })\nid = 'none'`),
  form(
    'a let that another function assigns',
    `let id = 'searching_offers'\nexport const set = () => { id = 'whatever' }\nwrite({ event_type: id })`,
    ['searching_offers:ok', '-:dynamic'],
  ),
  form('a let that gets a sum', `let id = 'searching'\nid += '_offers'\nwrite({ event_type: id })`),
  form(
    'a parameter with another value',
    `function say(id) { id = id ?? 'searching_offers'\n write({ event_type: id }) }\nsay()`,
  ),
  form(
    'a member of a const object',
    `const IDS = { search: 'searching_offers' }\nwrite({ event_type: /*@*/IDS.search })`,
  ),
  form(
    'a member by a quoted name',
    `const IDS = { search: 'searching_offers' }\nwrite({ event_type: /*@*/IDS['search'] })`,
  ),
  form(
    'a member of a member',
    `const IDS = { a: { b: { c: 'searching_offers' } } } as const\nwrite({ event_type: IDS.a.b.c })`,
  ),
  form(
    'a member by a quoted key',
    `const IDS = { 'search-it': 'searching_offers' }\nwrite({ event_type: IDS['search-it'] })`,
  ),
  form(
    'a member by a const key',
    `const KEY = 'search'\nconst IDS = { [KEY]: 'searching_offers' }\nwrite({ event_type: IDS[KEY] })`,
  ),
  form(
    'a member of a frozen object',
    `const IDS = Object.freeze({ search: 'searching_offers' })\nwrite({ event_type: /*@*/IDS.search })`,
  ),
  form(
    'a member of a frozen object as const',
    `const IDS = Object.freeze({ search: 'searching_offers' } as const)\nwrite({ event_type: IDS.search! })`,
  ),
  form(
    'a member of objects spread together',
    `const A = { search: 'searching_offers' }\nconst IDS = { ...A, other: 'x' }\nwrite({ event_type: IDS.search })`,
  ),
  form('a destructured member', `const { search: id } = { search: 'searching_offers' }\nwrite({ event_type: id })`),
  form(
    'a destructured member with a default',
    `const { search = 'searching_offers' } = {}\nwrite({ event_type: search })`,
  ),
  form('an item of a list', `const IDS = ['searching_offers', 'comparing_offers']\nwrite({ event_type: IDS[0] })`),
  form('the last item of a list', `const IDS = ['x', 'searching_offers']\nwrite({ event_type: IDS.at(-1) })`),
  form(
    'a static member of a class',
    `class Ids { static readonly SEARCH = 'searching_offers' }\nwrite({ event_type: Ids.SEARCH })`,
  ),
  form('an enum', `enum Ids { Search = 'searching_offers' }\nwrite({ event_type: Ids.Search })`),
  form('an imported const', `import { SEARCH } from './ids.ts'\nwrite({ event_type: /*@*/SEARCH })`, one, IDS_FILE),
  form('an imported const, renamed', `import { SEARCH as S } from './ids.ts'\nwrite({ event_type: S })`, one, IDS_FILE),
  form(
    'an imported member',
    `import { IDS } from './ids.ts'\nwrite({ event_type: IDS.compare.now })`,
    ['comparing_offers:ok'],
    IDS_FILE,
  ),
  form('of a namespace', `import * as ids from './ids.ts'\nwrite({ event_type: /*@*/ids.SEARCH })`, one, IDS_FILE),
  form(
    'a member of a namespace’s member',
    `import * as ids from './ids.ts'\nwrite({ event_type: ids.IDS['search'] })`,
    one,
    IDS_FILE,
  ),
  form('a default export', `import ID from './ids.ts'\nwrite({ event_type: ID })`, one, IDS_FILE),
  form(
    'through a re-export',
    `import { SEARCH, FIND } from './all-ids.ts'\nwrite({ event_type: SEARCH })\nwrite({ event_type: FIND })`,
    [...one, ...one],
    IDS_FILE,
  ),
  form(
    'a default through a re-export',
    `import { MAIN } from './all-ids.ts'\nwrite({ event_type: MAIN })`,
    one,
    IDS_FILE,
  ),
  form('an imported let', `import { moving } from './ids.ts'\nwrite({ event_type: moving })`, one, IDS_FILE),
  form(
    'of a JSON module',
    `import ids from './ids.json' with { type: 'json' }\nwrite({ event_type: /*@*/ids.search })\nwrite({ event_type: /*@*/ids.list[0] })`,
    two,
    IDS_FILE,
  ),
  form('of a dynamic import', `const ids = await import('./ids.ts')\nwrite({ event_type: ids.SEARCH })`, one, IDS_FILE),
  form('a template of consts', `const kind = 'offers'\nwrite({ event_type: /*@*/\`searching_\${kind}\` })`),
  form('a sum', `const kind = 'offers'\nwrite({ event_type: /*@*/'searching_' + kind })`),
  form('a long sum', `write({ event_type: 'sear' + 'ch' + ('ing' + '_') + \`off\${'ers'}\` })`),
  form('concat', `write({ event_type: 'searching'.concat('_', 'offers') })`),
  form(
    'a sum with a condition in it',
    `export const f = (x) => write({ event_type: (x ? 'searching' : 'comparing') + '_offers' })`,
    ['searching_offers:ok', 'comparing_offers:ok'],
  ),
  form(
    'either arm',
    `export const f = (x) => write({ event_type: x ? /*@*/'searching_offers' : /*@*/'comparing_offers' })`,
    two,
  ),
  form(
    'arms in arms',
    `export const f = (x) => write({ event_type: x ? 'searching_offers' : x > 1 ? 'comparing_offers' : 'checking_stock' })`,
    [...two, 'checking_stock:ok'],
  ),
  form(
    'a const that is either',
    `export const f = (x) => { const id = x ? 'searching_offers' : 'comparing_offers'\n write({ event_type: id }) }`,
    two,
  ),
  form('??', `export const f = (x) => write({ event_type: x.id ?? 'searching_offers' })`, [
    '-:dynamic',
    'searching_offers:ok',
  ]),
  form('|| of what is known', `const ID = ''\nwrite({ event_type: ID || 'searching_offers' })`),
  form(
    'any member of an object',
    `const IDS = { a: 'searching_offers', b: 'comparing_offers' }\nexport const f = (x) => write({ event_type: /*@*/IDS[x] })`,
    two,
  ),
  form(
    'any member of an object, or a default',
    `const IDS = { a: 'searching_offers' }\nexport const f = (x) => write({ event_type: IDS[x] ?? 'comparing_offers' })`,
    two,
  ),
  form(
    'a Map',
    `const IDS = new Map([['a', 'searching_offers'], ['b', 'comparing_offers']])\nexport const f = (x) => write({ event_type: IDS.get(x) })`,
    two,
  ),
  form(
    'a function with a switch',
    `const idOf = (x) => { switch (x) { case 'a': return 'searching_offers'\n default: return 'comparing_offers' } }\nexport const f = (x) => write({ event_type: idOf(x) })`,
    two,
  ),
  form(
    'a function with a switch, and what it is given',
    `const idOf = (x) => { switch (x) { case 'a': return 'searching_offers'\n default: return 'whatever' } }\nwrite({ event_type: idOf('a') })`,
  ),
  form(
    'a parameter of literal types',
    `export const f = (id: 'searching_offers' | 'comparing_offers') => write({ event_type: id })`,
    two,
  ),
  form(
    'a parameter of literal types that are not all registered',
    `type Id = 'searching_offers' | 'whatever'\nexport const f = (id: Id) => write({ event_type: id })`,
    ['searching_offers:ok', '-:dynamic'],
  ),
  form('as', `write({ event_type: 'searching_offers' as StatusId })`),
  form('as const', `write({ event_type: 'searching_offers' as const })`),
  form('satisfies', `write({ event_type: 'searching_offers' satisfies string })`),
  form('!', `const IDS: Record<string, string> = { a: 'searching_offers' }\nwrite({ event_type: IDS.a! })`),
  form('an angle-bracket cast', `write({ event_type: <string>'searching_offers' })`),
  form('parentheses', `write({ event_type: (('searching_offers')) })`),
  form('an escape', String.raw`write({ event_type: 'searching\u005foffers' })`),
  form('not known', `export const f = (state) => write({ event_type: /*@*/state.kind })`, ['-:dynamic']),
  form(
    'a template with something not known',
    'export const f = (state) => write({ event_type: /*@*/`searching_${state.kind}` })',
    ['-:dynamic'],
  ),
  form('what a package gives', `import { id } from 'somewhere'\nwrite({ event_type: id })`, ['-:dynamic']),
  form('what the environment gives', `write({ event_type: process.env.ID })`, ['-:dynamic']),
  form('an awaited id', `export const f = async () => write({ event_type: await next() })`, ['-:dynamic']),
  form('a const that depends on itself', `const a = b\nconst b = a\nwrite({ event_type: a })`, ['-:dynamic']),
  form(
    'files that import one another',
    `import { B } from './b.ts'\nexport const A = 'searching_offers'\nwrite({ event_type: B })`,
    one,
    { 'agents/shop/b.ts': `import { A } from './emit.ts'\nexport const B = A` },
  ),
]

/** What an event may be. */
export const EVENTS: readonly Form[] = [
  form('a quoted key', `write({ 'event_type': /*@*/'searching_offers' })`),
  form('a computed key', `write({ ['event_type']: 'searching_offers' })`),
  form('a computed const key', `const KEY = 'event_type'\nwrite({ [KEY]: 'searching_offers' })`),
  form('a shorthand property', `const event_type = 'searching_offers'\nwrite({ /*@*/event_type, x: 1 })`),
  form('a shorthand parameter', `const say = (event_type) => write({ event_type })\nsay(/*@*/'searching_offers')`),
  form('a spread const', `const base = { event_type: 'searching_offers' }\n/*@*/write({ ...base, x: 1 })`),
  form(
    'the later property wins',
    `const base = { event_type: 'whatever' }\nwrite({ ...base, event_type: 'searching_offers' })`,
  ),
  form(
    'the later spread wins',
    `const base = { event_type: 'searching_offers' }\nwrite({ event_type: 'whatever', ...base })`,
  ),
  form('the last of two properties wins', `write({ event_type: 'whatever', ['event_type']: 'searching_offers' })`),
  form(
    'a spread of what is not known, before',
    `export const f = (x) => write({ ...x, event_type: 'searching_offers' })`,
  ),
  form(
    'a spread of what is not known, after',
    `export const f = (x) => write({ event_type: 'searching_offers', ...x })`,
  ),
  form(
    'a spread if',
    `export const f = (x) => write({ event_type: 'searching_offers', ...(x && { event_type: 'comparing_offers' }) })`,
    two,
  ),
  form(
    'a spread of one of two',
    `export const f = (x) => write({ ...(x ? { event_type: 'searching_offers' } : { event_type: 'comparing_offers' }) })`,
    two,
  ),
  form('a spread of a spread', `const a = { event_type: 'searching_offers' }\nconst b = { ...a }\nwrite({ ...b })`),
  form('Object.assign', `write(Object.assign({}, { event_type: 'whatever' }, { event_type: 'searching_offers' }))`),
  form('a const event', `const event = { event_type: 'searching_offers' }\n/*@*/write(event)`),
  form('a frozen event', `const event = Object.freeze({ event_type: 'searching_offers' } as const)\nwrite(event)`),
  form(
    'a const event with satisfies',
    `const event = { event_type: 'searching_offers' } satisfies Event\nwrite(event as Event)`,
  ),
  form('an imported event', `import { EVENT } from './ids.ts'\n/*@*/write(EVENT)`, one, IDS_FILE),
  form(
    'a member that is an event',
    `const EVENTS = { search: { event_type: 'searching_offers' } }\n/*@*/write(EVENTS.search)`,
  ),
  form(
    'any member that is an event',
    `const EVENTS = { a: { event_type: 'searching_offers' }, b: { event_type: 'comparing_offers' } }\nexport const f = (x) => write(EVENTS[x])`,
    two,
  ),
  form(
    'one of two events',
    `export const f = (x) => write(x ? { event_type: /*@*/'searching_offers' } : { event_type: /*@*/'comparing_offers' })`,
    two,
  ),
  form('an event if', `export const f = (x) => write(x && { event_type: 'searching_offers' })`),
  form('an event that is filled later', `const event = {}\nevent.event_type = 'searching_offers'\nwrite(event)`),
  form('an event that others fill', `const event = {}\nfill(event)\nwrite(event)`, ['-:dynamic']),
  form(
    'a function that makes the event',
    `const make = () => ({ event_type: 'searching_offers' })\n/*@*/write(make())`,
  ),
  form(
    'a function that makes the event with return',
    `function make(x) { if (x) { return { event_type: 'searching_offers' } }\n return { event_type: 'comparing_offers' } }\nexport const f = (x) => write(make(x))`,
    two,
  ),
  form(
    'a function that makes the event from an id',
    `const make = (event_type, more) => ({ event_type, ...more })\nwrite(make(/*@*/'searching_offers', { x: 1 }))`,
  ),
  form(
    'an imported function that makes the event',
    `import { make } from './make.ts'\nwrite(make('searching_offers'))`,
    one,
    { 'agents/shop/make.ts': `export const make = (id: string) => ({ event_type: id, at: Date.now() })` },
  ),
  form(
    'a class that is an event',
    `class Ev { constructor(id) { this.event_type = id } }\nwrite(new Ev(/*@*/'searching_offers'))`,
  ),
  form('an event that is not known', `export const f = (event) => /*@*/write(event)`, ['-:dynamic']),
  form('an event from a package', `import { event } from 'somewhere'\nwrite(event)`, ['-:dynamic']),
  form('a spread of nothing known', `export const f = (x) => /*@*/write({ ...x, at: 1 })`, ['-:dynamic']),
  form('a key that is not known', `export const f = (x) => write({ [x]: 'searching_offers' })`, ['-:dynamic']),
]

/** Each verdict. */
export const VERDICTS: readonly Form[] = [
  form('ok', `write({ event_type: /*@*/'searching_offers' })`),
  form('unregistered', `write({ event_type: /*@*/'serching_offers' })`, ['serching_offers:unregistered']),
  form(
    'unregistered, in one arm',
    `export const f = (x) => write({ event_type: x ? 'searching_offers' : /*@*/'comparing_ofers' })`.replace(
      "x ? 'sea",
      "x ? /*@*/'sea",
    ),
    ['searching_offers:ok', 'comparing_ofers:unregistered'],
  ),
  form('unregistered: not even an id', `write({ event_type: 'Searching offers' })`, ['Searching offers:unregistered']),
  form(
    'unregistered: like a member of every object',
    `write({ event_type: 'constructor' })\nwrite({ event_type: '__proto__' })`,
    ['constructor:unregistered', '__proto__:unregistered'],
  ),
  form('not_owner', `write({ event_type: /*@*/'looking_up_points' })`, ['looking_up_points:not_owner']),
  form('deprecated', `write({ event_type: /*@*/'old_search' })`, ['old_search:deprecated']),
  form(
    'internal: a type of ours',
    `write({ event_type: 'tool_result', result: 1 })\nwrite({ event_type: 'support_content' })\nwrite({ event_type: 'tool_call_start' })`,
    ['tool_result:internal', 'support_content:internal', 'tool_call_start:internal'],
  ),
  form(
    'internal: a type of the wire',
    `write({ event_type: 'text', chunk: 'x' })\nwrite({ event_type: 'completed' })`,
    ['text:internal', 'completed:internal'],
  ),
  form('prose: a string', `/*@*/write('Searching for offers…')`, ['-:prose']),
  form('prose: one that looks like an id', `write('searching_offers')`, ['-:prose']),
  form('prose: a template', 'export const f = (x) => /*@*/write(`Searching for ${x.what}…`)', ['-:prose']),
  form('prose: a sum', `export const f = (x) => write('Searching for ' + x)`, ['-:prose']),
  form('prose: a const', `const words = 'Searching'\n/*@*/write(words)`, ['-:prose']),
  form('prose: a condition of strings', `export const f = (x) => write(x ? 'Searching' : 'Comparing')`, ['-:prose']),
  form('prose: an object without an event_type', `/*@*/write({ message: 'Searching' })`, ['-:prose']),
  form('prose: an empty object', `write({})`, ['-:prose']),
  form('prose: a const object without an event_type', `const event = { type: 'searching_offers' }\n/*@*/write(event)`, [
    '-:prose',
  ]),
  form(
    'prose: a misspelled key',
    `write({ eventType: 'searching_offers' })\nwrite({ event_Type: 'searching_offers' })`,
    ['-:prose', '-:prose'],
  ),
  form('prose: a spread of what has none', `const base = { at: 1 }\nwrite({ ...base, x: 1 })`, ['-:prose']),
  form(
    'prose: an event_type that is no string',
    `write({ event_type: 42 })\nwrite({ event_type: undefined })\nwrite({ event_type: null })\nwrite({ event_type: ['searching_offers'] })`,
    ['-:prose', '-:prose', '-:prose', '-:prose'],
  ),
  form('prose: nothing at all', `write()`, ['-:prose']),
  form(
    'prose: a number, a list, a function',
    `write(42)\nwrite([{ event_type: 'searching_offers' }])\nwrite(() => 1)`,
    ['-:prose', '-:prose', '-:prose'],
  ),
  form('prose: JSON', `write(JSON.stringify({ event_type: 'searching_offers' }))`, ['-:prose']),
  form('prose: through a wrapper', `const say = (message: string) => write(message)\nsay(/*@*/'Searching')`, [
    '-:prose',
  ]),
  form('prose: a wrapper of strings that nobody calls', `export const say = (message: string) => /*@*/write(message)`, [
    '-:prose',
  ]),
  form('prose: a tagged template', 'write`Searching`', ['-:prose']),
  form('prose: a helper in another file', `import { say } from './say.ts'\nsay(write)`, ['-:prose'], {
    'agents/shop/say.ts': `export const say = (w) => { w('Searching') }`,
  }),
]

/** What only looks like an emission. */
export const LOOKALIKES: readonly Form[] = [
  form('a comment', `// write({ event_type: 'typo' })\n/* write('prose')\n emitStatus('typo') */`, []),
  form(
    'a string',
    `export const help = "write({ event_type: 'typo' })"\nexport const more = \`emitStatus('typo') \${1}\``,
    [],
  ),
  form('a regular expression', `export const r = /write\\({ event_type: 'typo' }\\)/`, []),
  form('a parameter that hides the writer', `export const f = (write) => write({ event_type: 'typo' })`, []),
  form('a parameter that hides the writer and gets another', `const f = (write) => write('prose')\nf(console.log)`, []),
  form(
    'a const in a block that hides it',
    `{ const write = (x) => console.log(x)\n write('prose') }\nwrite({ event_type: 'searching_offers' })`,
  ),
  form(
    'a var of a function that hides it',
    `export function f() { write('prose')\n if (f) { var write = console.log } }`,
    [],
  ),
  form(
    'a function that hides it, declared below',
    `export function f() { write('prose')\n function write(x) { console.log(x) } }`,
    [],
  ),
  form('a catch parameter that hides it', `try { g() } catch (write) { write('prose') }`, []),
  form('a for variable that hides it', `for (const write of [console.log]) write('prose')`, []),
  form('a class name that hides it', `export function f() { class write { static go() {} }\n new write('prose') }`, []),
  form('a destructured parameter that hides it', `export const f = ({ write }) => write({ event_type: 'typo' })`, []),
  form('the name of a function expression', `export const g = function write(x) { if (x) write('prose') }`, []),
  form('a method of the same name', `export const o = { write(x) { return x } }\no.write('prose')`, []),
  form('process.stdout.write', `process.stdout.write('prose')`, []),
  form('res.write', `export const f = (req, res) => { res.write('prose')\n res.write({ event_type: 'typo' }) }`, []),
  form('fs', `import fs, { writeFileSync } from 'node:fs'\nfs.write(1, 'prose')\nwriteFileSync('x', 'prose')`, []),
  form('a member of the writer', `write.write?.('prose')\nwrite.name.trim()`, []),
  form('the length of the writer', `console.log(write.length, typeof write, write === undefined)`, []),
  form('an unused writer', `export const w = write`, []),
  form('a writer put into a config', `export const run = (graph, state) => graph.invoke(state, { writer: write })`, []),
]

const bare = (name: string, source: string, finds: readonly string[] = [], files?: Files): Form =>
  files === undefined ? { name, source, finds } : { name, source, finds, files }

export const STRANGERS: readonly Form[] = [
  bare('getStreamWriter of another package', `import { getStreamWriter } from 'other'\ngetStreamWriter()('prose')`),
  bare('emitStatus of another package', `import { emitStatus } from '@acme/status'\nemitStatus('typo')`),
  bare('emitStatus of nowhere', `emitStatus('typo')`),
  bare('emitStatus of one’s own', `function emitStatus(id) { console.log(id) }\nemitStatus('typo')`),
  bare(
    'emitStatus hidden by a parameter',
    `import { emitStatus } from '#kit'\nexport const f = (emitStatus) => emitStatus('typo')`,
  ),
  bare(
    'getStreamWriter hidden by a const',
    `import { getStreamWriter } from '#kit'\nexport function f() { const getStreamWriter = () => console.log\n getStreamWriter()('prose') }`,
  ),
  bare(
    'a type-only import',
    `import type { getStreamWriter } from '#kit'\nexport const f = (getStreamWriter) => getStreamWriter()('prose')`,
  ),
  bare(
    'another export of the kit',
    `import { getTurn, defineTool } from '#kit'\ngetTurn()('prose')\ndefineTool({ name: 'typo' })`,
  ),
  bare(
    'a local file of the same names',
    `import { getStreamWriter, emitStatus } from './fake.ts'\ngetStreamWriter()('prose')\nemitStatus('typo')`,
    [],
    { 'agents/shop/fake.ts': `export const getStreamWriter = () => console.log\nexport const emitStatus = (id) => id` },
  ),
  bare(
    'getWriter of a WritableStream',
    `const writer = stream.getWriter()\nawait writer.write('prose')\nwriter.write({ event_type: 'typo' })\nwriter.releaseLock()`,
  ),
  bare('getWriter of a package', `import { getWriter } from 'streams'\ngetWriter()('prose')`),
  bare(
    'a stream’s writer as a parameter',
    `export async function pump(stream, writer) { await writer.ready\n await writer.write('prose') }`,
  ),
  bare(
    'a parameter named writer',
    `export function each(rows, writer) { for (const row of rows) writer({ event_type: row.typo })\n writer('prose') }`,
  ),
  bare(
    'a parameter named writer that gets something else',
    `function log(writer) { writer('prose')\n writer({ event_type: 'typo' }) }\nlog(console.log)`,
  ),
  bare(
    'options with a writer that is something else',
    `function log(what, { writer }) { writer(what) }\nlog('prose', { writer: console.log })`,
  ),
  bare(
    'a config with a writer that is something else',
    `function log(config) { config.writer('prose') }\nlog({ writer: (x) => console.log(x) })`,
  ),
  bare(
    'a config of another type',
    `interface LogConfig { writer(x: string): void }\nexport function log(config: LogConfig) { config.writer('prose') }`,
  ),
  bare(
    'a writer of an object of one’s own',
    `const logger = { writer: (x) => console.log(x) }\nlogger.writer('prose')\nlogger.writer({ event_type: 'typo' })`,
  ),
  bare(
    'a writer of something from a package',
    `import { logger } from 'loggers'\nlogger.writer('prose')\nlogger.writer({ event_type: 'typo' })`,
  ),
  bare(
    'a config that is read from a file',
    `import { load } from 'settings'\nconst config = load()\nconfig.writer('prose')\nconfig.writer({ event_type: 'typo' })`,
  ),
  bare(
    'a second parameter that writes words',
    `export function report(message, logger) { logger.writer(message)\n logger.writer('prose') }`,
  ),
  bare(
    'an event for someone else',
    `import { track } from 'analytics'\ntrack({ event_type: 'typo' })\nwindow.dataLayer.push({ event_type: 'typo' })`,
  ),
  bare(
    'an emitter of Node',
    `import { EventEmitter } from 'node:events'\nconst bus = new EventEmitter()\nbus.emit('typo', { event_type: 'typo' })`,
  ),
  bare('a file that is not imported', `export const x = 1`, [], {
    'agents/shop/dead.ts': `import { emitStatus } from '#kit'\nemitStatus('typo')`,
  }),
  bare(
    'a file that is imported for its types',
    `import type { T } from './types.ts'\nexport type { U } from './types.ts'\nexport const x: T = 1`,
    [],
    { 'agents/shop/types.ts': `import { emitStatus } from '#kit'\nemitStatus('typo')\nexport type T = number` },
  ),
  bare('a file that a string names', `export const path = './dead.ts'`, [], {
    'agents/shop/dead.ts': `import { emitStatus } from '#kit'\nemitStatus('typo')`,
  }),
  bare('a helper that is given something else', `import { say } from './say.ts'\nsay(console.log)`, [], {
    'agents/shop/say.ts': `export const say = (w) => { w('prose')\n w({ event_type: 'typo' }) }`,
  }),
]
