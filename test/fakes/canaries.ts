import { fileURLToPath } from 'node:url'

/**
 * Secrets that are planted wherever something can go wrong: in exceptions, envelopes, upstream bodies and headers. Each
 * names what it is and where it was planted, so that one found in an answer or in the log tells how it got there.
 */
export const KINDS = [
  'name',
  'stack',
  'path',
  'host',
  'sql',
  'key',
  'cause',
  'code',
  'metadata',
  'principal',
  'body',
] as const
export type CanaryKind = (typeof KINDS)[number]

const PROJECT = fileURLToPath(new URL('../../', import.meta.url))

const MARK = /cnry-[a-z0-9_-]+/gi

export const canary = (kind: CanaryKind, where: string): string => `cnry-${kind}-${where}`

export const findCanaries = (text: string): string[] => [...new Set(text.match(MARK))]

/** What a driver or a client library throws on a bad day: it says everything it knows. */
export function leakyError(where: string, more: Readonly<Record<string, unknown>> = {}): Error {
  const at = (kind: CanaryKind) => canary(kind, where)
  const error = new Error(
    `connect ECONNREFUSED ${at('host')}.internal:5432: select * from ${at('sql')} in /srv/${at('path')}/db.ts with sk-${at('key')}\n    at ${at('name')} (${PROJECT}src/${at('path')}.ts:1:1)`,
    { cause: new Error(`caused by ${at('cause')}`) },
  )
  error.stack = `Error: ${error.message}\n    at ${at('stack')} (/srv/${at('path')}/db.ts:12:7)`
  return Object.assign(error, {
    name: at('name'),
    code: `refused by ${at('code')}`,
    config: { url: `https://${at('host')}.internal/`, headers: { authorization: `Bearer ${at('key')}` } },
    response: { data: at('body') },
    ...more,
  })
}
