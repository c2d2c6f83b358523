import type { Request, RequestHandler } from 'express'
import { DEFAULT_LOCALE, isLocale, RefusedError, WIRE_VERSIONS, type WireVersion } from '../contract/index.ts'
import { sseV05, type Dialect } from '../wire/index.ts'

export type Negotiated = { version: WireVersion; dialect: Dialect }

const DIALECTS: Readonly<Record<WireVersion, Dialect>> = { '0.5': sseV05 }

/** What nearly every client sends: no need to weigh it. */
const PLAIN_ACCEPTS: ReadonlySet<string | undefined> = new Set([undefined, '*/*', 'text/event-stream'])

/** Refuses what can't be answered before anything else is read. */
export const requireNegotiable: RequestHandler = (req, _res, next) => {
  negotiate(req)
  next()
}

export function negotiate(req: Request): Negotiated {
  const plain = PLAIN_ACCEPTS.has(req.headers.accept)
  if (!plain && req.accepts('text/event-stream') === false) throw new RefusedError('not_acceptable')
  const version = versionOf(req)
  return { version, dialect: DIALECTS[version] }
}

function versionOf(req: Request): WireVersion {
  const asked = req.get('X-Wire-Version')
  if (asked === undefined) return WIRE_VERSIONS[0]
  const version = WIRE_VERSIONS.find((each) => each === asked)
  if (version !== undefined) return version
  const message = `must be one of: ${WIRE_VERSIONS.join(', ')}`
  throw new RefusedError('invalid_request', {
    detail: `X-Wire-Version ${message}.`,
    errors: [{ field: 'X-Wire-Version', message }],
  })
}

/** The body's, which has been checked; else the best of Accept-Language that is a language; else English. */
export function localeOf(req: Request, given: string | undefined): string {
  const locale = given ?? req.acceptsLanguages().find((tag) => tag !== '*' && isLocale(tag))
  return locale === undefined ? DEFAULT_LOCALE : (Intl.getCanonicalLocales(locale)[0] ?? DEFAULT_LOCALE)
}
