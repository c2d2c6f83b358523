import { styleText } from 'node:util'
import type { Frame } from '../contract/index.ts'
import type { Io } from './command.ts'

/** Prints a turn for a person: on a terminal the status is one line that spins; in a pipe every status is a line. */
export interface TurnPrinter {
  print(frame: Frame): void
}

const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const CLEAR_LINE = '\r\u001b[2K'
const MAX_TITLES = 5

export function createTurnPrinter(
  { stdout, env }: Pick<Io, 'stdout' | 'env'>,
  now: () => number = () => performance.now(),
): TurnPrinter {
  const started = now()
  const live = stdout.isTTY === true
  const dim = (text: string) =>
    live && env['NO_COLOR'] === undefined ? styleText('dim', text, { validateStream: false }) : text
  let spinning: NodeJS.Timeout | undefined
  let tokens: number | undefined
  let status: string | undefined
  /** Whether the cursor stands behind text. */
  let midline = false

  const stop = () => {
    if (spinning === undefined) return
    clearInterval(spinning)
    spinning = undefined
    stdout.write(CLEAR_LINE)
  }
  const line = (text: string) => {
    stop()
    stdout.write(`${midline ? '\n' : ''}${text}\n`)
    midline = false
  }
  const spin = (message: string) => {
    stop()
    const width = (stdout.columns ?? 80) - 3
    const shown = message.length > width ? `${message.slice(0, width - 1)}…` : message
    let turn = 0
    const draw = () => stdout.write(`${CLEAR_LINE}${SPINNER[turn++ % SPINNER.length]} ${shown}`)
    draw()
    spinning = setInterval(draw, 80).unref()
  }

  return {
    print(frame) {
      switch (frame.event_type) {
        case 'status': {
          status = frame.data.message ?? frame.data.event_id
          if (live && !midline) spin(status)
          else line(dim(`· ${status}`))
          break
        }
        case 'tool_call':
          if (!live) line(dim(`  ${frame.tool_call.name} …`))
          break
        case 'data_loaded':
          if (frame.data.items.length > 0) line(dim(`  ${frame.data.type}: ${titles(frame.data.items)}`))
          if (live && status !== undefined && !midline) spin(status)
          break
        case 'text':
          stop()
          stdout.write(frame.chunk)
          midline = !frame.chunk.endsWith('\n')
          break
        case 'usage':
          tokens = frame.total_tokens
          break
        case 'error':
          line(dim(`  ${frame.event_type}: ${frame.error.code}`))
          break
      }
      if (
        frame.event_type === 'completed' ||
        frame.event_type === 'cancelled' ||
        (frame.event_type === 'error' && frame.is_final)
      ) {
        const used = tokens === undefined ? '' : ` · ${tokens} tokens`
        line(dim(`${frame.event_type} · ${Math.round(now() - started)} ms${used} · ${frame.response_id}`))
      }
    },
  }
}

function titles(items: readonly Record<string, unknown>[]): string {
  const names = items.map((item) => String(item['title'] ?? item['name'] ?? item['store'] ?? item['id'] ?? '?'))
  const more = names.length - MAX_TITLES
  return `${names.slice(0, MAX_TITLES).join(' · ')}${more > 0 ? ` · and ${more} more` : ''}`
}
