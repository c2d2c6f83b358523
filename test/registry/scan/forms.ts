import type { Files } from './scan-root.ts'

/**
 * One form of an emission, or of something that only looks like one.
 * `finds` lists `id:verdict`, in the order of their places; `-` stands for an id that can't be known.
 * A marker comment (at sign between stars) stands right before the place that an emission is told at.
 */
export interface Form {
  readonly name: string
  readonly source: string
  readonly finds: readonly string[]
  readonly files?: Files
}

const KIT = `import { getStreamWriter } from '#kit'\n`
const WRITE = `${KIT}const write = getStreamWriter()\n`
const LANGGRAPH = `import { getWriter, getConfig, StateGraph, type LangGraphRunnableConfig, type Runtime } from '@langchain/langgraph'\n`

const one = ['searching_offers:ok'] as const
const two = ['searching_offers:ok', 'comparing_offers:ok'] as const
const form = (name: string, source: string, finds: readonly string[] = one, files?: Files): Form =>
  files === undefined ? { name, source, finds } : { name, source, finds, files }

/** What may hold the writer. */
export const WRITERS: readonly Form[] = [
  form('getStreamWriter from #kit', `${WRITE}write({ event_type: /*@*/'searching_offers' })`),
  form(
    'getStreamWriter from onevoice/kit',
    `import { getStreamWriter } from 'onevoice/kit'\ngetStreamWriter()({ event_type: /*@*/'searching_offers' })`,
  ),
  form(
    'a renamed import',
    `import { getStreamWriter as w } from '#kit'\nconst out = w()\nout({ event_type: 'searching_offers' })`,
  ),
  form('a namespace import', `import * as kit from '#kit'\nkit.getStreamWriter()({ event_type: 'searching_offers' })`),
  form(
    'a member of a namespace by its quoted name',
    `import * as kit from '#kit'\nkit['getStreamWriter']()({ event_type: 'searching_offers' })`,
  ),
  form(
    'destructured from a namespace',
    `import * as kit from '#kit'\nconst { getStreamWriter: get } = kit\nget()({ event_type: 'searching_offers' })`,
  ),
  form(
    'a dynamic import of the kit',
    `const { getStreamWriter } = await import('#kit')\ngetStreamWriter()({ event_type: 'searching_offers' })`,
  ),
  form(
    'a dynamic import with then',
    `import('#kit').then((kit) => kit.getStreamWriter()({ event_type: /*@*/'searching_offers' }))`,
  ),
  form(
    'called at once',
    `${KIT}export const node = () => { getStreamWriter()({ event_type: 'searching_offers' }); return {} }`,
  ),
  form('held by let', `${KIT}let write = getStreamWriter()\nwrite({ event_type: 'searching_offers' })`),
  form(
    'held by var, declared below its use',
    `${KIT}export function node() { write({ event_type: 'searching_offers' }) }\nvar write = getStreamWriter()`,
  ),
  form(
    'assigned later',
    `${KIT}let write\nexport function start() { write = getStreamWriter() }\nexport function node() { write({ event_type: 'searching_offers' }) }`,
  ),
  form(
    'assigned if it is not there yet',
    `${KIT}let write\nexport function node() { write ??= getStreamWriter(); write({ event_type: 'searching_offers' }) }`,
  ),
  form('an alias of an alias', `${WRITE}const a = write\nlet b\nb = a\nb({ event_type: 'searching_offers' })`),
  form('destructured from a list', `${KIT}const [w] = [getStreamWriter()]\nw({ event_type: 'searching_offers' })`),
  form('an optional call', `${WRITE}write?.({ event_type: 'searching_offers' })`),
  form('behind !', `${WRITE}write!({ event_type: 'searching_offers' })`),
  form('behind as', `${WRITE};(write as (event: unknown) => void)({ event_type: 'searching_offers' })`),
  form('with type arguments', `${WRITE}write<Event>({ event_type: 'searching_offers' })`),
  form('in parentheses', `${WRITE};((write))(({ event_type: ('searching_offers') }))`),
  form('in a sequence', `${KIT};(0, getStreamWriter)()({ event_type: 'searching_offers' })`),
  form('one of two', `${WRITE}const off = () => {}\n;(quiet ? off : write)({ event_type: 'searching_offers' })`),
  form('or a default', `${WRITE}const out = write || console.log\nout({ event_type: 'searching_offers' })`),
  form('only if it is there', `${WRITE}write && write({ event_type: 'searching_offers' })`),
  form('call', `${WRITE}write.call(undefined, { event_type: 'searching_offers' })`),
  form('apply', `${WRITE}write.apply(null, [{ event_type: 'searching_offers' }])`),
  form('Reflect.apply', `${WRITE}Reflect.apply(write, null, [{ event_type: 'searching_offers' }])`),
  form('bind', `${WRITE}const out = write.bind(null)\nout({ event_type: 'searching_offers' })`),
  form('bind with the event', `${WRITE}const out = write.bind(null, { event_type: 'searching_offers' })\nout()`),
  form('spread arguments', `${WRITE}const args = [{ event_type: 'searching_offers' }] as const\nwrite(...args)`),
  form('getWriter of LangGraph', `${LANGGRAPH}const w = getWriter()\nw?.({ event_type: 'searching_offers' })`),
  form(
    'getWriter of LangGraph, with a config',
    `${LANGGRAPH}export const node = (s, c) => getWriter(c)?.({ event_type: 'searching_offers' })`,
  ),
  form(
    'getWriter of LangGraph for the web',
    `import { getWriter as get } from '@langchain/langgraph/web'\nget()!({ event_type: 'searching_offers' })`,
  ),
  form(
    'a namespace of LangGraph',
    `import * as lg from '@langchain/langgraph'\nlg.getWriter()({ event_type: 'searching_offers' })`,
  ),
  form(
    'config.writer',
    `export const node = async (state, config) => { config.writer({ event_type: /*@*/'searching_offers' }) }`,
  ),
  form(
    'config?.writer?.()',
    `export const node = async (state, config) => { config?.writer?.({ event_type: 'searching_offers' }) }`,
  ),
  form(
    "config['writer']",
    `export const node = async (state, config) => { config['writer']({ event_type: 'searching_offers' }) }`,
  ),
  form(
    'config.writer! of a typed config',
    `${LANGGRAPH}export async function node(state: State, c: LangGraphRunnableConfig) { c.writer!({ event_type: 'searching_offers' }) }`,
  ),
  form(
    'a typed config in another place',
    `${LANGGRAPH}export function note(c: LangGraphRunnableConfig | undefined) { c?.writer?.({ event_type: 'searching_offers' }) }`,
  ),
  form(
    'an alias of the type',
    `${LANGGRAPH}type Cfg = Partial<LangGraphRunnableConfig>\nexport function note(x: Cfg) { x.writer?.('Searching') }`,
    ['-:prose'],
  ),
  form(
    'an interface that extends it',
    `${LANGGRAPH}interface Cfg extends LangGraphRunnableConfig { more: string }\nexport function note(x: Cfg) { x.writer?.('Searching') }`,
    ['-:prose'],
  ),
  form(
    'cast to the type',
    `${LANGGRAPH}export const node = (state, more) => (more as LangGraphRunnableConfig).writer?.({ event_type: 'searching_offers' })`,
  ),
  form(
    'cast by way of unknown',
    `${LANGGRAPH}export const node = (a, b, c) => (c as unknown as Runtime).writer({ event_type: 'searching_offers' })`,
  ),
  form(
    'runtime.writer',
    `export const model = { beforeModel: (state, runtime) => { runtime.writer({ event_type: 'searching_offers' }) } }`,
  ),
  form(
    'runtime.writer of a tool',
    `import { tool } from 'langchain'\nexport const t = tool(async ({ q }, runtime: ToolRuntime) => { runtime.writer?.({ event_type: 'searching_offers' }) }, { name: 't' })`,
  ),
  form(
    'request.runtime.writer of a middleware',
    `export const m = { wrapModelCall: (request, handler) => { request.runtime.writer({ event_type: 'searching_offers' }); return handler(request) } }`,
  ),
  form(
    'runtime.config.writer',
    `export const t = (input, runtime) => runtime.config.writer({ event_type: 'searching_offers' })`,
  ),
  form(
    'the third argument of a tool',
    `import { DynamicStructuredTool } from '@langchain/core/tools'\nexport const t = new DynamicStructuredTool({ func: async (input, manager, config) => { config.writer({ event_type: 'searching_offers' }) } })`,
  ),
  form(
    '{ writer } of the second parameter',
    `export const node = async (state, { writer }) => { writer({ event_type: 'searching_offers' }) }`,
  ),
  form(
    '{ writer: w } of the second parameter',
    `export const node = async (state, { writer: w }) => { w?.({ event_type: 'searching_offers' }) }`,
  ),
  form(
    '{ writer } with a default',
    `export const node = async (state, { writer } = {}) => { writer?.({ event_type: 'searching_offers' }) }`,
  ),
  form(
    'const { writer } = config',
    `export const node = async (state, config) => { const { writer } = config\n writer({ event_type: 'searching_offers' }) }`,
  ),
  form(
    'const writer = config.writer',
    `export const node = async (state, config) => { const emit = config.writer\n setTimeout(() => emit({ event_type: 'searching_offers' }), 5) }`,
  ),
  form(
    'any name for the second parameter of an inline node',
    `${LANGGRAPH}new StateGraph(S).addNode('a', (s, c) => { c.writer('Searching') })`,
    ['-:prose'],
  ),
  form(
    'the second parameter of a named node',
    `export async function node(state, c) { c.writer({ event_type: 'searching_offers' }) }`,
  ),
  form(
    'getConfig().writer',
    `${LANGGRAPH}export const node = () => { getConfig().writer({ event_type: 'searching_offers' }) }`,
  ),
  form(
    'const { writer } = getConfig()',
    `${LANGGRAPH}export const node = () => { const { writer } = getConfig()\n writer?.({ event_type: 'searching_offers' }) }`,
  ),
  form(
    'a config spread into another',
    `export const node = (state, config) => { const next = { ...config, tags: [] }\n next.writer({ event_type: 'searching_offers' }) }`,
  ),
  form(
    'a variable of the writer’s type',
    `import type { StreamWriter } from '#kit'\nconst write: StreamWriter = find()\nwrite({ event_type: 'searching_offers' })`,
  ),
  form(
    'a parameter of the writer’s type',
    `import { type StreamWriter } from '#kit'\nexport const step = (write: StreamWriter) => write({ event_type: 'searching_offers' })`,
  ),
  form(
    'a parameter of the config’s writer’s type',
    `${LANGGRAPH}export const step = (write: NonNullable<LangGraphRunnableConfig['writer']>) => write({ event_type: 'searching_offers' })`,
  ),
  form(
    'a parameter of the type of what getStreamWriter returns',
    `import { getStreamWriter } from '#kit'\nexport const step = (out: ReturnType<typeof getStreamWriter>) => out({ event_type: 'searching_offers' })`,
  ),
]

