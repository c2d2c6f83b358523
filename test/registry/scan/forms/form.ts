import type { Files } from '../scan-root.ts'

/**
 * One form of an emission, or of something that only looks like one.
 * `finds` lists `id:verdict`, in the order of their places; `-` stands for an id that can't be known.
 * A marker comment (at sign between stars) stands right before the place that an emission is told at.
 */
export interface Form {
  readonly name: string
  readonly source: string
  readonly finds: readonly string[]
  readonly files: Files
}

export const KIT = `import { getStreamWriter } from '#kit'\n`
export const WRITE = `${KIT}const write = getStreamWriter()\n`

export const one = ['searching_offers:ok'] as const
export const two = ['searching_offers:ok', 'comparing_offers:ok'] as const

export const form = (name: string, source: string, finds: readonly string[] = one, files: Files = {}): Form => ({
  name,
  source,
  finds,
  files,
})
