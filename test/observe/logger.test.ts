import { expect, it } from 'vitest'
import { createLogger } from '../../src/observe/index.ts'

const lines: string[] = []
const sink = { write: (line: string) => void lines.push(line) }

it('writes one JSON object a line, with its level and time', () => {
  lines.length = 0
  createLogger('info', sink).info({ port: 3000 }, 'listening')
  expect(lines).toHaveLength(1)
  const line = JSON.parse(lines[0]!) as Record<string, unknown>
  expect(line).toMatchObject({ level: 'info', msg: 'listening', port: 3000 })
  expect(new Date(line['time'] as string).toISOString()).toBe(line['time'])
})

it('says nothing below its level', () => {
  lines.length = 0
  createLogger('warn', sink).info('quiet')
  createLogger('silent', sink).fatal('quiet')
  expect(lines).toEqual([])
})

it('writes no secret, at any of the places where one is met', () => {
  lines.length = 0
  const logger = createLogger('info', sink)
  const secret = 'sk-very-secret'
  logger.info({ authorization: secret, cookie: secret, api_key: secret, 'x-api-key': secret })
  logger.info({ headers: { authorization: secret, 'set-cookie': secret, 'x-api-key': secret } })
  logger.info({ req: { headers: { authorization: secret, cookie: secret } } })
  logger.info({ env: { OPENAI_API_KEY: secret }, login: { password: secret, token: secret, secret } })
  createLogger('debug', sink).error({
    err: Object.assign(new Error('refused'), { headers: { authorization: secret } }),
  })
  expect(lines).toHaveLength(5)
  for (const line of lines) {
    expect(line).not.toContain(secret)
    expect(line).toContain('[redacted]')
  }
})
