import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LogFullError } from '../../src/contract/index.ts'
import { createLogger } from '../../src/observe/index.ts'
import { OUR_WORDS } from '../../src/observe/our-words.ts'

const PROJECT = fileURLToPath(new URL('../../', import.meta.url))

type Line = Record<string, unknown> & { err?: Record<string, unknown> }

/** What one call of a logger writes. */
function logged(
  call: (logger: ReturnType<typeof createLogger>) => void,
  level: 'info' | 'debug' = 'info',
  root?: string,
) {
  const lines: string[] = []
  call(createLogger(level, { write: (line) => void lines.push(line) }, root === undefined ? {} : { root }))
  expect(lines).toHaveLength(1)
  return { text: lines[0]!, line: JSON.parse(lines[0]!) as Line }
}

/** An error that holds a secret wherever it can. */
function leaky(): Error {
  const error = new Error('connect to CANARY-host with CANARY-key\n    at select CANARY-sql (/work/CANARY/db.ts:1:2)', {
    cause: new AggregateError([new TypeError('CANARY-inner'), 'CANARY-thrown'], 'CANARY-aggregate', {
      cause: { CANARY: 'CANARY-object' },
    }),
  })
  error.name = 'CANARY-name'
  error.stack = [
    `CANARY-name: ${error.message}`,
    `    at fake (${PROJECT}src/CANARY.ts:1:1)`,
    `    at CANARY-function (/srv/CANARY/secrets.ts:10:20)`,
    `    at Object.CANARY (file://${PROJECT}src/app.ts:12:7)`,
    `    at async file://${PROJECT}src/turn/turn.ts:3:4`,
    `    at up (${PROJECT}src/../../CANARY/index.ts:1:1)`,
    `    at node:internal/CANARY:1:1`,
  ].join('\n')
  return Object.assign(error, {
    code: 'CANARY-code',
    status: 'CANARY-status',
    type: 'CANARY-type',
    config: { headers: { 'X-CANARY': 'CANARY-header' } },
    response: { data: 'CANARY-body' },
  })
}

const STACK = ['src/app.ts:12:7', 'src/turn/turn.ts:3:4']

