import { one, two, type Form } from './form.ts'
import { withWriter } from './with-writer.ts'
import { IDS_FILE } from './ids-file.ts'

/** What an id may be. */
export const IDS: readonly Form[] = [
  withWriter('a template without substitutions', 'write({ event_type: /*@*/`searching_offers` })'),
  withWriter('a const', `const ID = 'searching_offers'\nwrite({ event_type: /*@*/ID })`),
  withWriter('a let that is never assigned again', `let id = 'searching_offers'\nwrite({ event_type: id })`),
  withWriter(
    'a const declared below',
    `export const f = () => write({ event_type: ID })\nconst ID = 'searching_offers'`,
  ),
  withWriter('a const of a const', `const A = 'searching_offers'\nconst B = A\nwrite({ event_type: B })`),
  withWriter('a let assigned before', `let id\nid = 'searching_offers'\nwrite({ event_type: id })`),
  withWriter(
    'a let whose first value is never written',
    `let id = 'draft'\nid = 'searching_offers'\nwrite({ event_type: id })`,
  ),
  withWriter(
    'a let assigned in both branches',
    `export function f(x) { let id = ''\n if (x) id = 'searching_offers'\n else { id = 'comparing_offers' }\n write({ event_type: id }) }`,
    two,
  ),
  withWriter(
    'a let assigned in one branch',
    `export function f(x) { let id = 'searching_offers'\n if (x) { id = 'comparing_offers' }\n write({ event_type: id }) }`,
    two,
  ),
  withWriter(
    'a let assigned in a switch',
    `export function f(x) { let id = 'none'\n switch (x) { case 1: id = 'searching_offers'; break\n default: id = 'comparing_offers' }\n write({ event_type: id }) }`,
    two,
  ),
  withWriter(
    'a let assigned in a loop after it is read',
    `export function f(xs) { let id = 'searching_offers'\n for (const x of xs) { write({ event_type: id })\n id = 'comparing_offers' } }`,
    two,
  ),
  withWriter('a let assigned after it is read', `let id = 'searching_offers'\nwrite({ event_type: id })\nid = 'none'`),
  withWriter(
    'a let assigned in the other branch',
    `export function f(x) { let id = 'searching_offers'\n if (x) { id = 'whatever' } else { write({ event_type: id }) } }`,
  ),
  withWriter(
    'a let assigned in a branch that returns',
    `export function f(x) { let id = 'searching_offers'\n if (x) { id = 'whatever'\n return id }\n write({ event_type: id }) }`,
  ),
  withWriter('a longer text than any id', `const A = '${'a'.repeat(3_000)}'\nwrite({ event_type: A + A })`, [
    '-:dynamic',
  ]),
  withWriter(
    'one of more members than are told apart',
    `const IDS = { ${Array.from({ length: 513 }, (_, index) => `k${index}: 'id_${index}'`).join(', ')} }\nexport const f = (x) => write({ event_type: IDS[x] })`,
    ['-:dynamic'],
  ),
  withWriter(
    'a let that another function assigns',
    `let id = 'searching_offers'\nexport const set = () => { id = 'whatever' }\nwrite({ event_type: id })`,
    ['searching_offers:ok', '-:dynamic'],
  ),
  withWriter('a let that gets a sum', `let id = 'searching'\nid += '_offers'\nwrite({ event_type: id })`),
  withWriter(
    'a parameter with another value',
    `function say(id) { id = id ?? 'searching_offers'\n write({ event_type: id }) }\nsay()`,
  ),
  withWriter(
    'a member of a const object',
    `const IDS = { search: 'searching_offers' }\nwrite({ event_type: /*@*/IDS.search })`,
  ),
  withWriter(
    'a member by a quoted name',
    `const IDS = { search: 'searching_offers' }\nwrite({ event_type: /*@*/IDS['search'] })`,
  ),
  withWriter(
    'a member of a member',
    `const IDS = { a: { b: { c: 'searching_offers' } } } as const\nwrite({ event_type: IDS.a.b.c })`,
  ),
  withWriter(
    'a member by a quoted key',
    `const IDS = { 'search-it': 'searching_offers' }\nwrite({ event_type: IDS['search-it'] })`,
  ),
  withWriter(
    'a member by a const key',
    `const KEY = 'search'\nconst IDS = { [KEY]: 'searching_offers' }\nwrite({ event_type: IDS[KEY] })`,
  ),
  withWriter(
    'a member of a frozen object',
    `const IDS = Object.freeze({ search: 'searching_offers' })\nwrite({ event_type: /*@*/IDS.search })`,
  ),
  withWriter(
    'a member of a frozen object as const',
    `const IDS = Object.freeze({ search: 'searching_offers' } as const)\nwrite({ event_type: IDS.search! })`,
  ),
  withWriter(
    'a member of objects spread together',
    `const A = { search: 'searching_offers' }\nconst IDS = { ...A, other: 'x' }\nwrite({ event_type: IDS.search })`,
  ),
  withWriter(
    'a destructured member',
    `const { search: id } = { search: 'searching_offers' }\nwrite({ event_type: id })`,
  ),
  withWriter(
    'a destructured member with a default',
    `const { search = 'searching_offers' } = {}\nwrite({ event_type: search })`,
  ),
  withWriter(
    'an item of a list',
    `const IDS = ['searching_offers', 'comparing_offers']\nwrite({ event_type: IDS[0] })`,
  ),
  withWriter('the last item of a list', `const IDS = ['x', 'searching_offers']\nwrite({ event_type: IDS.at(-1) })`),
  withWriter(
    'a static member of a class',
    `class Ids { static readonly SEARCH = 'searching_offers' }\nwrite({ event_type: Ids.SEARCH })`,
  ),
  withWriter('an enum', `enum Ids { Search = 'searching_offers' }\nwrite({ event_type: Ids.Search })`),
  withWriter(
    'an imported const',
    `import { SEARCH } from './ids.ts'\nwrite({ event_type: /*@*/SEARCH })`,
    one,
    IDS_FILE,
  ),
  withWriter(
    'an imported const, renamed',
    `import { SEARCH as S } from './ids.ts'\nwrite({ event_type: S })`,
    one,
    IDS_FILE,
  ),
  withWriter(
    'an imported member',
    `import { IDS } from './ids.ts'\nwrite({ event_type: IDS.compare.now })`,
    ['comparing_offers:ok'],
    IDS_FILE,
  ),
  withWriter(
    'of a namespace',
    `import * as ids from './ids.ts'\nwrite({ event_type: /*@*/ids.SEARCH })`,
    one,
    IDS_FILE,
  ),
  withWriter(
    'a member of a namespace’s member',
    `import * as ids from './ids.ts'\nwrite({ event_type: ids.IDS['search'] })`,
    one,
    IDS_FILE,
  ),
  withWriter('a default export', `import ID from './ids.ts'\nwrite({ event_type: ID })`, one, IDS_FILE),
  withWriter(
    'through a re-export',
    `import { SEARCH, FIND } from './all-ids.ts'\nwrite({ event_type: SEARCH })\nwrite({ event_type: FIND })`,
    [...one, ...one],
    IDS_FILE,
  ),
  withWriter(
    'a default through a re-export',
    `import { MAIN } from './all-ids.ts'\nwrite({ event_type: MAIN })`,
    one,
    IDS_FILE,
  ),
  withWriter('an imported let', `import { moving } from './ids.ts'\nwrite({ event_type: moving })`, one, IDS_FILE),
  withWriter(
    'of a JSON module',
    `import ids from './ids.json' with { type: 'json' }\nwrite({ event_type: /*@*/ids.search })\nwrite({ event_type: /*@*/ids.list[0] })`,
    two,
    IDS_FILE,
  ),
  withWriter(
    'of a dynamic import',
    `const ids = await import('./ids.ts')\nwrite({ event_type: ids.SEARCH })`,
    one,
    IDS_FILE,
  ),
  withWriter('a template of consts', `const kind = 'offers'\nwrite({ event_type: /*@*/\`searching_\${kind}\` })`),
  withWriter('a sum', `const kind = 'offers'\nwrite({ event_type: /*@*/'searching_' + kind })`),
  withWriter('a long sum', `write({ event_type: 'sear' + 'ch' + ('ing' + '_') + \`off\${'ers'}\` })`),
  withWriter('concat', `write({ event_type: 'searching'.concat('_', 'offers') })`),
  withWriter(
    'a sum with a condition in it',
    `export const f = (x) => write({ event_type: (x ? 'searching' : 'comparing') + '_offers' })`,
    ['searching_offers:ok', 'comparing_offers:ok'],
  ),
  withWriter(
    'either arm',
    `export const f = (x) => write({ event_type: x ? /*@*/'searching_offers' : /*@*/'comparing_offers' })`,
    two,
  ),
  withWriter(
    'arms in arms',
    `export const f = (x) => write({ event_type: x ? 'searching_offers' : x > 1 ? 'comparing_offers' : 'checking_stock' })`,
    [...two, 'checking_stock:ok'],
  ),
  withWriter(
    'a const that is either',
    `export const f = (x) => { const id = x ? 'searching_offers' : 'comparing_offers'\n write({ event_type: id }) }`,
    two,
  ),
  withWriter('??', `export const f = (x) => write({ event_type: x.id ?? 'searching_offers' })`, [
    '-:dynamic',
    'searching_offers:ok',
  ]),
  withWriter('|| of what is known', `const ID = ''\nwrite({ event_type: ID || 'searching_offers' })`),
  withWriter(
    'any member of an object',
    `const IDS = { a: 'searching_offers', b: 'comparing_offers' }\nexport const f = (x) => write({ event_type: /*@*/IDS[x] })`,
    two,
  ),
  withWriter(
    'any member of an object, or a default',
    `const IDS = { a: 'searching_offers' }\nexport const f = (x) => write({ event_type: IDS[x] ?? 'comparing_offers' })`,
    two,
  ),
  withWriter(
    'a Map',
    `const IDS = new Map([['a', 'searching_offers'], ['b', 'comparing_offers']])\nexport const f = (x) => write({ event_type: IDS.get(x) })`,
    two,
  ),
  withWriter(
    'a function with a switch',
    `const idOf = (x) => { switch (x) { case 'a': return 'searching_offers'\n default: return 'comparing_offers' } }\nexport const f = (x) => write({ event_type: idOf(x) })`,
    two,
  ),
  withWriter(
    'a function with a switch, and what it is given',
    `const idOf = (x) => { switch (x) { case 'a': return 'searching_offers'\n default: return 'whatever' } }\nwrite({ event_type: idOf('a') })`,
  ),
  withWriter(
    'a parameter of literal types',
    `export const f = (id: 'searching_offers' | 'comparing_offers') => write({ event_type: id })`,
    two,
  ),
  withWriter(
    'a parameter of literal types that are not all registered',
    `type Id = 'searching_offers' | 'whatever'\nexport const f = (id: Id) => write({ event_type: id })`,
    ['searching_offers:ok', '-:dynamic'],
  ),
  withWriter('as', `write({ event_type: 'searching_offers' as StatusId })`),
  withWriter('as const', `write({ event_type: 'searching_offers' as const })`),
  withWriter('satisfies', `write({ event_type: 'searching_offers' satisfies string })`),
  withWriter('!', `const IDS: Record<string, string> = { a: 'searching_offers' }\nwrite({ event_type: IDS.a! })`),
  withWriter('an angle-bracket cast', `write({ event_type: <string>'searching_offers' })`),
  withWriter('parentheses', `write({ event_type: (('searching_offers')) })`),
  withWriter('an escape', String.raw`write({ event_type: 'searching\u005foffers' })`),
  withWriter('not known', `export const f = (state) => write({ event_type: /*@*/state.kind })`, ['-:dynamic']),
  withWriter(
    'a template with something not known',
    'export const f = (state) => write({ event_type: /*@*/`searching_${state.kind}` })',
    ['-:dynamic'],
  ),
  withWriter('what a package gives', `import { id } from 'somewhere'\nwrite({ event_type: id })`, ['-:dynamic']),
  withWriter('what the environment gives', `write({ event_type: process.env.ID })`, ['-:dynamic']),
  withWriter('an awaited id', `export const f = async () => write({ event_type: await next() })`, ['-:dynamic']),
  withWriter('a const that depends on itself', `const a = b\nconst b = a\nwrite({ event_type: a })`, ['-:dynamic']),
  withWriter(
    'files that import one another',
    `import { B } from './b.ts'\nexport const A = 'searching_offers'\nwrite({ event_type: B })`,
    one,
    { 'agents/shop/b.ts': `import { A } from './emit.ts'\nexport const B = A` },
  ),
]
