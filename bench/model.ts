import { BaseChatModel, type BaseChatModelCallOptions } from '@langchain/core/language_models/chat_models'
import { AIMessageChunk, type BaseMessage } from '@langchain/core/messages'
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs'
import { convertToOpenAITool } from '@langchain/core/utils/function_calling'
import { chunkAt, shapeOf, USAGE } from './turn-shape.ts'

type Tool = { function: { name: string } }

/**
 * The model of the bench, the same for the naive server and for OneVoice: it costs what LangChain's own machinery
 * costs and nothing else. With tools it calls each of them once; without, it answers in as many chunks as the
 * message asks for, one a tick, as tokens come from a socket.
 */
export class BenchModel extends BaseChatModel {
  constructor() {
    super({})
  }

  override _llmType(): string {
    return 'bench'
  }

  override bindTools(
    tools: Parameters<NonNullable<BaseChatModel['bindTools']>>[0],
    kwargs?: Partial<BaseChatModelCallOptions>,
  ) {
    return this.withConfig({ ...kwargs, tools: tools.map((tool) => convertToOpenAITool(tool as never)) } as never)
  }

  override _streamResponseChunks(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
  ): AsyncGenerator<ChatGenerationChunk> {
    return this.#answer(messages, options)
  }

  async *#answer(messages: BaseMessage[], options: this['ParsedCallOptions']): AsyncGenerator<ChatGenerationChunk> {
    const message = messages.at(-1)?.text ?? ''
    const { tools } = options as { tools?: Tool[] }
    await tick()
    if (tools !== undefined && tools.length > 0) {
      yield callChunk(tools, message)
      return
    }
    const { chunks } = shapeOf(message)
    for (let index = 0; index < chunks; index++) {
      if (index > 0) await tick()
      options.signal?.throwIfAborted()
      const text = chunkAt(index)
      yield new ChatGenerationChunk({
        text,
        message: new AIMessageChunk(index < chunks - 1 ? { content: text } : { content: text, usage_metadata: USAGE }),
      })
    }
  }

  override async _generate(messages: BaseMessage[], options: this['ParsedCallOptions']): Promise<ChatResult> {
    let whole: ChatGenerationChunk | undefined
    for await (const part of this.#answer(messages, options)) whole = whole?.concat(part) ?? part
    return { generations: whole === undefined ? [] : [whole] }
  }
}

/** A token is never there in the tick in which it was asked for. */
const tick = () => new Promise<void>((resolve) => void setImmediate(resolve))

const callChunk = (tools: readonly Tool[], request: string): ChatGenerationChunk =>
  new ChatGenerationChunk({
    text: '',
    message: new AIMessageChunk({
      content: '',
      tool_call_chunks: tools.map((tool, index) => ({
        name: tool.function.name,
        args: JSON.stringify({ request }),
        id: `call_${index}`,
        index,
        type: 'tool_call_chunk' as const,
      })),
      usage_metadata: USAGE,
    }),
  })

/** As ONEVOICE_MODEL wants it. */
export default (): BenchModel => new BenchModel()
