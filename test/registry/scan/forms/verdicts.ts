import type { Form } from './form.ts'
import { withWriter } from './with-writer.ts'

/** Each verdict. */
export const VERDICTS: readonly Form[] = [
  withWriter('ok', `write({ event_type: /*@*/'searching_offers' })`),
  withWriter('unregistered', `write({ event_type: /*@*/'serching_offers' })`, ['serching_offers:unregistered']),
  withWriter(
    'unregistered, in one arm',
    `export const f = (x) => write({ event_type: x ? 'searching_offers' : /*@*/'comparing_ofers' })`.replace(
      "x ? 'sea",
      "x ? /*@*/'sea",
    ),
    ['searching_offers:ok', 'comparing_ofers:unregistered'],
  ),
  withWriter('unregistered: not even an id', `write({ event_type: 'Searching offers' })`, [
    'Searching offers:unregistered',
  ]),
  withWriter(
    'unregistered: like a member of every object',
    `write({ event_type: 'constructor' })\nwrite({ event_type: '__proto__' })`,
    ['constructor:unregistered', '__proto__:unregistered'],
  ),
  withWriter('not_owner', `write({ event_type: /*@*/'looking_up_points' })`, ['looking_up_points:not_owner']),
  withWriter('deprecated', `write({ event_type: /*@*/'old_search' })`, ['old_search:deprecated']),
  withWriter(
    'internal: a type of ours',
    `write({ event_type: 'tool_result', result: 1 })\nwrite({ event_type: 'support_content' })\nwrite({ event_type: 'tool_call_start' })`,
    ['tool_result:internal', 'support_content:internal', 'tool_call_start:internal'],
  ),
  withWriter(
    'internal: a type of the wire',
    `write({ event_type: 'text', chunk: 'x' })\nwrite({ event_type: 'completed' })`,
    ['text:internal', 'completed:internal'],
  ),
  withWriter('prose: a string', `/*@*/write('Searching for offers…')`, ['-:prose']),
  withWriter('prose: one that looks like an id', `write('searching_offers')`, ['-:prose']),
  withWriter('prose: a template', 'export const f = (x) => /*@*/write(`Searching for ${x.what}…`)', ['-:prose']),
  withWriter('prose: a sum', `export const f = (x) => write('Searching for ' + x)`, ['-:prose']),
  withWriter('prose: a const', `const words = 'Searching'\n/*@*/write(words)`, ['-:prose']),
  withWriter('prose: a condition of strings', `export const f = (x) => write(x ? 'Searching' : 'Comparing')`, [
    '-:prose',
  ]),
  withWriter('prose: an object without an event_type', `/*@*/write({ message: 'Searching' })`, ['-:prose']),
  withWriter('prose: an empty object', `write({})`, ['-:prose']),
  withWriter(
    'prose: a const object without an event_type',
    `const event = { type: 'searching_offers' }\n/*@*/write(event)`,
    ['-:prose'],
  ),
  withWriter(
    'prose: a misspelled key',
    `write({ eventType: 'searching_offers' })\nwrite({ event_Type: 'searching_offers' })`,
    ['-:prose', '-:prose'],
  ),
  withWriter('prose: a spread of what has none', `const base = { at: 1 }\nwrite({ ...base, x: 1 })`, ['-:prose']),
  withWriter(
    'prose: an event_type that is no string',
    `write({ event_type: 42 })\nwrite({ event_type: undefined })\nwrite({ event_type: null })\nwrite({ event_type: ['searching_offers'] })`,
    ['-:prose', '-:prose', '-:prose', '-:prose'],
  ),
  withWriter('prose: nothing at all', `write()`, ['-:prose']),
  withWriter(
    'prose: a number, a list, a function',
    `write(42)\nwrite([{ event_type: 'searching_offers' }])\nwrite(() => 1)`,
    ['-:prose', '-:prose', '-:prose'],
  ),
  withWriter('prose: JSON', `write(JSON.stringify({ event_type: 'searching_offers' }))`, ['-:prose']),
  withWriter('prose: through a wrapper', `const say = (message: string) => write(message)\nsay(/*@*/'Searching')`, [
    '-:prose',
  ]),
  withWriter(
    'prose: a wrapper of strings that nobody calls',
    `export const say = (message: string) => /*@*/write(message)`,
    ['-:prose'],
  ),
  withWriter('prose: a tagged template', 'write`Searching`', ['-:prose']),
  withWriter('prose: a helper in another file', `import { say } from './say.ts'\nsay(write)`, ['-:prose'], {
    'agents/shop/say.ts': `export const say = (w) => { w('Searching') }`,
  }),
]
