import { createApp } from './app.ts'
import { loadSettings, type SettingsInput } from './contract/index.ts'
import { createHttpApp, listen } from './http/index.ts'
import { DEV_PRINCIPAL } from './one-voice.ts'
import { createPacer } from './turn/index.ts'

export interface Service extends AsyncDisposable {
  readonly url: string
}

/** The whole service over HTTP. */
export async function serve(env: SettingsInput): Promise<Service> {
  const app = await createApp(loadSettings(env))
  try {
    let stopping = false
    const lagging = createPacer()
    const http = createHttpApp({
      dispatcher: app.dispatcher,
      settings: app.settings,
      registry: () => app.registry,
      ready: () => (stopping ? { ready: false, reasons: ['shutting down'] } : { ready: true, reasons: [] }),
      metrics: app.metrics,
      logger: app.logger,
      principal: () => DEV_PRINCIPAL,
      pace: () => new Promise((resolve) => lagging.begin(resolve)),
    })
    const server = await listen(http, app.settings)
    return {
      url: server.url,
      async [Symbol.asyncDispose]() {
        stopping = true
        // Running turns end first, so that their readers get their last frames; the metrics are read to the end.
        await app.dispatcher.close(app.settings.SHUTDOWN_DRAIN_MS)
        await server.close()
        await app.close()
      },
    }
  } catch (error) {
    await app.close()
    throw error
  }
}
