import { BaseChatModel, type BaseChatModelCallOptions } from '@langchain/core/language_models/chat_models'
import { AIMessageChunk, type BaseMessage } from '@langchain/core/messages'
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs'
import { convertToOpenAITool } from '@langchain/core/utils/function_calling'

export type Reply = string | { text?: string; calls?: { name: string; args: Record<string, unknown> }[] } | Error

/** A chat model that answers by a function of what it is asked: LangChain's own interface, streamed. */
export class ScriptedModel extends BaseChatModel {
  readonly #reply: (messages: BaseMessage[], tools: string[]) => Reply
  readonly asked: { messages: BaseMessage[]; tools: string[] }[] = []

  constructor(reply: (messages: BaseMessage[], tools: string[]) => Reply) {
    super({})
    this.#reply = reply
  }

  override _llmType(): string {
    return 'scripted'
  }

  override bindTools(
    tools: Parameters<NonNullable<BaseChatModel['bindTools']>>[0],
    kwargs?: Partial<BaseChatModelCallOptions>,
  ) {
    return this.withConfig({ ...kwargs, tools: tools.map((tool) => convertToOpenAITool(tool as never)) } as never)
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
  ): AsyncGenerator<ChatGenerationChunk> {
    const tools = ((options as { tools?: { function: { name: string } }[] }).tools ?? []).map(
      (tool) => tool.function.name,
    )
    this.asked.push({ messages, tools })
    const reply = this.#reply(messages, tools)
    if (reply instanceof Error) throw reply
    const { text = '', calls = [] } = typeof reply === 'string' ? { text: reply } : reply
    for (const piece of text.match(/\S+\s*/g) ?? []) {
      await new Promise((resolve) => setImmediate(resolve))
      options.signal?.throwIfAborted()
      yield chunk({ content: piece }, piece)
    }
    yield chunk(
      {
        content: '',
        tool_call_chunks: calls.map(({ name, args }, index) => ({
          name,
          args: JSON.stringify(args),
          id: `scripted_${index}`,
          index,
          type: 'tool_call_chunk' as const,
        })),
        usage_metadata: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
      },
      '',
    )
  }

  override async _generate(messages: BaseMessage[], options: this['ParsedCallOptions']): Promise<ChatResult> {
    let whole: ChatGenerationChunk | undefined
    for await (const part of this._streamResponseChunks(messages, options)) whole = whole?.concat(part) ?? part
    return { generations: whole === undefined ? [] : [whole] }
  }
}

const chunk = (fields: ConstructorParameters<typeof AIMessageChunk>[0], text: string) =>
  new ChatGenerationChunk({ text, message: new AIMessageChunk(fields as never) })
