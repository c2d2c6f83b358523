import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages'
import type { ToolCall } from '@langchain/core/messages/tool'
import type { Runnable } from '@langchain/core/runnables'
import { apart } from './lean-runs.ts'
import { createPasses, type TextPass } from './passes/index.ts'
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

/** Turns in which something has been said: what another speech says next is a paragraph of its own. */
const spoken = new WeakSet<TurnIo>()

export function createSpeech(io: TurnIo): Speech {
  let passes: TextPass | undefined
  let said = false
  const leave = (chunk: string) => {
    if (chunk === '') return
    const seam = !said && spoken.has(io) ? '\n\n' : ''
    if (!said) spoken.add(io)
    said = true
    io.emit({ event_type: 'text', chunk: seam + chunk, type: 'chunk' })
  }
  return {
    say: (chunk) => leave((passes ??= createPasses()).push(chunk)),
    // The passes may still hold what was said before, and trim what nothing was said before.
    paragraph: (text) => leave((passes ??= createPasses()).push(`\n\n${text}`)),
    end: () => leave(passes?.end() ?? ''),
    get said() {
      return said
    },
  }
}

/** Speaks a model's content deltas as they come; answers the functions it called. */
export const speakAnswer = (
  speech: Speech,
  model: ChatRunnable,
  messages: BaseMessage[],
  signal: AbortSignal,
): Promise<ToolCall[]> =>
  apart(async () => {
    let calling: AIMessageChunk | undefined
    // `stream()` would send the same through a web stream, at twice the cost.
    for await (const chunk of model._streamIterator(messages, { signal })) {
      const text = textOf(chunk)
      if (text !== '') speech.say(text)
      if ((chunk.tool_call_chunks ?? []).length > 0) calling = calling?.concat(chunk) ?? chunk
    }
    return calling?.tool_calls ?? []
  })

type ChatRunnable = Runnable<BaseMessage[], AIMessageChunk>

/** LangChain's own `text` translates every chunk into content blocks first; most are plain strings. */
const textOf = (chunk: AIMessageChunk): string => (typeof chunk.content === 'string' ? chunk.content : chunk.text)
