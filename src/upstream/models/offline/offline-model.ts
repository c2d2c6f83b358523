import { setImmediate as tick, setTimeout as pause } from 'node:timers/promises'
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import type { BaseLanguageModelInput, ToolDefinition } from '@langchain/core/language_models/base'
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
} from '@langchain/core/language_models/chat_models'
import { AIMessage, AIMessageChunk, type BaseMessage, type UsageMetadata } from '@langchain/core/messages'
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs'
import type { Runnable } from '@langchain/core/runnables'
import { convertToOpenAITool } from '@langchain/core/utils/function_calling'
import { compose, hash } from './compose.ts'
import type { Phrasebook } from './phrasebook.ts'
import { readPrompt, type FunctionTool, type Prompt, type Role } from './read-prompt.ts'
import { say, type Reply } from './reply.ts'
import { route } from './route.ts'
import { answerDirectly } from './small-talk.ts'
import { work } from './work.ts'

/**
 * A chat model without a provider: it reads the same prompts and tools as any other, and answers by rule. Same input,
 * same output.
 *
 *   messages, tools ─► what is asked (read-prompt) ─► the role's rule ─► words or calls ─► chunks
 */
export interface OfflineModelOptions {
  phrases: Phrasebook
  /** Between chunks, so that a demo looks alive. None when left out. */
  chunk_delay_ms?: number
  /** For "last week". */
  now?: () => Date
}

export const OFFLINE_MODEL_NAME = 'offline'

interface OfflineCallOptions extends BaseChatModelCallOptions {
  tools?: ToolDefinition[]
}

const RULES: Record<Role, (prompt: Prompt, phrases: Phrasebook, now: Date) => Reply> = {
  router: route,
  'sub-agent': work,
  composer: compose,
}

/** About three words. */
const CHUNK = /(?:\s*\S+){1,3}\s*/gu

// A tool's definition does not change, and making its JSON schema is the dearest part of a call.
const definitions = new WeakMap<object, ToolDefinition>()

function definitionOf(tool: BindToolsInput): ToolDefinition {
  const known = definitions.get(tool)
  if (known !== undefined) return known
  const made = convertToOpenAITool(tool as Parameters<typeof convertToOpenAITool>[0])
  definitions.set(tool, made)
  return made
}

class OfflineModel extends BaseChatModel<OfflineCallOptions> {
  readonly #phrases: Phrasebook
  readonly #delay: number
  readonly #now: () => Date

  constructor({ phrases, chunk_delay_ms = 0, now = () => new Date() }: OfflineModelOptions) {
    super({})
    this.#phrases = phrases
    this.#delay = chunk_delay_ms
    this.#now = now
  }

  override _llmType(): string {
    return OFFLINE_MODEL_NAME
  }

  override bindTools(
    tools: BindToolsInput[],
    kwargs?: Partial<OfflineCallOptions>,
  ): Runnable<BaseLanguageModelInput, AIMessageChunk, OfflineCallOptions> {
    return this.withConfig({ ...kwargs, tools: tools.map(definitionOf) })
  }

  /** The whole answer at once: what the chunks add up to. */
  override async _generate(messages: BaseMessage[], options: this['ParsedCallOptions']): Promise<ChatResult> {
    await this.#breathe(options.signal)
    const { reply, tool_calls, usage_metadata, response_metadata } = this.#answer(messages, options)
    const message = new AIMessage({ content: reply.text, tool_calls, usage_metadata, response_metadata })
    return { generations: [{ text: reply.text, message }] }
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    options.signal?.throwIfAborted()
    const { reply, tool_calls, usage_metadata, response_metadata } = this.#answer(messages, options)
    const chunks = [
      ...(reply.text.match(CHUNK) ?? []).map((content) => new AIMessageChunk({ content })),
      ...tool_calls.map(
        ({ name, args, id }, index) =>
          new AIMessageChunk({
            content: '',
            tool_call_chunks: [{ type: 'tool_call_chunk', name, args: JSON.stringify(args), id, index }],
          }),
      ),
      new AIMessageChunk({ content: '', usage_metadata, response_metadata }),
    ]
    let given = 0
    for (const message of chunks) {
      try {
        await this.#breathe(options.signal)
      } catch (aborted) {
        // What was read and said until here was used, and is told before the stream breaks off.
        const usage = { ...usage_metadata, ...outputTokens(usage_metadata.input_tokens, given) }
        yield new ChatGenerationChunk({
          message: new AIMessageChunk({ content: '', usage_metadata: usage, response_metadata }),
          text: '',
        })
        throw aborted
      }
      given += message.text.length + (message.tool_call_chunks?.[0]?.args?.length ?? 0)
      const chunk = new ChatGenerationChunk({ message, text: message.text })
      yield chunk
      await runManager?.handleLLMNewToken(message.text, undefined, undefined, undefined, undefined, { chunk })
    }
  }

  /** Timers and sockets get their turn before every chunk; an abort ends it there. */
  async #breathe(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    await (this.#delay > 0 ? pause(this.#delay, undefined, { signal }) : tick())
    signal?.throwIfAborted()
  }

  #answer(messages: readonly BaseMessage[], options: this['ParsedCallOptions']) {
    const tools = options.tool_choice === 'none' ? [] : (options.tools ?? [])
    const prompt = readPrompt(
      messages,
      tools.map((tool) => tool.function as FunctionTool),
    )
    const reply =
      prompt.role === null
        ? say(answerDirectly(prompt, this.#phrases))
        : RULES[prompt.role](prompt, this.#phrases, this.#now())
    const stem = hash(prompt.message).toString(36)
    const tool_calls = reply.calls.map(({ name, args }, index) => ({
      type: 'tool_call' as const,
      name,
      args,
      id: `call_${stem}_${messages.length}_${index}`,
    }))
    const finish_reason = tool_calls.length > 0 ? 'tool_calls' : 'stop'
    return {
      reply,
      tool_calls,
      usage_metadata: usageOf(messages, tools, reply),
      response_metadata: { model_name: OFFLINE_MODEL_NAME, finish_reason },
    }
  }
}

/** About four characters a token, as with the models that count. */
const tokens = (characters: number): number => Math.ceil(characters / 4)

// The size of a definition, like the definition, is worked out once.
const sizes = new WeakMap<ToolDefinition, number>()

function sizeOf(tool: ToolDefinition): number {
  const known = sizes.get(tool) ?? JSON.stringify(tool).length
  sizes.set(tool, known)
  return known
}

function usageOf(messages: readonly BaseMessage[], tools: readonly ToolDefinition[], reply: Reply): UsageMetadata {
  const read = [...messages.map((message) => message.text.length), ...tools.map(sizeOf)].reduce((a, b) => a + b, 0)
  const input_tokens = tokens(read)
  const said = reply.text.length + (reply.calls.length > 0 ? JSON.stringify(reply.calls).length : 0)
  return {
    input_tokens,
    ...outputTokens(input_tokens, said),
    input_token_details: { cache_read: 0 },
    output_token_details: { reasoning: 0 },
  }
}

function outputTokens(input_tokens: number, characters: number) {
  const output_tokens = tokens(characters)
  return { output_tokens, total_tokens: input_tokens + output_tokens }
}

export const createOfflineModel = (options: OfflineModelOptions): BaseChatModel => new OfflineModel(options)
