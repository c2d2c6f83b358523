import type { Framing } from './dialect.ts'
import { frameJson } from './frame-json.ts'

/**
 * One line a frame, and nothing but the frame: it has no number here. A reader goes on after the number in the
 * `ending_state` of `eof`, the last line. There is no line that says nothing, so there is no heartbeat.
 */
export const ndjson: Framing = {
  content_type: 'application/x-ndjson; charset=utf-8',
  encode(entries) {
    let out = ''
    for (const { frame } of entries) out += `${oneLine(frameJson(frame))}\n`
    return out
  },
  end: (eof) => `${JSON.stringify(eof)}\n`,
  heartbeat: () => '',
}

const LINE_ENDS = /[\u0085\u2028\u2029]/
const ALL_LINE_ENDS = /[\u0085\u2028\u2029]/g
const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

/** JSON lets these stand, but some readers of lines (Python's `splitlines`) end a line there. */
const oneLine = (json: string): string => (LINE_ENDS.test(json) ? json.replace(ALL_LINE_ENDS, escaped) : json)
