import {
  boundMessage,
  EVENT_TO_FRAME,
  type FramePayload,
  type FrameType,
  type Policy,
  type StatusEvent,
  type TrustedEvent,
} from '../contract/index.ts'
import { Batches, type Waiting } from './batches.ts'
import { systemClock, type Clock } from './clock.ts'
import { PLATFORM, type Decision, type DecisionTable } from './decision-table.ts'
import type { Renderer } from './render.ts'

/**
 *   sub-agent ──status()──► table ─┬─ forward ───► what waits, then its own fields
 *                                  ├─ transform ─► what waits, then its words
 *                                  ├─ batch ─────► waits for at most the window
 *                                  └─ suppress
 *   kit, orchestrator ──frame()──► table ─┬─ forward ─► what waits, then the frame (a boundary does not wait for it)
 *                                         └─ suppress, and all that has no outside name
 */
export interface PolicyStage {
  /** From a sub-agent; null is the orchestrator itself. */
  status(event: StatusEvent, sub_agent_id: string | null): void
  /** From the kit and the orchestrator. */
  frame(event: TrustedEvent): void
  /** Sends what waits. */
  flush(): void
  /** Drops timers and what waits; later events are dropped. Both are counted by `observe.late`. */
  close(): void
}

export type RefusedStatus = 'unregistered' | 'not_owner' | 'deprecated'

export interface PolicyObserver {
  decided?(event_type: string, policy: Policy, vertical: string, sub_agent_id: string | null): void
  /** `id` is empty when the event had none that could be read. */
  unregistered?(id: string, why: RefusedStatus, sub_agent_id: string | null): void
  unrendered?(id: string): void
  late?(event_type: string): void
}

export interface PolicyStageOptions {
  table: DecisionTable
  renderer: Renderer
  locale: string
  /** 0: nothing waits. */
  window_ms: number
  /** Called from a timer too, where nobody catches what it throws. */
  send: (frame: FramePayload) => void
  clock?: Clock
  observe?: PolicyObserver
}

/** One per turn. Whatever it is given, it throws only what `send` throws. */
export const createPolicyStage = (options: PolicyStageOptions): PolicyStage => new TurnPolicyStage(options)

/** These say what the machinery does, not the assistant: a waiting status lets them by. */
const PASSES: ReadonlySet<FrameType> = new Set(['tool_call', 'tool_completed', 'node_enter', 'node_exit'])

const OUTSIDE: ReadonlyMap<string, FrameType | null> = new Map(Object.entries(EVENT_TO_FRAME))

/** The group of the ids that name none; no fragment can name it. */
const SHARED_GROUP = ''

class TurnPolicyStage implements PolicyStage {
  readonly #options: PolicyStageOptions
  readonly #observe: PolicyObserver
  readonly #clock: Clock
  readonly #batches: Batches
  /** When an id with an interval was last accepted: at most as many as the registry has. */
  readonly #accepted = new Map<string, number>()
  #closed = false

  constructor(options: PolicyStageOptions) {
    this.#options = options
    this.#observe = options.observe ?? {}
    this.#clock = options.clock ?? systemClock
    this.#batches = new Batches(options.window_ms, this.#clock, (waiting) => this.#sendBatch(waiting))
  }

