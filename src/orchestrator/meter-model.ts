import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { AIMessage, BaseMessage } from '@langchain/core/messages'
import type { Usage } from '../contract/index.ts'
import { tryGetTurnIo } from './turn-io.ts'

/**
 * Counts the tokens of every call of a model, whoever makes it, for the turn it is made in. It stands where every call
 * passes, in the model's own two methods: a callback would cost every chunk of every answer. A call that tells nothing,
 * because it failed or was cut short, is still known to have been made.
 */
export function meterModel(model: BaseChatModel): BaseChatModel {
  if (metered.has(model)) return model
  metered.add(model)
  const generate = model._generate.bind(model)
  model._generate = async (...call) => {
    begin()
    const whole = { counted: false }
    const result = await inGenerate.run(whole, () => generate(...call))
    if (!whole.counted) for (const { message } of result.generations) count(message)
    return result
  }
  // A model that does not stream has LangChain's own, which is told by its identity.
  if (model._streamResponseChunks === BaseChatModel.prototype._streamResponseChunks) return model
  const stream = model._streamResponseChunks.bind(model)
  model._streamResponseChunks = async function* (...call) {
    // Many models make a whole answer of their own stream: it is counted here, once, as far as it came.
    const whole = inGenerate.getStore()
    if (whole === undefined) begin()
    else whole.counted = true
    for await (const chunk of stream(...call)) {
      count(chunk.message)
      yield chunk
    }
  }
  return model
}

const metered = new WeakSet<BaseChatModel>()

const inGenerate = new AsyncLocalStorage<{ counted: boolean }>()

const NOTHING_YET: Usage = {
  input_tokens: 0,
  output_tokens: 0,
  total_tokens: 0,
  reasoning_tokens: 0,
  cached_tokens: 0,
}

const begin = (): void => tryGetTurnIo()?.noteUsage(NOTHING_YET)

/** A stream tells its usage on its last chunk, or a piece on each; either way the pieces add up. */
function count(message: BaseMessage): void {
  const { usage_metadata: usage } = message as AIMessage
  if (usage === undefined) return
  tryGetTurnIo()?.noteUsage({
    input_tokens: usage.input_tokens,
    output_tokens: usage.output_tokens,
    total_tokens: usage.total_tokens,
    reasoning_tokens: usage.output_token_details?.reasoning ?? 0,
    cached_tokens: usage.input_token_details?.cache_read ?? 0,
  })
}
