import type { Files } from '../scan-root.ts'
import { form, type Form } from './form.ts'

const nothing = (name: string, source: string, finds: readonly string[] = [], files: Files = {}): Form =>
  form(name, source, finds, files)

/** What has our names, or our shapes, and is not ours. */
export const STRANGERS: readonly Form[] = [
  nothing('getStreamWriter of another package', `import { getStreamWriter } from 'other'\ngetStreamWriter()('prose')`),
  nothing('emitStatus of another package', `import { emitStatus } from '@acme/status'\nemitStatus('typo')`),
  nothing('emitStatus of nowhere', `emitStatus('typo')`),
  nothing('emitStatus of one’s own', `function emitStatus(id) { console.log(id) }\nemitStatus('typo')`),
  nothing(
    'emitStatus hidden by a parameter',
    `import { emitStatus } from '#kit'\nexport const f = (emitStatus) => emitStatus('typo')`,
  ),
  nothing(
    'getStreamWriter hidden by a const',
    `import { getStreamWriter } from '#kit'\nexport function f() { const getStreamWriter = () => console.log\n getStreamWriter()('prose') }`,
  ),
  nothing(
    'a type-only import',
    `import type { getStreamWriter } from '#kit'\nexport const f = (getStreamWriter) => getStreamWriter()('prose')`,
  ),
  nothing(
    'another export of the kit',
    `import { getTurn, defineTool } from '#kit'\ngetTurn()('prose')\ndefineTool({ name: 'typo' })`,
  ),
  nothing(
    'a local file of the same names',
    `import { getStreamWriter, emitStatus } from './fake.ts'\ngetStreamWriter()('prose')\nemitStatus('typo')`,
    [],
    { 'agents/shop/fake.ts': `export const getStreamWriter = () => console.log\nexport const emitStatus = (id) => id` },
  ),
  nothing(
    'getWriter of a WritableStream',
    `const writer = stream.getWriter()\nawait writer.write('prose')\nwriter.write({ event_type: 'typo' })\nwriter.releaseLock()`,
  ),
  nothing('getWriter of a package', `import { getWriter } from 'streams'\ngetWriter()('prose')`),
  nothing(
    'a stream’s writer as a parameter',
    `export async function pump(stream, writer) { await writer.ready\n await writer.write('prose') }`,
  ),
  nothing(
    'a parameter named writer',
    `export function each(rows, writer) { for (const row of rows) writer({ event_type: row.typo })\n writer('prose') }`,
  ),
  nothing(
    'a parameter named writer that gets something else',
    `function log(writer) { writer('prose')\n writer({ event_type: 'typo' }) }\nlog(console.log)`,
  ),
  nothing(
    'options with a writer that is something else',
    `function log(what, { writer }) { writer(what) }\nlog('prose', { writer: console.log })`,
  ),
  nothing(
    'a config with a writer that is something else',
    `function log(config) { config.writer('prose') }\nlog({ writer: (x) => console.log(x) })`,
  ),
  nothing(
    'a config of another type',
    `interface LogConfig { writer(x: string): void }\nexport function log(config: LogConfig) { config.writer('prose') }`,
  ),
  nothing(
    'a writer of an object of one’s own',
    `const logger = { writer: (x) => console.log(x) }\nlogger.writer('prose')\nlogger.writer({ event_type: 'typo' })`,
  ),
  nothing(
    'a writer of something from a package',
    `import { logger } from 'loggers'\nlogger.writer('prose')\nlogger.writer({ event_type: 'typo' })`,
  ),
  nothing(
    'a config that is read from a file',
    `import { load } from 'settings'\nconst config = load()\nconfig.writer('prose')\nconfig.writer({ event_type: 'typo' })`,
  ),
  nothing(
    'a second parameter that writes words',
    `export function report(message, logger) { logger.writer(message)\n logger.writer('prose') }`,
  ),
  nothing(
    'an event for someone else',
    `import { track } from 'analytics'\ntrack({ event_type: 'typo' })\nwindow.dataLayer.push({ event_type: 'typo' })`,
  ),
  nothing(
    'an emitter of Node',
    `import { EventEmitter } from 'node:events'\nconst bus = new EventEmitter()\nbus.emit('typo', { event_type: 'typo' })`,
  ),
  nothing('a file that is not imported', `export const x = 1`, [], {
    'agents/shop/dead.ts': `import { emitStatus } from '#kit'\nemitStatus('typo')`,
  }),
  nothing(
    'a file that is imported for its types',
    `import type { T } from './types.ts'\nexport type { U } from './types.ts'\nexport const x: T = 1`,
    [],
    { 'agents/shop/types.ts': `import { emitStatus } from '#kit'\nemitStatus('typo')\nexport type T = number` },
  ),
  nothing('a file that a string names', `export const path = './dead.ts'`, [], {
    'agents/shop/dead.ts': `import { emitStatus } from '#kit'\nemitStatus('typo')`,
  }),
  nothing('a helper that is given something else', `import { say } from './say.ts'\nsay(console.log)`, [], {
    'agents/shop/say.ts': `export const say = (w) => { w('prose')\n w({ event_type: 'typo' }) }`,
  }),
]
