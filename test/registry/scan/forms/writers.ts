import { KIT, WRITE, form, type Form } from './form.ts'

const LANGGRAPH = `import { getWriter, getConfig, StateGraph, type LangGraphRunnableConfig, type Runtime } from '@langchain/langgraph'\n`

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
