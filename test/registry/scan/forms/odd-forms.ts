import { KIT, WRITE, form, one, two, type Form } from './form.ts'

/** What people write all the same. */
export const ODD_FORMS: readonly Form[] = [
  form(
    'an id whose name is another’s in a block',
    `${WRITE}const id = 'searching_offers'\n{ const id = 'typo'; console.log(id) }\nwrite({ event_type: id })`,
  ),
  form('a spread list of events', `${WRITE}write(...[{ event_type: 'searching_offers' }])`),
  form(
    'a writer behind ?. and a quoted name',
    `export const n = (s, config) => config?.['writer']?.({ event_type: 'searching_offers' })`,
  ),
  form('an emission in a default value', `${WRITE}export function f(x = write({ event_type: 'searching_offers' })) {}`),
  form('an emission in a template', `${WRITE}export const s = \`\${write({ event_type: 'searching_offers' })}\``),
  form(
    'an emission in a namespace',
    `${WRITE}namespace N { export function f() { write({ event_type: 'searching_offers' }) } }`,
  ),
  form(
    'a wrapper of the writer’s type',
    `import { type StreamWriter, getStreamWriter } from '#kit'\nexport const write: StreamWriter = (e) => getStreamWriter()(e)\nwrite({ event_type: 'searching_offers' })`,
  ),
  form(
    'any member of an object that stands there',
    `${WRITE}export const f = (k) => write({ event_type: { a: 'searching_offers', b: 'comparing_offers' }[k] })`,
    two,
  ),
  form(
    'any item of a list that stands there',
    `${WRITE}export const f = (k) => write({ event_type: ['searching_offers', 'comparing_offers'][k] })`,
    two,
  ),
  form('a joined list', `${WRITE}write({ event_type: ['searching', 'offers'].join('_') })`),
  form('a text with a part replaced', `${WRITE}write({ event_type: 'searching-offers'.replace('-', '_') })`),
  form('an id made on the spot', `${WRITE}write({ event_type: (() => 'searching_offers')() })`),
  form('an event made on the spot', `${WRITE}write((() => ({ event_type: 'searching_offers' }))())`),
  form('a cloned event', `${WRITE}const EV = { event_type: 'searching_offers' }\nwrite(structuredClone(EV))`),
  form('an event made from entries', `${WRITE}write(Object.fromEntries([['event_type', 'searching_offers']]))`),
  form(
    'a variable that held the writer before',
    `${KIT}let write = getStreamWriter()\nwrite = () => {}\nwrite('hello')`,
    [],
  ),
  form('a kit exported as a namespace', `import { kit } from './k.ts'\nkit.emitStatus('searching_offers')`, one, {
    'agents/shop/k.ts': `export * as kit from '#kit'`,
  }),
  form('a kit exported as default', `import kit from './k.ts'\nkit.emitStatus('searching_offers')`, one, {
    'agents/shop/k.ts': `import * as kit from '#kit'\nexport default kit`,
  }),
  form('a kit imported late', `const kit = await import('onevoice/kit')\nkit.emitStatus('searching_offers')`),
  form('a default export imported late', `${WRITE}const h = (await import('./h.ts')).default\nh(write)`, one, {
    'agents/shop/h.ts': `export default (w) => w({ event_type: 'searching_offers' })`,
  }),
  form(
    'a helper with the writer bound to it',
    `${WRITE}function announce(w, id) { w({ event_type: id }) }\nconst say = announce.bind(null, write)\nsay('searching_offers')`,
  ),
  form(
    'functions of an object',
    `${WRITE}export const status = { search: () => write({ event_type: 'searching_offers' }), compare: () => write({ event_type: 'comparing_offers' }) }\nstatus.search()`,
    two,
  ),
  form(
    'a function named writer',
    `const writer = (x) => console.log(x)\nwriter('hello')\nwriter({ event_type: 'typo' })`,
    [],
  ),
  form(
    'a method named writer',
    `class Log { writer(x) {} }\nnew Log().writer('hello')\nnew Log().writer({ event_type: 'typo' })`,
    [],
  ),
  form('a method named emitStatus', `export const f = (socket) => socket.emitStatus('typo')`, []),
  form(
    'one writer or another',
    `${KIT}import { getWriter } from '@langchain/langgraph'\nconst w = getWriter() ?? getStreamWriter()\nw({ event_type: 'searching_offers' })`,
  ),
  form(
    'a writer or nothing',
    `export const n = (s, config) => { const emit = config.writer ?? (() => {})\n emit({ event_type: 'searching_offers' }) }`,
  ),
  form(
    'a writer with a silent default',
    `export const n = (s, { writer = () => {} }) => writer({ event_type: 'searching_offers' })`,
  ),
  form(
    'a config that an object was given',
    `class Node { constructor(config) { this.config = config }\n run() { this.config.writer({ event_type: 'searching_offers' }) } }\nexport const n = (s, config) => new Node(config).run()`,
  ),
  form(
    'a config in an object',
    `const run = (ctx) => ctx.config.writer({ event_type: 'searching_offers' })\nexport const n = (s, config) => run({ config })`,
  ),
  form(
    'an id taken out of the options',
    `${WRITE}const say = ({ id, ...rest }) => write({ event_type: id, ...rest })\nsay({ id: 'searching_offers', a: 1 })`,
  ),
  form(
    'an event without some of the options',
    `${WRITE}const say = ({ fields, ...event }) => write({ ...event, ...fields })\nsay({ event_type: 'searching_offers', fields: { a: 1 } })`,
  ),
  form(
    'the keys of an object',
    `${WRITE}const M = { searching_offers: 1, comparing_offers: 2 }\nObject.keys(M).forEach((id) => write({ event_type: id }))`,
    two,
  ),
  form(
    'a function declared below its use',
    `${WRITE}export function node() { return go('searching_offers')\n function go(id) { write({ event_type: id }) } }`,
  ),
  form(
    'a generic helper',
    `${WRITE}function say<T extends string>(id: T): void { write({ event_type: id }) }\nsay<'searching_offers'>('searching_offers')`,
  ),
  form(
    'an id with a part of this',
    `${WRITE}const log = { prefix: 'searching_', say(what) { write({ event_type: this.prefix + what }) } }\nlog.say('offers')`,
  ),
  form(
    'an id with a part of the constructor’s',
    `${WRITE}class Log { constructor(prefix) { this.prefix = prefix }\n say(what) { write({ event_type: \`\${this.prefix}_\${what}\` }) } }\nnew Log('searching').say('offers')`,
  ),
  form(
    'emissions after a promise',
    `${WRITE}fetch('x').then(() => write({ event_type: 'searching_offers' })).catch(() => write({ event_type: 'searching_offers' }))`,
    ['searching_offers:ok', 'searching_offers:ok'],
  ),
  form(
    'a function with two returns',
    `${WRITE}function idOf(k: string) { if (k === 'a') return 'searching_offers' as const\n return 'comparing_offers' as const }\nexport const f = (k) => { const event_type = idOf(k)\n write({ event_type }) }`,
    two,
  ),
  form('an id with a number', `${WRITE}write({ event_type: 'step_' + 1 })`, ['step_1:unregistered']),
  form(
    'a variable of a for',
    `${WRITE}for (let i = 0, id = 'searching_offers'; i < 2; i++) { write({ event_type: id })\n id = 'comparing_offers' }`,
    two,
  ),
  form(
    'an id destructured from an object later',
    `${WRITE}let id\n;({ id } = { id: 'searching_offers' })\nwrite({ event_type: id })`,
  ),
  form(
    'an id destructured from a list later',
    `${WRITE}let id\n;[id] = ['searching_offers']\nwrite({ event_type: id })`,
  ),
  form('a .tsx file', `import './x.tsx'`, one, {
    'agents/shop/x.tsx': `import { emitStatus } from '#kit'\nexport const A = () => <div onClick={() => emitStatus('searching_offers')} />`,
  }),
  form('a .js file', `import './x.js'`, one, {
    'agents/shop/x.js': `import { emitStatus } from '#kit'\nemitStatus('searching_offers')`,
  }),
]
