import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages'
import type { ToolCall } from '@langchain/core/messages/tool'
import type { Runnable } from '@langchain/core/runnables'
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
    // The passes may still hold what was said before, and trim what nothing was said before.
    paragraph: (text) => leave(passes.push(`\n\n${text}`)),
    end: () => leave(passes.end()),
    get said() {
      return said
    },
  }
}

/** A model's answer as it comes. `stream()` would send the same through a web stream, at twice the cost. */
export const deltas = (
  model: Runnable<BaseMessage[], AIMessageChunk>,
  messages: BaseMessage[],
  signal: AbortSignal,
): AsyncIterable<AIMessageChunk> => model._streamIterator(messages, { signal })

/** Speaks a model's content deltas as they come; answers the functions it called. */
export async function speakStream(speech: Speech, stream: AsyncIterable<AIMessageChunk>): Promise<ToolCall[]> {
  let calling: AIMessageChunk | undefined
  for await (const chunk of stream) {
    const text = textOf(chunk)
    if (text !== '') speech.say(text)
    if ((chunk.tool_call_chunks ?? []).length > 0) calling = calling?.concat(chunk) ?? chunk
  }
  return calling?.tool_calls ?? []
}

/** LangChain's own `text` translates every chunk into content blocks first; most are plain strings. */
const textOf = (chunk: AIMessageChunk): string => (typeof chunk.content === 'string' ? chunk.content : chunk.text)
