import type { Frame, FramePayload, ToolCall } from '../contract/index.ts'

/**
 * What a reader has seen begin and not yet end. A reader that began in the middle may see the end of what began before
 * its cursor: that is no mistake.
 */
export class OpenFrames {
  readonly #calls = new Map<string, ToolCall>()
  readonly #loads = new Map<string, FramePayload<'data_loading'>['data']>()
  readonly #from_start: boolean

  constructor(from_start: boolean) {
    this.#from_start = from_start
  }

  get none(): boolean {
    return this.#calls.size === 0 && this.#loads.size === 0
  }

  /** False when the frame does not fit those before it. */
  admit(frame: Frame): boolean {
    switch (frame.event_type) {
      case 'tool_call':
        return begin(this.#calls, frame.tool_call)
      case 'tool_completed':
        return this.#complete(frame.tool_call)
      case 'data_loading':
        return begin(this.#loads, frame.data)
      case 'data_loaded':
        this.#loads.delete(frame.data.id)
        return true
      default:
        return true
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

  #complete({ id, name, type }: ToolCall): boolean {
    const call = this.#calls.get(id)
    if (call === undefined) return !this.#from_start
    return call.name === name && call.type === type && this.#calls.delete(id)
  }
}

function begin<T extends { id: string }>(open: Map<string, T>, each: T): boolean {
  if (open.has(each.id)) return false
  open.set(each.id, each)
  return true
}
