import {
  DROPPED,
  headOf,
  type AssistantMessage,
  type ContentItem,
  type StatusEvent,
  type ToolCall,
  type TrustedEvent,
  type Usage,
} from '../contract/index.ts'

/**
 *   text ───────────────► message ──────┐
 *   reasoning, thinking ► reasoning ────┤  joined while they follow each other
 *   tool_call_start ────► tool_call ────┼──► content_items, in the order of the events
 *   tool_result ────────► tool_result ──┘    (its arguments go to its tool_call)
 *   support_content ────► apart: for the history step, never in the document
 *
 * It takes events as they are behind the writer: plain JSON within bounds. Nothing is left out without a sign of it: a
 * tool's arguments or result that find no room become `dropped`, and where text or items had to go, the document's
 * message ends in `…(truncated)`.
 */
export interface Accumulator {
  take(event: TrustedEvent | StatusEvent, at: number, agent_kind: string): void
  /** The document so far. It may be asked for at a pause, and again at the end. */
  finish(end: { at: number; usage: Usage | null; incomplete: boolean }): AssistantMessage
  /** Each sub-agent's together, in the order in which they began. */
  supportContent(): string
}

export type AccumulatorOptions = {
  response_id: string
  conversation_id: string
  message_id: string
  started_at: number
}

/** Of one document, in bytes of UTF-8. Half is for what was said: tools come before the answer, and must not use it up. */
export const MAX_CONTENT_BYTES = 1024 * 1024
export const MAX_TEXT_BYTES = MAX_CONTENT_BYTES / 2
export const MAX_TOOL_BYTES = MAX_CONTENT_BYTES - MAX_TEXT_BYTES
export const MAX_SUPPORT_BYTES = 256 * 1024

export const TRUNCATED = '…(truncated)'
/** Between two sub-agents' support content. */
const JOINT = '\n\n'

/** What an item takes beside its content: the names of its fields, its numbers. */
const ITEM_BYTES = 192
/** For the sign that something is missing, an item of its own. */
const SIGN_BYTES = ITEM_BYTES + Buffer.byteLength(TRUNCATED)
const DROPPED_BYTES = Buffer.byteLength(JSON.stringify(DROPPED))

type TextType = 'message' | 'reasoning'
/** Its sequence is its place, given at the end. */
type Kept = ContentItem extends infer Item ? (Item extends ContentItem ? Omit<Item, 'sequence'> : never) : never
type KeptCall = Extract<Kept, { type: 'tool_call' }>
type ToolResult = Extract<TrustedEvent, { event_type: 'tool_result' }>

export const createAccumulator = (options: AccumulatorOptions): Accumulator => new ContentAccumulator(options)

class ContentAccumulator implements Accumulator {
  readonly #options: AccumulatorOptions
  readonly #items: Kept[] = []
  /** Those that are in the list, by id. */
  readonly #calls = new Map<string, KeptCall>()
  readonly #support = new Map<string, string>()
  #textRoom = MAX_TEXT_BYTES - SIGN_BYTES
  #toolRoom = MAX_TOOL_BYTES
  #supportRoom = MAX_SUPPORT_BYTES - Buffer.byteLength(TRUNCATED)
  /** Text that comes after a gap would read as if there were none: past the bound, all of it goes. */
  #textFull = false
  #supportFull = false
  #truncated = false

  constructor(options: AccumulatorOptions) {
    this.#options = options
  }

  take(event: TrustedEvent | StatusEvent, at: number, agent_kind: string): void {
    // The writer refuses a status event with the name of one of these.
    const known = event as TrustedEvent
    switch (known.event_type) {
      case 'text':
        return this.#addText('message', known.chunk, at)
      case 'reasoning':
        return this.#addText('reasoning', known.chunk, at)
      case 'thinking':
        return this.#addText('reasoning', known.content, at)
      case 'tool_call_start':
        this.#callOf(known.tool_call, at)
        return
      case 'tool_result':
        return this.#addResult(known, at)
      case 'support_content':
        return this.#addSupport(known.content, agent_kind)
      default:
    }
  }

