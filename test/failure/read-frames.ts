import type { Frame } from '../../src/contract/index.ts'

/** The kinds of frames, in the order of their first coming. */
export const kindsOf = (frames: readonly Frame[]): string =>
  [...new Set(frames.map(({ event_type }) => event_type))].join(' · ')

export const textOf = (frames: readonly Frame[]): string =>
  frames.map((frame) => (frame.event_type === 'text' ? frame.chunk : '')).join('')