/** Objects and classes that hold the writer. */
export const HOLDERS: readonly Form[] = [
  form('a member of an object', `${WRITE}const ctx = { write }\nctx.write({ event_type: 'searching_offers' })`),
  form(
    'a member of a member',
    `${WRITE}const ctx = { out: { to: write } }\nctx.out.to({ event_type: 'searching_offers' })`,
  ),
  form(
    'a member assigned later',
    `${KIT}const ctx = {}\nctx.write = getStreamWriter()\nctx.write({ event_type: 'searching_offers' })`,
  ),
  form(
    'a member assigned later to something unknown',
    `${KIT}const ctx = make()\nctx.write = getStreamWriter()\nctx.write({ event_type: 'searching_offers' })`,
  ),
  form(
    'a getter',
    `${KIT}const ctx = { get write() { return getStreamWriter() } }\nctx.write({ event_type: 'searching_offers' })`,
  ),
  form(
    'a method that returns it',
    `${KIT}const ctx = { writer() { return getStreamWriter() } }\nctx.writer()({ event_type: 'searching_offers' })`,
  ),
  form(
    'this of an object literal',
    `${KIT}export const api = { write: getStreamWriter(), go() { this.write({ event_type: 'searching_offers' }) } }`,
  ),
  form(
    'this assigned in an object literal',
    `${KIT}export const api = { write: null, open() { this.write = getStreamWriter() }, go() { this.write({ event_type: 'searching_offers' }) } }`,
  ),
  form(
    'a field',
    `${KIT}class A { write = getStreamWriter()\n go() { this.write({ event_type: 'searching_offers' }) } }`,
  ),
  form(
    'a private field',
    `${KIT}class A { #write = getStreamWriter()\n go() { this.#write({ event_type: 'searching_offers' }) } }`,
  ),
  form(
    'a static field',
    `${KIT}class A { static write = getStreamWriter()\n static go() { this.write({ event_type: 'searching_offers' }) } }\nA.go()`,
  ),
  form(
    'a field assigned in the constructor',
    `${KIT}export class A { constructor() { this.write = getStreamWriter() }\n go() { this.write({ event_type: 'searching_offers' }) } }`,
  ),
  form(
    'a field assigned in a method',
    `${KIT}export class A { write\n open() { this.write = getStreamWriter() }\n go() { const { write } = this\n write({ event_type: 'searching_offers' }) } }`,
  ),
  form(
    'a writer given to the constructor',
    `${WRITE}class A { constructor(w) { this.w = w }\n go(id) { this.w({ event_type: id }) } }\nconst a = new A(write)\na.go(/*@*/'searching_offers')`,
  ),
  form(
    'a writer given as a parameter property',
    `${WRITE}class A { constructor(private readonly w) {}\n go() { this.w({ event_type: 'searching_offers' }) } }\nnew A(write).go()`,
  ),
  form(
    'a writer given to the base class',
    `${WRITE}class Base { constructor(w) { this.w = w } }\nclass A extends Base { constructor(w) { super(w) }\n go() { this.w({ event_type: 'searching_offers' }) } }\nnew A(write).go()`,
  ),
  form(
    'a base class’s method',
    `${WRITE}class Base { say(id) { write({ event_type: id }) } }\nclass A extends Base { go() { this.say('searching_offers')\n super.say('comparing_offers') } }`,
    two,
  ),
  form(
    'a private method',
    `${WRITE}class A { #say(id) { write({ event_type: id }) }\n go() { this.#say(/*@*/'searching_offers') } }`,
  ),
  form(
    'an arrow in a method',
    `${KIT}class A { write = getStreamWriter()\n go() { [1].forEach(() => this.write({ event_type: 'searching_offers' })) } }`,
  ),
  form('a static block', `${WRITE}class A { static { write({ event_type: 'searching_offers' }) } }`),
  form('a field’s own value', `${WRITE}class A { x = write({ event_type: 'searching_offers' }) }`),
  form(
    'a field of the writer’s type',
    `import type { StreamWriter } from '#kit'\nexport class A { write: StreamWriter\n constructor(w: StreamWriter) { this.write = w }\n go() { this.write({ event_type: 'searching_offers' }) } }`,
  ),
  form(
    'a class that is given something else',
    `class A { constructor(w) { this.w = w }\n go(id) { this.w({ event_type: id }) } }\nnew A(console.log).go('hello')`,
    [],
  ),
]

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

