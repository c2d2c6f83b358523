import { one, two, type Form } from './form.ts'
import { withWriter } from './with-writer.ts'
import { IDS_FILE } from './ids-file.ts'

/** What an event may be. */
export const EVENTS: readonly Form[] = [
  withWriter('a quoted key', `write({ 'event_type': /*@*/'searching_offers' })`),
  withWriter('a computed key', `write({ ['event_type']: 'searching_offers' })`),
  withWriter('a computed const key', `const KEY = 'event_type'\nwrite({ [KEY]: 'searching_offers' })`),
  withWriter('a shorthand property', `const event_type = 'searching_offers'\nwrite({ /*@*/event_type, x: 1 })`),
  withWriter(
    'a shorthand parameter',
    `const say = (event_type) => write({ event_type })\nsay(/*@*/'searching_offers')`,
  ),
  withWriter('a spread const', `const base = { event_type: 'searching_offers' }\n/*@*/write({ ...base, x: 1 })`),
  withWriter(
    'the later property wins',
    `const base = { event_type: 'whatever' }\nwrite({ ...base, event_type: 'searching_offers' })`,
  ),
  withWriter(
    'the later spread wins',
    `const base = { event_type: 'searching_offers' }\nwrite({ event_type: 'whatever', ...base })`,
  ),
  withWriter(
    'the last of two properties wins',
    `write({ event_type: 'whatever', ['event_type']: 'searching_offers' })`,
  ),
  withWriter(
    'a spread of what is not known, before',
    `export const f = (x) => write({ ...x, event_type: 'searching_offers' })`,
  ),
  withWriter(
    'a spread of what is not known, after',
    `export const f = (x) => write({ event_type: 'searching_offers', ...x })`,
  ),
  withWriter(
    'a spread if',
    `export const f = (x) => write({ event_type: 'searching_offers', ...(x && { event_type: 'comparing_offers' }) })`,
    two,
  ),
  withWriter(
    'a spread of one of two',
    `export const f = (x) => write({ ...(x ? { event_type: 'searching_offers' } : { event_type: 'comparing_offers' }) })`,
    two,
  ),
  withWriter(
    'a spread of a spread',
    `const a = { event_type: 'searching_offers' }\nconst b = { ...a }\nwrite({ ...b })`,
  ),
  withWriter(
    'Object.assign',
    `write(Object.assign({}, { event_type: 'whatever' }, { event_type: 'searching_offers' }))`,
  ),
  withWriter('a const event', `const event = { event_type: 'searching_offers' }\n/*@*/write(event)`),
  withWriter(
    'a frozen event',
    `const event = Object.freeze({ event_type: 'searching_offers' } as const)\nwrite(event)`,
  ),
  withWriter(
    'a const event with satisfies',
    `const event = { event_type: 'searching_offers' } satisfies Event\nwrite(event as Event)`,
  ),
  withWriter('an imported event', `import { EVENT } from './ids.ts'\n/*@*/write(EVENT)`, one, IDS_FILE),
  withWriter(
    'a member that is an event',
    `const EVENTS = { search: { event_type: 'searching_offers' } }\n/*@*/write(EVENTS.search)`,
  ),
  withWriter(
    'any member that is an event',
    `const EVENTS = { a: { event_type: 'searching_offers' }, b: { event_type: 'comparing_offers' } }\nexport const f = (x) => write(EVENTS[x])`,
    two,
  ),
  withWriter(
    'one of two events',
    `export const f = (x) => write(x ? { event_type: /*@*/'searching_offers' } : { event_type: /*@*/'comparing_offers' })`,
    two,
  ),
  withWriter('an event if', `export const f = (x) => write(x && { event_type: 'searching_offers' })`),
  withWriter('an event that is filled later', `const event = {}\nevent.event_type = 'searching_offers'\nwrite(event)`),
  withWriter('an event that others fill', `const event = {}\nfill(event)\nwrite(event)`, ['-:dynamic']),
  withWriter(
    'a function that makes the event',
    `const make = () => ({ event_type: 'searching_offers' })\n/*@*/write(make())`,
  ),
  withWriter(
    'a function that makes the event with return',
    `function make(x) { if (x) { return { event_type: 'searching_offers' } }\n return { event_type: 'comparing_offers' } }\nexport const f = (x) => write(make(x))`,
    two,
  ),
  withWriter(
    'a function that makes the event from an id',
    `const make = (event_type, more) => ({ event_type, ...more })\nwrite(make(/*@*/'searching_offers', { x: 1 }))`,
  ),
  withWriter(
    'an imported function that makes the event',
    `import { make } from './make.ts'\nwrite(make('searching_offers'))`,
    one,
    { 'agents/shop/make.ts': `export const make = (id: string) => ({ event_type: id, at: Date.now() })` },
  ),
  withWriter(
    'a class that is an event',
    `class Ev { constructor(id) { this.event_type = id } }\nwrite(new Ev(/*@*/'searching_offers'))`,
  ),
  withWriter('an event that is not known', `export const f = (event) => /*@*/write(event)`, ['-:dynamic']),
  withWriter('an event from a package', `import { event } from 'somewhere'\nwrite(event)`, ['-:dynamic']),
  withWriter('a spread of nothing known', `export const f = (x) => /*@*/write({ ...x, at: 1 })`, ['-:dynamic']),
  withWriter('a key that is not known', `export const f = (x) => write({ [x]: 'searching_offers' })`, ['-:dynamic']),
]
