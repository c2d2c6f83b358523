import type { Meter } from '@opentelemetry/api'
import { POLICIES, type Policy } from '../contract/index.ts'
import { LabelledCells, LazyCell, StreamCounter } from './stream-counter.ts'
import { NONE, type Emitter } from './vocabulary.ts'

/** On every stream metric. A turn, a user, a session or a response is never one of them. */
export type Dimensions = Emitter & { dm_type: string; experiment_arm: string; agent_definition_version: string }

/** The dimensions that hold for a whole turn. */
export type TurnDimensions = Omit<Dimensions, keyof Emitter>

/** Stands for the dimensions past the bound. */
export const OTHER = 'other'

export type StreamCounters = ReturnType<typeof createStreamCounters>

/** The names are PC3's. */
export const createStreamCounters = (meter: Meter) => ({
  events: new StreamCounter(meter, 'stream.events.emitted_total', 'Frames sent to turns, by their type'),
  statuses: new StreamCounter(meter, 'stream.status_event.emitted_total', 'Status events sent, by their id'),
  policies: new StreamCounter(meter, 'stream.rendering_policy_applied_total', 'Decisions of the policy'),
  terminals: new StreamCounter(meter, 'stream.terminal_frame.emitted_total', 'Terminal frames, by their type'),
  errors: new StreamCounter(meter, 'stream.error_frame.emitted_total', 'Error frames, by their code'),
  cancels: new StreamCounter(meter, 'stream.cancelled_total', 'Cancelled turns, by what cancelled them'),
  unregistered: new StreamCounter(meter, 'status_event.unregistered_id', 'Status events suppressed at run time'),
  refused: new StreamCounter(meter, 'stream.write_refused_total', 'Writes that were no status event'),
  late: new StreamCounter(meter, 'stream.late_write_dropped_total', 'Writes behind the end of their turn'),
})

/** Every series of one set of dimensions. */
export class StreamSeries {
  readonly dimensions: Readonly<Dimensions>
  readonly events: LabelledCells
  readonly statuses: LabelledCells
  readonly policies: Readonly<Record<Policy, LabelledCells>>
  readonly terminals: LabelledCells
  readonly errors: LabelledCells
  readonly cancels: LabelledCells
  readonly unregistered: LazyCell
  readonly refused: LazyCell
  readonly late: LazyCell

  constructor(counters: StreamCounters, dimensions: Dimensions) {
    this.dimensions = Object.freeze(dimensions)
    this.events = new LabelledCells(counters.events, 'event_type', dimensions)
    this.statuses = new LabelledCells(counters.statuses, 'event_id', dimensions)
    this.policies = Object.fromEntries(
      POLICIES.map((policy) => [policy, new LabelledCells(counters.policies, 'event_type', { policy, ...dimensions })]),
    ) as Record<Policy, LabelledCells>
    this.terminals = new LabelledCells(counters.terminals, 'type', dimensions)
    this.errors = new LabelledCells(counters.errors, 'code', dimensions)
    this.cancels = new LabelledCells(counters.cancels, 'trigger', dimensions)
    this.unregistered = new LazyCell(counters.unregistered, dimensions)
    this.refused = new LazyCell(counters.refused, dimensions)
    this.late = new LazyCell(counters.late, dimensions)
  }
}

/** All sets of dimensions seen so far, up to a bound; those past it are counted together. */
export class SeriesTable {
  readonly #counters: StreamCounters
  readonly #max: number
  readonly #series = new Map<string, StreamSeries>()
  #other: StreamSeries | undefined

  constructor(counters: StreamCounters, max: number) {
    this.#counters = counters
    this.#max = max
  }

  get(emitter: Emitter, turn: TurnDimensions): StreamSeries {
    const key = [
      emitter.vertical,
      emitter.sub_agent_id,
      turn.dm_type,
      turn.experiment_arm,
      turn.agent_definition_version,
    ].join('\n')
    const found = this.#series.get(key)
    if (found !== undefined) return found
    if (this.#series.size >= this.#max) return (this.#other ??= new StreamSeries(this.#counters, fill(OTHER)))
    const made = new StreamSeries(this.#counters, { ...emitter, ...turn })
    this.#series.set(key, made)
    return made
  }
}

const fill = (value: string): Dimensions => ({
  vertical: value,
  sub_agent_id: value,
  dm_type: value,
  experiment_arm: value,
  agent_definition_version: value,
})

export const NO_TURN: TurnDimensions = Object.freeze({
  dm_type: NONE,
  experiment_arm: NONE,
  agent_definition_version: NONE,
})