describe('an error in the log', () => {
  it.each<[string, (logger: ReturnType<typeof createLogger>) => void]>([
    ['as err', (logger) => logger.error({ err: leaky() }, 'it failed')],
    ['as err, without words', (logger) => logger.error({ err: leaky() })],
    ['alone', (logger) => logger.error(leaky())],
    ['under another name', (logger) => logger.error({ error: leaky() }, 'it failed')],
    ['in the words', (logger) => logger.error('it failed: %s %o', leaky(), leaky())],
    ['as the words', (logger) => logger.error({ n: 1 }, leaky() as never)],
    ['in a child’s bindings', (logger) => logger.child({ err: leaky() }).error('it failed')],
    ['as a cause', (logger) => logger.error({ err: new Error('outer', { cause: leaky() }) })],
    ['among several', (logger) => logger.error({ err: new AggregateError([leaky()], 'CANARY') })],
    ['a string', (logger) => logger.error({ err: 'CANARY' }, 'it failed')],
    ['an object', (logger) => logger.error({ err: { message: 'CANARY', stack: 'CANARY' } }, 'it failed')],
  ])('tells no secret that it holds: %s', (_, call) => {
    expect(logged(call).text).not.toContain('CANARY')
  })

  it('tells what it is, where in our files it was, and how to see more', () => {
    const { line } = logged((logger) => logger.error({ err: leaky() }, 'it failed'))
    expect(line).toMatchObject({ msg: 'it failed', more: 'LOG_LEVEL=debug' })
    expect(line.err).toEqual({
      type: 'Error',
      stack: STACK,
      cause: {
        type: 'AggregateError',
        stack: expect.arrayContaining([
          expect.stringMatching(/^test\/observe\/safe-error\.test\.ts:\d+:\d+$/),
        ]) as unknown,
        cause: { type: 'object' },
        errors: [{ type: 'TypeError', stack: expect.any(Array) as unknown }, { type: 'string' }],
      },
    })
  })

  it.each(['debug', 'trace'] as const)('is told whole at LOG_LEVEL=%s', (level) => {
    const { line } = logged((logger) => logger.error({ err: leaky() }), level as 'debug')
    expect(line.err).toMatchObject({
      message: expect.stringContaining('CANARY-host') as unknown,
      stack: expect.stringContaining('CANARY/secrets.ts') as unknown,
      cause: { message: expect.stringContaining('CANARY-aggregate') as unknown },
    })
    expect(line['more']).toBeUndefined()
  })

  it('of our own is told in its own words', () => {
    const { line } = logged((logger) => logger.error({ err: new LogFullError('50000 frames') }))
    expect(line.err).toMatchObject({
      type: 'LogFullError',
      message: expect.stringContaining('50000 frames') as unknown,
    })
  })

  it('of somebody else is not ours for having one of our types or names', () => {
    class LogFullErrorOfTheirs extends Error {
      readonly type = 'log_full'
    }
    const theirs = new LogFullErrorOfTheirs('CANARY')
    const named = Object.assign(new Error('CANARY'), { name: 'LogFullError', type: 'log_full' })
    for (const err of [theirs, named]) expect(logged((logger) => logger.error({ err })).text).not.toContain('"CANARY')
  })

  it.each([
    ['ECONNREFUSED', 'ECONNREFUSED'],
    ['EAI_AGAIN', 'EAI_AGAIN'],
    ['ERR_HTTP2_STREAM_ERROR', 'ERR_HTTP2_STREAM_ERROR'],
    ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT'],
    ['23505', '23505'],
    ['sk-live-1234', undefined],
    ['AKIAIOSFODNN7EXAMPLE', undefined],
    ['my secret', undefined],
    ['E'.repeat(200), undefined],
    [7, undefined],
  ])('with the code %s is told with %s', (code, told) => {
    const { line } = logged((logger) => logger.error({ err: Object.assign(new Error('x'), { code, status: 429 }) }))
    expect([line.err?.['code'], line.err?.['status']]).toEqual([told, 429])
  })

  it('has at most ten places, however long its stack', () => {
    const err = new Error('x')
    err.stack = `Error: x\n${`    at f (${PROJECT}src/app.ts:1:1)\n`.repeat(50)}${'    at ((((('.repeat(100_000)}`
    expect(logged((logger) => logger.error({ err })).line.err?.['stack'] ?? []).toEqual([])
    err.stack = `Error: x\n${`    at f (${PROJECT}src/app.ts:1:1)\n`.repeat(50)}`
    expect(logged((logger) => logger.error({ err })).line.err?.['stack']).toHaveLength(10)
  })

  it('of a root outside the project is told by its place in that root', () => {
    const root = mkdtempSync(join(tmpdir(), 'CANARY-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    writeFileSync(join(root, 'index.ts'), '')
    const err = new Error('x')
    err.stack = `Error: x\n    at f (${root}/index.ts:4:2)\n    at f (${root}/../index.ts:4:2)`
    expect(logged((logger) => logger.error({ err }), 'info', root).line.err?.['stack']).toEqual(['index.ts:4:2'])
    expect(logged((logger) => logger.error({ err })).line.err).toEqual({ type: 'Error' })
  })

  it('whose causes go round in a circle, or that cannot be read, is told and throws nothing', () => {
    const circle: Error = new Error('x')
    circle.cause = circle
    expect(logged((logger) => logger.error({ err: circle })).text.length).toBeLessThan(10_000)
    const hostile = Object.defineProperty(new Error('x'), 'cause', { get: () => circle['none' as 'name'].at(0) })
    expect(logged((logger) => logger.error({ err: hostile })).line.err).toEqual({ type: 'unreadable' })
    const foreign: unknown = runInNewContext('new RangeError("CANARY")')
    expect(logged((logger) => logger.error({ err: foreign })).line.err).toMatchObject({ type: 'RangeError' })
  })
})

it('every class whose words are told is one of ours, with its type', () => {
  const source = globSync('src/**/*.ts', { cwd: PROJECT }).map((file) => readFileSync(`${PROJECT}${file}`, 'utf8'))
  for (const [name, type] of Object.entries(OUR_WORDS)) {
    const declared = new RegExp(`class ${name} extends Error \\{\\n  readonly type = '${type}'\\n`)
    expect(source.filter((text) => declared.test(text))).toHaveLength(1)
  }
})
