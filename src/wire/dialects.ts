import type { WireVersion } from '../contract/index.ts'
import type { Dialect, Framing, Projection } from './dialect.ts'
import { ndjson } from './ndjson.ts'
import { sse } from './sse.ts'
import { version04 } from './version-04.ts'
import { version05 } from './version-05.ts'

const compose = (framing: Framing, projection: Projection): Dialect => ({ ...framing, ...projection })

const everyVersionOf = (framing: Framing): Readonly<Record<WireVersion, Dialect>> => ({
  '0.5': compose(framing, version05),
  '0.4': compose(framing, version04),
})

/** Every framing with every version, by the media type that is asked for. */
export const DIALECTS = {
  'text/event-stream': everyVersionOf(sse),
  'application/x-ndjson': everyVersionOf(ndjson),
} as const
export type MediaType = keyof typeof DIALECTS
export const MEDIA_TYPES = Object.keys(DIALECTS) as MediaType[]
