import { createParser } from 'eventsource-parser'
import type { Frame } from '../../src/contract/index.ts'

export type ReadStream = { frames: Frame[]; ids: number[]; done: boolean; raw: string }

/** Reads an SSE response to its end, as a client would. */
export async function readSse(response: Response, onFrame?: (frame: Frame) => void): Promise<ReadStream> {
  const read: ReadStream = { frames: [], ids: [], done: false, raw: '' }
  const parser = createParser({
    onEvent({ id, event, data }) {
      if (data === '[DONE]') {
        read.done = true
        return
      }
      const frame = JSON.parse(data) as Frame
      if (event !== frame.event_type) throw new Error(`event: ${event} on a frame ${frame.event_type}`)
      read.frames.push(frame)
      read.ids.push(Number(id))
      onFrame?.(frame)
    },
  })
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? []) {
    const text = decoder.decode(bytes, { stream: true })
    read.raw += text
    parser.feed(text)
  }
  return read
}
