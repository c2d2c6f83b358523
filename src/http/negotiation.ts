import type { Request, RequestHandler } from 'express'
import { DEFAULT_LOCALE, isLocale, RefusedError, WIRE_VERSIONS, type WireVersion } from '../contract/index.ts'
import { DIALECTS, MEDIA_TYPES, type Dialect, type MediaType } from '../wire/index.ts'
import { badField } from './bad-field.ts'
import type { HttpOptions } from './ports.ts'

export type Negotiated = { dialect: Dialect }

/** What nearly every client sends: no need to weigh it. */
const PLAIN_ACCEPTS: ReadonlyMap<string | undefined, MediaType> = new Map([
  [undefined, 'text/event-stream'],
  ['*/*', 'text/event-stream'],
  ['text/event-stream', 'text/event-stream'],
  ['application/x-ndjson', 'application/x-ndjson'],
])

/** Refuses what can't be answered before anything else is read. */
export const requireNegotiable =
  (options: HttpOptions): RequestHandler =>
  (req, _res, next) => {
    negotiate(options, req)
    next()
  }

export function negotiate({ settings }: HttpOptions, req: Request): Negotiated {
  const media_type = PLAIN_ACCEPTS.get(req.headers.accept) ?? (req.accepts(MEDIA_TYPES) as MediaType | false)
  if (media_type === false) throw new RefusedError('not_acceptable')
  return { dialect: DIALECTS[media_type][versionOf(req) ?? settings.WIRE_VERSION] }
}

function versionOf(req: Request): WireVersion | undefined {
  const asked = req.get('X-Wire-Version')
  if (asked === undefined) return undefined
  const version = WIRE_VERSIONS.find((each) => each === asked)
  if (version !== undefined) return version
  throw badField('X-Wire-Version', `must be one of: ${WIRE_VERSIONS.join(', ')}`)
}

/** The body's, which has been checked; else the best of Accept-Language that is a language; else English. */
export function localeOf(req: Request, given: string | undefined): string {
  const locale = given ?? req.acceptsLanguages().find((tag) => tag !== '*' && isLocale(tag))
  return locale === undefined ? DEFAULT_LOCALE : (Intl.getCanonicalLocales(locale)[0] ?? DEFAULT_LOCALE)
}
