import { KIT, WRITE, one, two, form, type Form } from './form.ts'

/** What a module or an object keeps for others, and other longer ways. */
export const LONG_WAYS: readonly Form[] = [
  form(
    'a writer that a module is given to keep, typed',
    `${KIT}import { init, say } from './keep.ts'\ninit(getStreamWriter())\nsay(/*@*/'searching_offers')`,
    one,
    {
      'agents/shop/keep.ts': `import type { StreamWriter } from '#kit'\nlet w: StreamWriter | undefined\nexport function init(x: StreamWriter) { w = x }\nexport function say(id: string) { w?.({ event_type: id }) }`,
    },
  ),
  form(
    'a writer that a module is given to keep',
    `${KIT}import { init, say } from './keep.ts'\nexport const go = () => say(/*@*/'searching_offers')\ninit(getStreamWriter())`,
    one,
    {
      'agents/shop/keep.ts': `let w\nexport function init(x) { w = x }\nexport function say(id) { w?.({ event_type: id }) }`,
    },
  ),
  form(
    'a writer that a function keeps in a variable',
    `${KIT}let w\nfunction say(id) { w({ event_type: id }) }\nfunction init(x) { w = x }\nsay('searching_offers')\ninit(getStreamWriter())`,
  ),
  form(
    'a writer that a function keeps in an object',
    `${KIT}const ctx = {}\nfunction init(x) { ctx.w = x }\nfunction say(id) { ctx.w({ event_type: id }) }\ninit(getStreamWriter())\nsay('searching_offers')`,
  ),
  form(
    'something else that a module is given to keep',
    `import { init, say } from './keep.ts'\ninit(console.log)\nsay('typo')`,
    [],
    {
      'agents/shop/keep.ts': `let w\nexport function init(x) { w = x }\nexport function say(id) { w?.({ event_type: id }) }`,
    },
  ),
  form(
    'an abstract member of the base class',
    `${WRITE}abstract class B { abstract id(): string\n go() { write({ event_type: this.id() }) } }\nclass A extends B { id() { return 'searching_offers' } }\nnew A().go()`,
  ),
  form(
    'a field that the base class reads',
    `${WRITE}class B { go() { write({ event_type: this.id }) } }\nexport class A extends B { id = 'searching_offers' }`,
  ),
  form(
    'an abstract class that nobody extends',
    `${WRITE}export abstract class B { abstract id(): string\n go() { write({ event_type: /*@*/this.id() }) } }`,
    ['-:dynamic'],
  ),
  form(
    'a class in another file',
    `${WRITE}import { Say } from './say.ts'\nnew Say(write).go(/*@*/'searching_offers')`,
    one,
    {
      'agents/shop/say.ts': `export class Say { #w\n constructor(w) { this.#w = w }\n go(id) { this.#w({ event_type: id }) } }`,
    },
  ),
  form(
    'a field that is a wrapper',
    `${KIT}class A { say = (id) => getStreamWriter()({ event_type: id })\n go() { this.say('searching_offers') } }`,
  ),
  form(
    'a node made for an id',
    `${WRITE}const step = (id, run) => async (state) => { write({ event_type: id })\n return run(state) }\ngraph.addNode('a', step(/*@*/'searching_offers', f)).addNode('b', step(/*@*/'comparing_offers', g))`,
    two,
  ),
  form(
    'a function around a function',
    `import { emitStatus } from '#kit'\nconst withStatus = (id) => (fn) => async (...args) => { emitStatus(id)\n return fn(...args) }\nexport const node = withStatus(/*@*/'searching_offers')(async (state) => state)`,
  ),
  form(
    'a tool made from options',
    `import { defineTool, emitStatus } from '#kit'\nconst announced = (options) => defineTool({ ...options, run: async (input) => { emitStatus(options.status)\n return options.run(input) } })\nexport const t = announced({ status: /*@*/'searching_offers', run: () => 1 })`,
  ),
  form(
    'steps in a list',
    `${WRITE}const steps = [{ id: 'searching_offers', run() {} }, { id: 'comparing_offers', run() {} }]\nfor (const step of steps) { write({ event_type: step.id })\n step.run() }`,
    two,
  ),
  form(
    'steps in a list, destructured',
    `${WRITE}const steps = [{ id: 'searching_offers' }, { id: 'comparing_offers' }]\nfor (const { id } of steps) write({ event_type: id })`,
    two,
  ),
  form(
    'functions in an object',
    `${WRITE}for (const [, run] of Object.entries({ a: (w) => w({ event_type: 'searching_offers' }) })) run(write)`,
  ),
  form(
    'functions in a Map',
    `${WRITE}const steps = new Map([['a', (w) => w({ event_type: 'searching_offers' })]])\nsteps.get('a')(write)`,
  ),
  form('ids in a Set', `${WRITE}for (const id of new Set(['searching_offers'])) write({ event_type: id })`),
  form(
    'the writer as one of several values',
    `${KIT}const useWriter = () => [getStreamWriter(), 1]\nconst [w] = useWriter()\nw({ event_type: 'searching_offers' })`,
  ),
  form(
    'one of two functions',
    `${WRITE}const a = () => write({ event_type: 'searching_offers' })\nconst b = () => write({ event_type: 'comparing_offers' })\n;(x ? a : b)()`,
    two,
  ),
  form(
    'a wrapper that may stay silent',
    `${WRITE}const emit = (id, quiet) => { if (quiet) return\n write({ event_type: id }) }\nemit('searching_offers', false)\nemit('whatever', true)`,
  ),
  form('a branch that looks dead', `${WRITE}const DEBUG = false\nif (DEBUG) write({ event_type: 'whatever' })`, [
    'whatever:unregistered',
  ]),
  form(
    'a config handed to a helper that calls it otherwise',
    `import { note } from './note.ts'\nexport const node = (state, cfg) => note(state, cfg)`,
    one,
    { 'agents/shop/note.ts': `export const note = (s, rt) => rt.writer({ event_type: 'searching_offers' })` },
  ),
  form(
    'a config from somewhere',
    `function note(config) { config.writer({ event_type: 'searching_offers' }) }\nnote(find())`,
  ),
  form('an exported let', `import { w } from './w.ts'\nw({ event_type: 'searching_offers' })`, one, {
    'agents/shop/w.ts': `${KIT}export let w\nw = getStreamWriter()`,
  }),
  form('imported, then exported', `import { w } from './again.ts'\nw({ event_type: 'searching_offers' })`, one, {
    'agents/shop/w.ts': `${KIT}export const w = getStreamWriter()`,
    'agents/shop/again.ts': `import { w } from './w.ts'\nexport { w }`,
  }),
  form(
    'exported under a string',
    `import { 'my writer' as w } from './w.ts'\nw({ event_type: 'searching_offers' })`,
    one,
    { 'agents/shop/w.ts': `${KIT}const x = getStreamWriter()\nexport { x as 'my writer' }` },
  ),
  form('files that export one another', `import { say } from './a.ts'\nsay('searching_offers')`, one, {
    'agents/shop/a.ts': `export * from './b.ts'`,
    'agents/shop/b.ts': `export * from './a.ts'\n${WRITE}export const say = (id) => write({ event_type: id })`,
  }),
  form(
    'the kit by its path',
    `import { getStreamWriter } from '../../src/kit/index.ts'\ngetStreamWriter()({ event_type: 'searching_offers' })`,
  ),
  form(
    'a let with a value for each case',
    `${WRITE}export function f(k) { let id\n switch (k) { case 1: id = 'searching_offers'; break; case 2: id = 'comparing_offers'; break; default: throw new Error() }\n write({ event_type: id }) }`,
    two,
  ),
  form(
    'a let with another value when something fails',
    `${WRITE}export function f(k) { let id = 'searching_offers'\n try { k() } catch { id = 'comparing_offers' }\n write({ event_type: id }) }`,
    two,
  ),
  form(
    'an object that a function fills',
    `${WRITE}function send(event) { addType(event)\n write(event) }\nsend({ at: 1 })`,
    ['-:dynamic'],
  ),
  form('an object that is filled twice', `${WRITE}const event = {}\nevent.at = 1\nfill(event)\nwrite(event)`, [
    '-:dynamic',
  ]),
  form(
    'an object that is spread into itself',
    `${WRITE}let event = { event_type: 'searching_offers' }\nfor (const x of xs) event = { ...event, x }\nwrite(event)`,
  ),
  form(
    'more calls than are followed',
    `${WRITE}${Array.from({ length: 30 }, (_, i) => `const f${i} = (id) => ${i === 29 ? 'write({ event_type: id })' : `f${i + 1}(id)`}`).join('\n')}\nf0('searching_offers')`,
    ['-:dynamic'],
  ),
  form(
    'a sum of more parts than are added',
    `${WRITE}write({ event_type: ${Array.from({ length: 1_000 }, () => "'a'").join(' + ')} })`,
    ['-:dynamic'],
  ),
  form(
    'something nested deeply',
    `${WRITE}export const x = ${'['.repeat(2_000)}${']'.repeat(2_000)}\nwrite({ event_type: 'searching_offers' })`,
  ),
  form(
    'a wrapper of an id or an event, given one or the other',
    `${WRITE}const emit = (e) => write(typeof e === 'string' ? { event_type: e } : e)\nexport const f = (x) => emit(x ? 'searching_offers' : { event_type: 'comparing_offers' })`,
    two,
  ),
  form(
    'the second parameter of a named node, handed on twice',
    `const b = (k) => k.writer({ event_type: 'searching_offers' })\nconst a = (k) => b(k)\nexport async function node(state, c) { return a(c) }`,
  ),
  form(
    'helpers that call one another with an id',
    `${WRITE}function a(id, n) { if (n) b(id, n)\n write({ event_type: id }) }\nfunction b(id, n) { a(id, n - 1) }\nb(/*@*/'searching_offers', 1)`,
  ),
  form(
    'a wrapper that only calls itself',
    `${WRITE}export function poll(id) { write({ event_type: /*@*/id })\n if (more) poll(id) }`,
    ['-:dynamic'],
  ),
  form(
    'a field that is declared and never given a value that can be seen',
    `${WRITE}class A { id!: string\n go() { write({ event_type: this.id }) } }\nnew A().go()`,
    ['-:dynamic'],
  ),
]