/** The typed front. */
export const FRONTS: readonly Form[] = [
  form('emitStatus', `import { emitStatus } from '#kit'\nemitStatus(/*@*/'searching_offers', { tool_id: 1 })`),
  form('emitStatus from onevoice/kit', `import { emitStatus } from 'onevoice/kit'\nemitStatus('searching_offers')`),
  form('emitStatus renamed', `import { emitStatus as say } from '#kit'\nsay('searching_offers')`),
  form('emitStatus of a namespace', `import * as kit from '#kit'\nkit.emitStatus('searching_offers')`),
  form(
    'emitStatus destructured from a namespace',
    `import * as kit from '#kit'\nconst { emitStatus: say } = kit\nsay('searching_offers')`,
  ),
  form('an alias', `import { emitStatus } from '#kit'\nconst say = emitStatus\nsay('searching_offers')`),
  form('with a const', `import { emitStatus } from '#kit'\nconst ID = 'searching_offers'\nemitStatus(/*@*/ID)`),
  form(
    'both arms',
    `import { emitStatus } from '#kit'\nexport const f = (x) => emitStatus(x ? /*@*/'searching_offers' : /*@*/'comparing_offers')`,
    two,
  ),
  form(
    'forEach(emitStatus)',
    `import { emitStatus } from '#kit'\n;['searching_offers', 'comparing_offers'].forEach((id) => emitStatus(id))`,
    two,
  ),
  form(
    'call, apply and bind',
    `import { emitStatus } from '#kit'\nemitStatus.call(null, 'searching_offers')\nemitStatus.apply(null, ['comparing_offers'])\nemitStatus.bind(null, 'checking_stock')()`,
    ['searching_offers:ok', 'comparing_offers:ok', 'checking_stock:ok'],
  ),
  form(
    'a wrapper',
    `import { emitStatus } from '#kit'\nconst say = (id, fields) => emitStatus(id, fields)\nsay(/*@*/'searching_offers')`,
  ),
  form('from another file', `import { say } from './say.ts'\nsay('searching_offers')`, one, {
    'agents/shop/say.ts': `export { emitStatus as say } from '#kit'`,
  }),
  form('emitterFor', `import { emitterFor } from '#kit'\nconst say = emitterFor('shop')\nsay(/*@*/'searching_offers')`),
  form(
    'emitterFor, called at once',
    `import { emitterFor } from '#kit'\nemitterFor('shop')('searching_offers', { a: 1 })`,
  ),
  form(
    'emitterFor of a namespace',
    `import * as kit from '#kit'\nconst say = kit.emitterFor('shop')\nconst alias = say\nalias('searching_offers')`,
  ),
  form('emitterFor in another file', `import { status } from './status.ts'\nstatus('searching_offers')`, one, {
    'agents/shop/status.ts': `import { emitterFor } from '#kit'\nexport const status = emitterFor('shop')`,
  }),
  form('an id that is not known', `import { emitStatus } from '#kit'\nexport const f = (x) => emitStatus(/*@*/x.id)`, [
    '-:dynamic',
  ]),
  form('a typo', `import { emitStatus } from '#kit'\nemitStatus('serching_offers')`, ['serching_offers:unregistered']),
  form('an id that is not one', `import { emitStatus } from '#kit'\nemitStatus('Searching-Offers')`, [
    'Searching-Offers:unregistered',
  ]),
  form('prose', `import { emitStatus } from '#kit'\nemitStatus('Searching for offers…')`, ['-:prose']),
  form(
    'prose, put together',
    `import { emitStatus } from '#kit'\nconst what = 'offers'\nemitStatus(\`Searching for \${what}\`)`,
    ['-:prose'],
  ),
  form('an internal event', `import { emitStatus } from '#kit'\nemitStatus('tool_result' as never)`, [
    'tool_result:internal',
  ]),
  form('another sub-agent’s emitter', `import { emitterFor } from '#kit'\nemitterFor('rewards')('looking_up_points')`, [
    'looking_up_points:not_owner',
  ]),
]

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
]
