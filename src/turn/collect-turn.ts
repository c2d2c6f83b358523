import { isTerminal, type Frame, type TurnResult } from '../contract/index.ts'

/** One whole turn as a program wants it: its frames, and what they say. */
export async function collectTurn(frames: AsyncIterable<Frame>): Promise<TurnResult> {
  const started = performance.now()
  const all: Frame[] = []
  let first_frame_ms = 0
  let first_text_ms: number | null = null
  for await (const frame of frames) {
    if (all.length === 0) first_frame_ms = performance.now() - started
    if (frame.event_type === 'text') first_text_ms ??= performance.now() - started
    all.push(frame)
  }
  const terminal = all.at(-1)
  if (terminal === undefined || !isTerminal(terminal))
    throw new Error('The turn’s frames ended without a terminal frame.')
  const of = <T extends Frame['event_type']>(...types: T[]) =>
    all.filter((frame): frame is Extract<Frame, { event_type: T }> => (types as string[]).includes(frame.event_type))
  const [usage] = of('usage')
  return {
    response_id: terminal.response_id,
    frames: all,
    text: of('text')
      .map(({ chunk }) => chunk)
      .join(''),
    statuses: of('status').map(({ data }) => data),
    components: of('data_loaded', 'component'),
    errors: of('error'),
    terminal: terminal as TurnResult['terminal'],
    usage:
      usage === undefined
        ? null
        : {
            input_tokens: usage.input_tokens,
            output_tokens: usage.output_tokens,
            total_tokens: usage.total_tokens,
            reasoning_tokens: usage.reasoning_tokens,
            cached_tokens: usage.cached_tokens,
          },
    timings: { first_frame_ms, first_text_ms, total_ms: performance.now() - started },
  }
}
