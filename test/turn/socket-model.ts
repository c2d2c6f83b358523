import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessageChunk, type BaseMessage } from '@langchain/core/messages'
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs'
import { ScriptedModel, type Reply } from '../support/scripted-model.ts'

/** A provider that talks for as long as somebody listens. */
export async function startTalker() {
  let open = 0
  let asked = 0
  const server = createServer((req, res) => {
    req.resume()
    asked += 1
    open += 1
    const talking = setInterval(() => res.write('word '), 1)
    res.on('close', () => {
      clearInterval(talking)
      open -= 1
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Answers that somebody still listens to. */
    open: () => open,
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** A chat model whose answer comes over a socket, by `fetch` and the call's own signal; or a scripted one, where `reply` gives it. */
export class SocketModel extends ScriptedModel {
  readonly #url: string
  readonly #reply: (messages: BaseMessage[]) => Reply | undefined

  constructor(url: string, reply: (messages: BaseMessage[]) => Reply | undefined = () => undefined) {
    super((messages) => reply(messages) ?? '')
    this.#url = url
    this.#reply = reply
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
  ): AsyncGenerator<ChatGenerationChunk> {
    if (this.#reply(messages) !== undefined) return yield* super._streamResponseChunks(messages, options)
    const answer = await fetch(this.#url, { method: 'POST', body: '{}', signal: options.signal ?? null })
    const decoder = new TextDecoder()
    for await (const bytes of answer.body ?? []) {
      const content = decoder.decode(bytes, { stream: true })
      yield new ChatGenerationChunk({ text: content, message: new AIMessageChunk({ content }) })
    }
  }
}

/** A chat model that says one thing, and tells what that took only when it is let, whatever its signal says. */
export class LateUsageModel extends BaseChatModel {
  readonly #report: Promise<void>
  constructor(report: Promise<void>) {
    super({})
    this.#report = report
  }
  override _llmType(): string {
    return 'late'
  }
  override bindTools() {
    return this as never
  }
  override async *_streamResponseChunks(): AsyncGenerator<ChatGenerationChunk> {
    yield new ChatGenerationChunk({ text: 'Hi. ', message: new AIMessageChunk({ content: 'Hi. ' }) })
    await this.#report
    const usage_metadata = { input_tokens: 7, output_tokens: 3, total_tokens: 10 }
    yield new ChatGenerationChunk({ text: '', message: new AIMessageChunk({ content: '', usage_metadata }) })
  }
  override async _generate(): Promise<ChatResult> {
    throw new Error('It only streams.')
  }
}
