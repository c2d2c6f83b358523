import { parseArgs } from 'node:util'
import { UsageError, type Command } from './command.ts'

export const serveCommand: Command = {
  summary: 'serve turns over HTTP',
  usage: `
onevoice serve

Settings are environment variables: HOST, PORT, ONEVOICE_ROOT, ONEVOICE_MODEL, CCS_URL and more; see docs/reference.md.
Stops on SIGINT or SIGTERM: running turns are given time to end, then cancelled.
`,
  async run(args, io) {
    if (parseArgs({ args, allowPositionals: true }).positionals.length > 0)
      throw new UsageError('serve takes no arguments.')
    // LangChain reads process.env, a slow host object, on every run; a plain copy makes a turn several per cent cheaper.
    process.env = { ...process.env }
    const { serve } = await import('../serve.ts')
    await using service = await serve(io.env)
    io.stdout.write(`OneVoice is ready on ${service.url}\n`)
    // It may have been told to stop while it was starting.
    if (!io.signal.aborted)
      await new Promise<void>((resolve) => io.signal.addEventListener('abort', () => resolve(), { once: true }))
    io.stdout.write('OneVoice is stopping…\n')
    return 0
  },
}
