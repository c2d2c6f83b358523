import { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { AIMessage } from '@langchain/core/messages'
import type { LLMResult } from '@langchain/core/outputs'
import { tryGetTurnIo } from './turn-io.ts'

/** Counts the tokens of every call of a model, whoever makes it, for the turn it is made in. */
class UsageMeter extends BaseCallbackHandler {
  override name = 'onevoice_usage'
  override ignoreChain = true
  override ignoreAgent = true
  override ignoreRetriever = true
  // Awaited, so that it runs in the turn's own async context.
  override awaitHandlers = true

  override handleLLMEnd(output: LLMResult): void {
    for (const generation of output.generations.flat()) {
      const usage = (generation as { message?: AIMessage }).message?.usage_metadata
      if (usage === undefined) continue
      tryGetTurnIo()?.noteUsage({
        input_tokens: usage.input_tokens,
        output_tokens: usage.output_tokens,
        total_tokens: usage.total_tokens,
        reasoning_tokens: usage.output_token_details?.reasoning ?? 0,
        cached_tokens: usage.input_token_details?.cache_read ?? 0,
      })
    }
  }
}

/** On the model itself and not on the run, so that graphs carry no callbacks. */
export function meterModel(model: BaseChatModel): BaseChatModel {
  const given = model.callbacks
  const others = given === undefined ? [] : Array.isArray(given) ? given : given.handlers
  if (!others.some((handler) => handler instanceof UsageMeter)) model.callbacks = [...others, new UsageMeter()]
  return model
}
