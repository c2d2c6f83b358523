import type { AIMessageChunk } from '@langchain/core/messages'
import { createPasses } from './passes/index.ts'
import type { TurnIo } from './turn-io.ts'

/** The one mouth: everything the user reads of an answer goes through the passes and leaves as `text`. */
export interface Speech {
  say(chunk: string): void
  /** Begins a paragraph, when something was said before. */
  paragraph(text: string): void
  /** Lets go of what the passes held back. */
  end(): void
  readonly said: boolean
}

export function createSpeech(io: TurnIo): Speech {
  const passes = createPasses()
  let said = false
  const leave = (chunk: string) => {
    if (chunk === '') return
    said = true
    io.emit({ event_type: 'text', chunk, type: 'chunk' })
  }
  return {
    say: (chunk) => leave(passes.push(chunk)),
    paragraph: (text) => leave(passes.push(said ? `\n\n${text}` : text)),
    end: () => leave(passes.end()),
    get said() {
      return said
    },
  }
}

/** Speaks a model's content deltas as they come; answers the whole message. */
export async function speakStream(
  speech: Speech,
  stream: AsyncIterable<AIMessageChunk>,
): Promise<AIMessageChunk | undefined> {
  let whole: AIMessageChunk | undefined
  for await (const chunk of stream) {
    whole = whole === undefined ? chunk : whole.concat(chunk)
    if (chunk.text !== '') speech.say(chunk.text)
  }
  return whole
}
