import * as fc from 'fast-check'
import type { TextPass } from '../../../src/orchestrator/passes/index.ts'

export const passWhole = (pass: TextPass, text: string): string => pass.push(text) + pass.end()

export const passChunks = (pass: TextPass, chunks: readonly string[]): string =>
  chunks.map((chunk) => pass.push(chunk)).join('') + pass.end()

/** Cuts a text anywhere, also inside a character; empty chunks included. */
export function cut(text: string, places: readonly number[]): string[] {
  const at = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length]
  return at.slice(1).map((end, index) => text.slice(at[index], end))
}

export const places = fc.array(fc.nat({ max: 100_000 }), { maxLength: 30 })
