import type { FramePayload, ToolCall } from './frames.ts'

/**
 * What has begun in a stream and not yet ended: tool calls and loads. The turn keeps it while it writes, and a route
 * while it reads; both close what is open before a terminal frame.
 */
export class OpenFrames {
  readonly #calls = new Map<string, ToolCall>()
  readonly #loads = new Map<string, FramePayload<'data_loading'>['data']>()
  readonly #from_start: boolean

  /** A reader that began in the middle may see the end of what began before its cursor: that is no mistake. */
  constructor(from_start = true) {
    this.#from_start = from_start
  }

  get none(): boolean {
    return this.#calls.size === 0 && this.#loads.size === 0
  }

  /** Why the frame does not fit those before it, or undefined. */
  complaint(frame: FramePayload): string | undefined {
    switch (frame.event_type) {
      case 'tool_call':
        return this.#calls.has(frame.tool_call.id) ? `tool call ${frame.tool_call.id} began twice` : undefined
      case 'tool_completed':
        return this.#completes(frame.tool_call)
          ? undefined
          : `tool_completed for ${frame.tool_call.id} has no tool_call like it`
      case 'data_loading':
        return this.#loads.has(frame.data.id) ? `load ${frame.data.id} began twice` : undefined
      default:
        return undefined
    }
  }

  /** The frame is in the stream now. */
  note(frame: FramePayload): void {
    switch (frame.event_type) {
      case 'tool_call':
        this.#calls.set(frame.tool_call.id, frame.tool_call)
        break
      case 'tool_completed':
        this.#calls.delete(frame.tool_call.id)
        break
      case 'data_loading':
        this.#loads.set(frame.data.id, frame.data)
        break
      case 'data_loaded':
        this.#loads.delete(frame.data.id)
        break
    }
  }

  /** What ends all of it. */
  closing(): FramePayload[] {
    return [
      ...Array.from(this.#calls.values(), (tool_call): FramePayload => ({ event_type: 'tool_completed', tool_call })),
      ...Array.from(this.#loads.values(), (data): FramePayload => ({
        event_type: 'data_loaded',
        data: { ...data, items: [] },
      })),
    ]
  }

  #completes({ id, name, type }: ToolCall): boolean {
    const call = this.#calls.get(id)
    return call === undefined ? !this.#from_start : call.name === name && call.type === type
  }
}
