import { eofSchema, type Eof, type Frame } from '../../src/contract/index.ts'
import { createParser } from 'eventsource-parser'

/** The four ways in which a turn is read. */
export const DIALECTS = {
  'SSE 0.5': { accept: 'text/event-stream', 'x-wire-version': '0.5' },
  'SSE 0.4': { accept: 'text/event-stream', 'x-wire-version': '0.4' },
  'NDJSON 0.5': { accept: 'application/x-ndjson', 'x-wire-version': '0.5' },
  'NDJSON 0.4': { accept: 'application/x-ndjson', 'x-wire-version': '0.4' },
} as const
export type DialectName = keyof typeof DIALECTS
export const DIALECT_NAMES = Object.keys(DIALECTS) as DialectName[]

export interface Reading {
  /** All that came: status, headers, body. */
  raw: string
  frames: Frame[]
  /** Of SSE. */
  ids: number[]
  /** How many `[DONE]` or `eof` there were; one is right. */
  ends: number
  eof: Eof | undefined
}

export const answerHead = (response: Response): string =>
  [
    `${response.status} ${response.statusText}`,
    ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
    '',
  ].join('\n')

/** Takes text as it comes, whatever the dialect; `onFrame` is told of each frame. */
export class StreamReader implements Reading {
  raw: string
  readonly frames: Frame[] = []
  readonly ids: number[] = []
  ends = 0
  eof: Eof | undefined
  readonly #take: (text: string) => void

  constructor(response: Response, onFrame: (frame: Frame) => void = () => {}) {
    this.raw = answerHead(response)
    const frame = (json: string) => {
      const parsed = JSON.parse(json) as Frame
      this.frames.push(parsed)
      onFrame(parsed)
    }
    if (response.headers.get('content-type')?.startsWith('application/x-ndjson')) {
      let rest = ''
      this.#take = (text) => {
        const lines = (rest + text).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines)
          if (line.startsWith('{"event_type":"eof"')) {
            this.ends += 1
            this.eof = eofSchema.parse(JSON.parse(line))
          } else if (line !== '') frame(line)
      }
    } else {
      const parser = createParser({
        onEvent: ({ id, data }) => {
          if (data === '[DONE]') this.ends += 1
          else {
            this.ids.push(Number(id))
            frame(data)
          }
        },
      })
      this.#take = (text) => parser.feed(text)
    }
  }

  push(text: string): void {
    this.raw += text
    this.#take(text)
  }
}

/** Reads to the end of the answer; what breaks the connection is thrown, and what was read until then is in `into`. */
export async function readAll(response: Response, onFrame?: (frame: Frame) => void): Promise<Reading> {
  const reader = new StreamReader(response, onFrame)
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? []) reader.push(decoder.decode(bytes, { stream: true }))
  return reader
}
