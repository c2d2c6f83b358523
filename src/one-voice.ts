import { createApp } from './app.ts'
import {
  chatRequestSchema,
  DEFAULT_LOCALE,
  invalidRequest,
  loadSettings,
  type ChatRequest,
  type EffectiveRegistry,
  type Frame,
  type Principal,
  type SettingsInput,
  type TurnResult,
} from './contract/index.ts'
import { collectTurn } from './turn/index.ts'

/** OneVoice in this process, without HTTP. */
export interface OneVoice extends AsyncDisposable {
  /** Starts a turn; its frames as they come. Leaving the loop early cancels it. */
  turn(request: VoiceRequest): AsyncIterable<Frame>
  /** The same turn as one value. */
  run(request: VoiceRequest): Promise<TurnResult>
  readonly registry: EffectiveRegistry
  close(): Promise<void>
}

export type VoiceRequest = { [K in keyof ChatRequest]: ChatRequest[K] } & {
  /** Cancels the turn; its `cancelled` frame still comes. */
  signal?: AbortSignal | undefined
  principal?: Principal
}

/** While auth is off there is one caller. */
export const DEV_PRINCIPAL: Principal = { tenant_id: 'dev', user_id: 'dev' }

/** Settings given here come before the environment's. */
export async function createOneVoice(settings: SettingsInput = {}): Promise<OneVoice> {
  const app = await createApp(loadSettings({ ...process.env, ...settings }))
  const { dispatcher } = app

  async function* turn({ signal, principal = DEV_PRINCIPAL, ...body }: VoiceRequest): AsyncGenerator<Frame> {
    const parsed = chatRequestSchema.safeParse(body)
    if (!parsed.success) throw invalidRequest(parsed.error)
    const request = { ...parsed.data, locale: parsed.data.locale ?? DEFAULT_LOCALE, principal }
    const { response_id } = await dispatcher.start(request)
    const cancel = () => void dispatcher.cancel(response_id, principal)
    if (signal?.aborted === true) cancel()
    signal?.addEventListener('abort', cancel)
    try {
      for await (const group of dispatcher.read(response_id, 0, new AbortController().signal))
        for (const { frame } of group) yield frame
    } finally {
      signal?.removeEventListener('abort', cancel)
      // A program that stops reading has no use for the rest.
      if (request.on_disconnect === 'cancel') cancel()
    }
  }

  return {
    turn,
    run: (request) => collectTurn(turn(request)),
    registry: app.registry,
    close: app.close,
    [Symbol.asyncDispose]: app.close,
  }
}
