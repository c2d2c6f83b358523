import type { Projection } from './dialect.ts'

/** What the log holds, as it is. */
export const version05: Projection = { version: '0.5', select: (entries) => entries }
