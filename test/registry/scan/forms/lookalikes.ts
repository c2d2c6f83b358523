import type { Form } from './form.ts'
import { withWriter } from './with-writer.ts'

/** What only looks like an emission. */
export const LOOKALIKES: readonly Form[] = [
  withWriter('a comment', `// write({ event_type: 'typo' })\n/* write('prose')\n emitStatus('typo') */`, []),
  withWriter(
    'a string',
    `export const help = "write({ event_type: 'typo' })"\nexport const more = \`emitStatus('typo') \${1}\``,
    [],
  ),
  withWriter('a regular expression', `export const r = /write\\({ event_type: 'typo' }\\)/`, []),
  withWriter('a parameter that hides the writer', `export const f = (write) => write({ event_type: 'typo' })`, []),
  withWriter(
    'a parameter that hides the writer and gets another',
    `const f = (write) => write('prose')\nf(console.log)`,
    [],
  ),
  withWriter(
    'a const in a block that hides it',
    `{ const write = (x) => console.log(x)\n write('prose') }\nwrite({ event_type: 'searching_offers' })`,
  ),
  withWriter(
    'a var of a function that hides it',
    `export function f() { write('prose')\n if (f) { var write = console.log } }`,
    [],
  ),
  withWriter(
    'a function that hides it, declared below',
    `export function f() { write('prose')\n function write(x) { console.log(x) } }`,
    [],
  ),
  withWriter('a catch parameter that hides it', `try { g() } catch (write) { write('prose') }`, []),
  withWriter('a for variable that hides it', `for (const write of [console.log]) write('prose')`, []),
  withWriter(
    'a class name that hides it',
    `export function f() { class write { static go() {} }\n new write('prose') }`,
    [],
  ),
  withWriter(
    'a destructured parameter that hides it',
    `export const f = ({ write }) => write({ event_type: 'typo' })`,
    [],
  ),
  withWriter('the name of a function expression', `export const g = function write(x) { if (x) write('prose') }`, []),
  withWriter('a method of the same name', `export const o = { write(x) { return x } }\no.write('prose')`, []),
  withWriter('process.stdout.write', `process.stdout.write('prose')`, []),
  withWriter(
    'res.write',
    `export const f = (req, res) => { res.write('prose')\n res.write({ event_type: 'typo' }) }`,
    [],
  ),
  withWriter(
    'fs',
    `import fs, { writeFileSync } from 'node:fs'\nfs.write(1, 'prose')\nwriteFileSync('x', 'prose')`,
    [],
  ),
  withWriter('a member of the writer', `write.write?.('prose')\nwrite.name.trim()`, []),
  withWriter('the length of the writer', `console.log(write.length, typeof write, write === undefined)`, []),
  withWriter('an unused writer', `export const w = write`, []),
  withWriter(
    'a writer put into a config',
    `export const run = (graph, state) => graph.invoke(state, { writer: write })`,
    [],
  ),
]