  status(event: StatusEvent, sub_agent_id: string | null): void {
    const id = typeOf(event)
    if (this.#closed) return this.#observe.late?.(id)
    const decision = this.#options.table.get(id)
    if (decision?.kind !== 'status') return this.#observe.unregistered?.(id, 'unregistered', sub_agent_id)
    if (!mayEmit(decision, sub_agent_id)) return this.#observe.unregistered?.(id, 'not_owner', sub_agent_id)
    if (decision.deprecated) return this.#observe.unregistered?.(id, 'deprecated', sub_agent_id)
    this.#batches.settle()
    const policy = this.#apply(id, decision, event)
    this.#observe.decided?.(id, policy, decision.vertical, sub_agent_id)
  }

  frame(event: TrustedEvent): void {
    const event_type = typeOf(event)
    if (this.#closed) return this.#observe.late?.(event_type)
    const type = OUTSIDE.get(event_type)
    if (type === undefined) return this.#observe.unregistered?.(event_type, 'unregistered', null)
    // Not left to the table: an internal event stays inside whatever a table says.
    const decision = type === null ? undefined : this.#options.table.get(type)
    const payload = decision?.kind === 'frame' && decision.policy === 'forward' ? payloadOf(event) : undefined
    this.#observe.decided?.(type ?? event_type, payload === undefined ? 'suppress' : 'forward', PLATFORM, null)
    if (payload === undefined) return
    if (PASSES.has(payload.event_type)) this.#batches.settle()
    else this.#batches.flush()
    this.#options.send(payload)
  }

  flush(): void {
    if (!this.#closed) this.#batches.flush()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const id of this.#batches.drop()) this.#observe.late?.(id)
  }

  /** What became of it: the decision's policy, or suppress where it could not be followed. */
  #apply(id: string, decision: Decision, event: StatusEvent): Policy {
    if (decision.policy === 'suppress' || this.#isTooSoon(id, decision)) return 'suppress'
    switch (decision.policy) {
      case 'forward': {
        const data = forwardedData(id, event)
        if (data === undefined) return this.#unrendered(id)
        this.#accept(id, decision)
        this.#sendNow(data)
        return 'forward'
      }
      case 'transform': {
        const message = this.#render(decision, event)
        if (message === undefined) return this.#unrendered(id)
        this.#accept(id, decision)
        this.#sendNow({ event_id: id, message })
        return 'transform'
      }
      case 'batch':
        return this.#batch(id, decision, event)
    }
  }

  #batch(id: string, decision: Decision, event: StatusEvent): Policy {
    const group = decision.batch_group ?? SHARED_GROUP
    if (this.#batches.has(group, id)) return 'batch'
    const message = this.#render(decision, event)
    if (message === undefined) return this.#unrendered(id)
    this.#accept(id, decision)
    if (this.#options.window_ms === 0) this.#sendNow({ event_id: id, message })
    else this.#batches.add(group, { id, key: decision.render_key!, fields: event, message })
    return 'batch'
  }

  #sendBatch(waiting: readonly Waiting[]): void {
    const { id: event_id, message } = waiting[0]!
    if (waiting.length === 1) return this.#options.send({ event_type: 'status', data: { event_id, message } })
    const combined = this.#options.renderer.combined(this.#options.locale, waiting)
    const words = combined === undefined ? message : boundMessage(combined)
    const event_ids = waiting.map(({ id }) => id)
    this.#options.send({ event_type: 'status', data: { event_id, message: words, event_ids } })
  }

  #sendNow(data: FramePayload<'status'>['data']): void {
    this.#batches.flush()
    this.#options.send({ event_type: 'status', data })
  }

  #render(decision: Decision, event: StatusEvent): string | undefined {
    if (decision.render_key === null) return undefined
    const words = this.#options.renderer.message(this.#options.locale, decision.render_key, event)
    return words === undefined ? undefined : boundMessage(words)
  }

  #unrendered(id: string): Policy {
    this.#observe.unrendered?.(id)
    return 'suppress'
  }

  #isTooSoon(id: string, { min_interval_ms }: Decision): boolean {
    if (min_interval_ms === 0) return false
    const last = this.#accepted.get(id)
    return last !== undefined && this.#clock.now() - last < min_interval_ms
  }

  #accept(id: string, { min_interval_ms }: Decision): void {
    if (min_interval_ms > 0) this.#accepted.set(id, this.#clock.now())
  }
}

/** The orchestrator may say what belongs to the platform; a sub-agent what names it. */
const mayEmit = ({ owners, vertical }: Decision, sub_agent_id: string | null): boolean =>
  sub_agent_id === null ? vertical === PLATFORM : (owners?.has(sub_agent_id) ?? false)

/** Empty when there is none that can be read, or no event at all. */
function typeOf(event: { readonly event_type: unknown }): string {
  try {
    const { event_type } = event
    return typeof event_type === 'string' ? event_type : ''
  } catch {
    return ''
  }
}

/** The event's own fields, none of which may pass for ours: a `message` would be prose. */
function forwardedData(id: string, event: StatusEvent): FramePayload<'status'>['data'] | undefined {
  try {
    const { event_type: _, event_id: __, event_ids: ___, message: ____, ...fields } = event
    for (const [name, value] of Object.entries(fields)) if (value instanceof Date) fields[name] = value.toJSON()
    return { event_id: id, ...fields }
  } catch {
    return undefined
  }
}

/** Undefined stays inside, and so does a tool boundary's facet. */
function payloadOf(event: TrustedEvent): FramePayload | undefined {
  try {
    switch (event.event_type) {
      case 'tool_call_start':
        return { event_type: 'tool_call', tool_call: event.tool_call }
      case 'tool_call_end':
        return { event_type: 'tool_completed', tool_call: event.tool_call }
      case 'support_content':
      case 'tool_result':
        return undefined
      default:
        return event
    }
  } catch {
    return undefined
  }
}