  #addText(type: TextType, chunk: string, at: number): void {
    const last = this.#items.at(-1)
    const open = last?.type === type ? last : undefined
    const room = this.#textRoom - (open === undefined ? ITEM_BYTES : 0)
    const kept = this.#textFull ? '' : headOf(chunk, Math.max(room, 0))
    if (kept !== chunk) this.#textFull = this.#truncated = true
    // An empty piece neither opens an item nor closes one.
    if (kept === '') return
    this.#textRoom = room - Buffer.byteLength(kept)
    if (open === undefined) this.#items.push({ type, timestamp: at, content: kept })
    else open.content += kept
  }

  /** A result whose start was not seen gets a call all the same: its arguments have no other place. */
  #addResult({ tool_call, arguments: given, result, is_error, duration_ms }: ToolResult, at: number): void {
    const call = this.#callOf(tool_call, at)
    if (call !== undefined && call.arguments === null) call.arguments = this.#fit(given)
    if (!this.#reserve(tool_call.id)) return
    const item = { type: 'tool_result', timestamp: at, tool_call_id: tool_call.id } as const
    this.#items.push({ ...item, result: this.#fit(result), is_error, duration_ms })
  }

  /** Its arguments are known when it ends: until then, and for a turn that is cut before, they are null. */
  #callOf({ id, name }: ToolCall, at: number): KeptCall | undefined {
    const known = this.#calls.get(id)
    if (known !== undefined) return known
    if (!this.#reserve(id, name)) return undefined
    const call: KeptCall = { type: 'tool_call', timestamp: at, tool_call_id: id, tool_name: name, arguments: null }
    this.#calls.set(id, call)
    this.#items.push(call)
    return call
  }

  /** Room for a tool's item, and for `dropped` in place of what it carries. */
  #reserve(...names: string[]): boolean {
    const bytes = names.reduce((sum, name) => sum + Buffer.byteLength(name), ITEM_BYTES + DROPPED_BYTES)
    const fits = bytes <= this.#toolRoom
    if (fits) this.#toolRoom -= bytes
    else this.#truncated = true
    return fits
  }

  #fit(value: unknown): unknown {
    const json = JSON.stringify(value ?? null)
    // The room of `dropped` was set aside with the item.
    const bytes = Math.max(Buffer.byteLength(json) - DROPPED_BYTES, 0)
    if (bytes > this.#toolRoom) return DROPPED
    this.#toolRoom -= bytes
    return value ?? null
  }

  #addSupport(content: string, agent_kind: string): void {
    const before = this.#support.get(agent_kind)
    const room = this.#supportRoom - (before === undefined ? JOINT.length : 0)
    const kept = this.#supportFull ? '' : headOf(content, Math.max(room, 0))
    if (kept !== content) this.#supportFull = true
    if (kept === '') return
    this.#supportRoom = room - Buffer.byteLength(kept)
    this.#support.set(agent_kind, (before ?? '') + kept)
  }

  finish({ at, usage, incomplete }: { at: number; usage: Usage | null; incomplete: boolean }): AssistantMessage {
    const { response_id, conversation_id, message_id, started_at } = this.#options
    return {
      id: message_id,
      conversation_id,
      run_id: response_id,
      role: 'assistant',
      content_items: this.#itemsAt(at),
      created_at: started_at,
      completed_at: at,
      // A clock may be set back meanwhile.
      duration_ms: Math.max(at - started_at, 0),
      tokens_used: usage && {
        prompt_tokens: usage.input_tokens,
        completion_tokens: usage.output_tokens,
        reasoning_tokens: usage.reasoning_tokens,
      },
      incomplete,
    }
  }

  #itemsAt(at: number): ContentItem[] {
    const items = this.#items.map((item, sequence): ContentItem => ({ ...item, sequence }))
    if (!this.#truncated) return items
    const last = items.at(-1)
    if (last?.type === 'message') last.content += TRUNCATED
    else items.push({ type: 'message', sequence: items.length, timestamp: at, content: TRUNCATED })
    return items
  }

  supportContent(): string {
    return [...this.#support.values()].join(JOINT) + (this.#supportFull ? TRUNCATED : '')
  }
}
