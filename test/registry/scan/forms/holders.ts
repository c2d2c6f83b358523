import { KIT, WRITE, two, form, type Form } from './form.ts'

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
