import type { Files } from '../scan-root.ts'
import { KIT, WRITE, one, two, form, type Form } from './form.ts'

const HELPERS: Files = {
  'agents/shop/helpers.ts': `export function announce(w, id) { w({ event_type: id }) }
export const hop = (w) => announce(w, 'searching_offers')
export const withOptions = ({ write, id }) => write({ event_type: id })
export default (w) => w({ event_type: 'searching_offers' })
`,
  'agents/shop/barrel.ts': `export * from './helpers.ts'
export { default as note, hop as twice } from './helpers.ts'
export * as all from './helpers.ts'
`,
}

/** Functions between the writer and the event. */
export const FUNCTIONS: readonly Form[] = [
  form(
    'a helper that takes the writer',
    `${WRITE}function announce(w) { w({ event_type: /*@*/'searching_offers' }) }\nannounce(write)`,
  ),
  form(
    'an arrow that takes the writer',
    `${WRITE}const announce = (w) => w({ event_type: 'searching_offers' })\nannounce(write)`,
  ),
  form(
    'a helper that takes the writer second',
    `${WRITE}const announce = (_x, w) => w({ event_type: 'searching_offers' })\nannounce(1, write)`,
  ),
  form(
    'a helper with the writer as a default',
    `${KIT}const announce = (id, w = getStreamWriter()) => w({ event_type: id })\nannounce(/*@*/'searching_offers')`,
  ),
  form(
    'a helper with options',
    `${WRITE}const announce = ({ write: w, id }) => w({ event_type: id })\nannounce({ write, id: /*@*/'searching_offers' })`,
  ),
  form(
    'a helper with options that are not destructured',
    `${WRITE}function announce(options) { options.write({ event_type: options.id }) }\nannounce({ write, id: 'searching_offers' })`,
  ),
  form(
    'a helper with rest arguments',
    `${WRITE}const announce = (...args) => write(...args)\nannounce({ event_type: /*@*/'searching_offers' })`,
  ),
  form(
    'through several hops',
    `${WRITE}const a = (w, id) => b(w, id)\nfunction b(w, id) { return c({ w, id }) }\nconst c = ({ w, id }) => { w({ event_type: id }) }\na(write, /*@*/'searching_offers')`,
  ),
  form(
    'the config handed on',
    `const say = (cfg, id) => cfg.writer({ event_type: id })\nexport const node = (state, config) => say(config, /*@*/'searching_offers')`,
  ),
  form(
    'a helper in another file',
    `${WRITE}import { announce } from './helpers.ts'\nannounce(write, /*@*/'searching_offers')`,
    one,
    HELPERS,
  ),
  form(
    'a helper in another file, renamed',
    `${WRITE}import { announce as say } from './helpers.ts'\nsay(write, 'searching_offers')`,
    one,
    HELPERS,
  ),
  form(
    'a helper in another file, of a namespace',
    `${WRITE}import * as h from './helpers.ts'\nh.announce(write, 'searching_offers')`,
    one,
    HELPERS,
  ),
  form(
    'a helper in another file, with options',
    `${WRITE}import { withOptions } from './helpers.ts'\nwithOptions({ write, id: 'searching_offers' })`,
    one,
    HELPERS,
  ),
  form('two hops in another file', `${WRITE}import { hop } from './helpers.ts'\nhop(write)`, one, HELPERS),
  form('a default export', `${WRITE}import note from './helpers.ts'\nnote(write)`, one, HELPERS),
  form(
    'through a barrel',
    `${WRITE}import { announce, note, twice, all } from './barrel.ts'\nannounce(write, 'searching_offers')\nall.announce(write, 'comparing_offers')`,
    two,
    HELPERS,
  ),
  form('through a barrel, renamed', `${WRITE}import { note } from './barrel.ts'\nnote(write)`, one, HELPERS),
  form(
    'by a dynamic import',
    `${WRITE}const { announce } = await import('./helpers.ts')\nannounce(write, 'searching_offers')`,
    one,
    HELPERS,
  ),
  form(
    'the writer exported by another file',
    `import { write } from './out.ts'\nwrite({ event_type: /*@*/'searching_offers' })`,
    one,
    { 'agents/shop/out.ts': `${KIT}export const write = getStreamWriter()` },
  ),
  form(
    'the kit exported by another file',
    `import { getStreamWriter } from './kit.ts'\ngetStreamWriter()({ event_type: 'searching_offers' })`,
    one,
    { 'agents/shop/kit.ts': `export * from '#kit'` },
  ),
  form(
    'the kit exported by another file, renamed',
    `import { out } from './kit.ts'\nout()({ event_type: 'searching_offers' })`,
    one,
    { 'agents/shop/kit.ts': `export { getStreamWriter as out } from '#kit'` },
  ),
  form(
    'a default export of the writer',
    `import write from './out.ts'\nwrite({ event_type: 'searching_offers' })`,
    one,
    { 'agents/shop/out.ts': `${KIT}const write = getStreamWriter()\nexport { write as default }` },
  ),
  form('a file outside the sub-agent', `${WRITE}import { say } from '../../shared/say.ts'\nsay(write)`, one, {
    'shared/say.ts': `export const say = (w) => w({ event_type: 'searching_offers' })`,
  }),
  form(
    'a function that returns the writer',
    `${KIT}const w = () => getStreamWriter()\nw()({ event_type: 'searching_offers' })`,
  ),
  form(
    'a function that returns the writer with return',
    `${KIT}function w() { const out = getStreamWriter()\n return out }\nw()({ event_type: 'searching_offers' })`,
  ),
  form(
    'an async function that returns the writer',
    `${KIT}const w = async () => getStreamWriter()\n;(await w())({ event_type: 'searching_offers' })`,
  ),
  form(
    'the function itself handed on',
    `${KIT}const say = (get) => get()({ event_type: 'searching_offers' })\nsay(getStreamWriter)`,
  ),
  form(
    'a wrapper of the id',
    `${WRITE}const say = (id) => write({ event_type: id })\nsay(/*@*/'searching_offers')\nsay(/*@*/'comparing_offers')`,
    two,
  ),
  form(
    'a wrapper of the id with a type',
    `${WRITE}function say(id: string, fields?: object): void { write({ event_type: id, ...fields }) }\nsay(/*@*/'searching_offers', { a: 1 })`,
  ),
  form(
    'a wrapper of the event',
    `${WRITE}const emit = (event) => write(event)\nemit({ event_type: /*@*/'searching_offers' })`,
  ),
  form(
    'a wrapper of the event that adds to it',
    `${WRITE}const emit = (event) => write({ at: Date.now(), ...event })\nemit({ event_type: 'searching_offers' })`,
  ),
  form(
    'a wrapper of an id or an event',
    `${WRITE}const emit = (e) => write(typeof e === 'string' ? { event_type: e } : e)\nemit(/*@*/'searching_offers')\nemit({ event_type: /*@*/'comparing_offers' })`,
    two,
  ),
  form(
    'a wrapper of an id or an event, with if',
    `${WRITE}function emit(e) { if (typeof e === 'string') return write({ event_type: e })\n write(e) }\nemit('searching_offers')\nemit({ event_type: 'comparing_offers' })`,
    two,
  ),
  form(
    'a wrapper of an id or an event, with else and a timer',
    `${WRITE}function emit(e) { if (typeof e !== 'object') { write({ event_type: e }) } else { setTimeout(() => write(e), 1) } }\nemit('searching_offers')\nemit({ event_type: 'comparing_offers' })`,
    two,
  ),
  form(
    'a wrapper that is told what it gets',
    `${WRITE}function emit(kind, x) { if (kind === 'id') write({ event_type: x })\n else write(x) }\nemit('id', 'searching_offers')\nemit('event', { event_type: 'comparing_offers' })`,
    two,
  ),
  form(
    'a wrapper with an id of its own',
    `${WRITE}const say = (id = 'searching_offers') => write({ event_type: id })\nsay()`,
  ),
  form(
    'a wrapper with a part of the id',
    `${WRITE}const say = (what) => write({ event_type: \`\${what}_offers\` })\nsay(/*@*/'searching')\nsay(/*@*/'comparing')`,
    two,
  ),
  form(
    'a wrapper called with an id that is not known',
    `${WRITE}const say = (id) => write({ event_type: id })\nsay('searching_offers')\nexport const node = (state) => say(/**/state.kind)`,
    ['searching_offers:ok', '-:dynamic'],
  ),
  form('a wrapper that nobody calls', `${WRITE}export const say = (id) => write({ event_type: /*@*/id })`, [
    '-:dynamic',
  ]),
  form(
    'a wrapper that is also handed out of sight',
    `${WRITE}const say = (id) => write({ event_type: id })\nsay('searching_offers')\nstream.on('status', say)`,
    ['-:dynamic', 'searching_offers:ok'],
  ),
  form(
    'a wrapper in another file',
    `import { say } from './say.ts'\nsay(/*@*/'searching_offers')\nsay(/*@*/'comparing_offers')`,
    two,
    { 'agents/shop/say.ts': `${WRITE}export const say = (id: string) => write({ event_type: id })` },
  ),
  form(
    'a wrapper called through a method',
    `${WRITE}const log = { status(id) { write({ event_type: id }) } }\nlog.status(/*@*/'searching_offers')`,
  ),
  form(
    'a wrapper made by a function',
    `${WRITE}const to = (w) => (id) => w({ event_type: id })\nto(write)(/*@*/'searching_offers')`,
  ),
  form(
    'wrappers made by a function',
    `${WRITE}function emitter(w) { return { say: (id) => w({ event_type: id }), done() { w({ event_type: 'comparing_offers' }) } } }\nconst { say, done } = emitter(write)\nsay('searching_offers')`,
    ['comparing_offers:ok', 'searching_offers:ok'],
  ),
  form(
    'a callback that is given the writer',
    `${KIT}const withWriter = (run) => run(getStreamWriter())\nwithWriter((w) => w({ event_type: /*@*/'searching_offers' }))`,
  ),
  form(
    'a function used with the writer and without',
    `${WRITE}const send = (sink, what) => sink(what)\nsend(write, { event_type: 'searching_offers' })\nsend(console.log, 'Hello there')\nsend(fetch, { event_type: 'nothing_of_ours' })`,
  ),
  form(
    'a recursive helper',
    `${WRITE}function poll(w, n) { w({ event_type: 'searching_offers' })\n if (n > 0) poll(w, n - 1) }\npoll(write, 3)`,
  ),
  form(
    'helpers that call one another',
    `${WRITE}const a = (w, n) => { if (n) b(w, n) }\nconst b = (w, n) => { w({ event_type: 'searching_offers' })\n a(w, n - 1) }\na(write, 3)`,
  ),
  form(
    'a function chosen from a table',
    `${WRITE}const steps = { a: (w) => w({ event_type: 'searching_offers' }), b: (w) => w({ event_type: 'comparing_offers' }) }\nsteps[name](write)`,
    two,
  ),
  form(
    'forEach over literals',
    `${WRITE};[/*@*/'searching_offers', /*@*/'comparing_offers'].forEach((id) => write({ event_type: id }))`,
    two,
  ),
  form(
    'forEach over events',
    `${WRITE};[{ event_type: /*@*/'searching_offers' }, { event_type: /*@*/'comparing_offers' }].forEach(write)`,
    two,
  ),
  form(
    'map to events',
    `${WRITE};['searching_offers', 'comparing_offers'].map((id) => ({ event_type: id })).forEach((event) => write(event))`,
    two,
  ),
  form(
    'forEach over a const list',
    `${WRITE}const IDS = ['searching_offers', 'comparing_offers'] as const\nIDS.forEach((id) => write({ event_type: id }))`,
    ['searching_offers:ok', 'comparing_offers:ok'],
  ),
  form(
    'for … of over literals',
    `${WRITE}for (const id of ['searching_offers', 'comparing_offers']) write({ event_type: /*@*/id })`,
    ['searching_offers:ok', 'comparing_offers:ok'],
  ),
  form(
    'for … of over a const list',
    `${WRITE}const IDS = ['searching_offers', 'comparing_offers']\nfor (const id of IDS) write({ event_type: id })`,
    ['searching_offers:ok', 'comparing_offers:ok'],
  ),
  form(
    'for … of over entries',
    `${WRITE}for (const [key, id] of Object.entries({ a: 'searching_offers', b: 'comparing_offers' })) write({ event_type: id, key })`,
    ['searching_offers:ok', 'comparing_offers:ok'],
  ),
  form(
    'for … in over the keys of an object',
    `${WRITE}const IDS = { searching_offers: 1, comparing_offers: 2 }\nfor (const id in IDS) write({ event_type: id })`,
    ['searching_offers:ok', 'comparing_offers:ok'],
  ),
  form(
    'a counted loop over a const list',
    `${WRITE}const IDS = ['searching_offers', 'comparing_offers']\nfor (let i = 0; i < IDS.length; i++) write({ event_type: IDS[i] })`,
    ['searching_offers:ok', 'comparing_offers:ok'],
  ),
  form(
    'Object.values',
    `${WRITE}Object.values({ a: 'searching_offers', b: 'comparing_offers' }).forEach((id) => write({ event_type: id }))`,
    ['searching_offers:ok', 'comparing_offers:ok'],
  ),
  form(
    'Promise.all over steps',
    `${WRITE}await Promise.all([(w) => w({ event_type: 'searching_offers' })].map((step) => step(write)))`,
  ),
  form('setTimeout with an argument', `${WRITE}setTimeout(write, 50, { event_type: 'searching_offers' })`),
  form('a timer', `${WRITE}setTimeout(() => { write({ event_type: 'searching_offers' }) }, 50)`),
  form('a promise', `${WRITE}Promise.resolve({ event_type: 'searching_offers' }).then(write)`),
  form('events that are not known', `${WRITE}export const node = (state) => { state.events.forEach(write) }`, [
    '-:dynamic',
  ]),
  form('a writer handed to a package', `${WRITE}import { run } from 'somewhere'\nrun(write)`, ['-:dynamic']),
  form('a generator', `${WRITE}export function* steps() { write({ event_type: 'searching_offers' })\n yield 1 }`),
  form('an immediately called function', `${WRITE};(async (w) => { w({ event_type: 'searching_offers' }) })(write)`),
  form(
    'a default exported function',
    `${WRITE}export default function (state) { write({ event_type: 'searching_offers' }) }`,
  ),
  form(
    'an overloaded helper',
    `${WRITE}function say(id: string): void\nfunction say(id: string, more?: object): void\nfunction say(id: string, more?: object) { write({ event_type: id, ...more }) }\nsay('searching_offers')`,
  ),
]
