import { parseArgs } from 'node:util'
import { createOneVoice } from '../one-voice.ts'
import { UsageError, type Command } from './command.ts'
import { createTurnPrinter } from './turn-printer.ts'

const EXIT = { completed: 0, error: 1, cancelled: 130 } as const

export const turnCommand: Command = {
  summary: 'run one turn here and print it as it comes',
  usage: `
onevoice turn "<message>" [--locale <tag>] [--flag <name>]… [--json]

  --locale <tag>   the language of the answer, for example es or fr-CA (en)
  --flag <name>    switches an ai_assistant_… flag on; may be repeated
  --json           prints the frames, one a line

Exits 0 when the turn completed, 1 when it ended in an error, 130 when it was cancelled (Ctrl-C).
`,
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        locale: { type: 'string' },
        flag: { type: 'string', multiple: true },
        json: { type: 'boolean', default: false },
      },
    })
    const [message, ...more] = positionals
    if (message === undefined || more.length > 0) throw new UsageError('give one message, in quotes.')
    await using voice = await createOneVoice({ LOG_LEVEL: 'error', ...io.env })
    const printer = values.json ? undefined : createTurnPrinter(io)
    let terminal: keyof typeof EXIT = 'error'
    const flags = Object.fromEntries((values.flag ?? []).map((name) => [name, true]))
    for await (const frame of voice.turn({ message, locale: values.locale, flags, signal: io.signal })) {
      if (printer === undefined) io.stdout.write(`${JSON.stringify(frame)}\n`)
      else printer.print(frame)
      if (frame.event_type in EXIT) terminal = frame.event_type as keyof typeof EXIT
    }
    return EXIT[terminal]
  },
}
