import type { Histogram } from '@opentelemetry/api'
import { isTerminal, type Frame, type FramePayload, type Policy } from '../contract/index.ts'
import type { SeriesTable, StreamSeries, TurnDimensions } from './stream-series.ts'
import { NOBODY, type Emitter, type Vocabulary } from './vocabulary.ts'

/** What one turn counts. It holds no id of the turn. */
export interface TurnMetrics {
  /** A frame as it was appended; the turn's first one is its time to first event. */
  frame(frame: Frame, since_start_ms: number): void
  decided(event_type: string, policy: Policy, vertical: string, sub_agent_id: string | null): void
  /** A status event that was suppressed: its id is unregistered, another's or deprecated. */
  unregistered(sub_agent_id: string | null): void
  /** A write that was no status event. */
  refused(sub_agent_id: string | null): void
  /** A write behind the turn's end. */
  late(): void
  /** How long one write took, from the writer to the log. */
  wrote(ms: number): void
  /** The turn is over. Again: nothing. */
  ended(): void
}

export interface TurnMetricsOptions {
  table: SeriesTable
  vocabulary: Vocabulary
  dimensions: TurnDimensions
  ttfe: Histogram
  overhead: Histogram
  onEnded: () => void
}

export class CountedTurn implements TurnMetrics {
  readonly #options: TurnMetricsOptions
  /** By vertical, then by sub-agent: a turn has few of either. */
  readonly #series = new Map<string, Map<string, StreamSeries>>()
  readonly #own: StreamSeries
  #frames = 0
  #over = false

  constructor(options: TurnMetricsOptions) {
    this.#options = options
    this.#own = this.#of(NOBODY)
  }

  frame(frame: Frame, since_start_ms: number): void {
    if (this.#frames++ === 0) this.#options.ttfe.record(since_start_ms, this.#own.dimensions)
    const series = this.#seriesOf(frame)
    series.events.add(frame.event_type)
    if (frame.event_type === 'status') this.#statuses(frame)
    else if (frame.event_type === 'error') series.errors.add(frame.error.code)
    else if (frame.event_type === 'cancelled') series.cancels.add(frame.error.code)
    if (isTerminal(frame)) this.#own.terminals.add(frame.event_type)
  }

  decided(event_type: string, policy: Policy, vertical: string, sub_agent_id: string | null): void {
    const emitter = { vertical, sub_agent_id: this.#options.vocabulary.ofSubAgent(sub_agent_id).sub_agent_id }
    this.#of(emitter).policies[policy].add(this.#options.vocabulary.eventType(event_type))
  }

  unregistered(sub_agent_id: string | null): void {
    this.#of(this.#options.vocabulary.ofSubAgent(sub_agent_id)).unregistered.add()
  }

  refused(sub_agent_id: string | null): void {
    this.#of(this.#options.vocabulary.ofSubAgent(sub_agent_id)).refused.add()
  }

  late(): void {
    this.#own.late.add()
  }

  wrote(ms: number): void {
    this.#options.overhead.record(ms * 1_000, this.#own.dimensions)
  }

  ended(): void {
    if (this.#over) return
    this.#over = true
    this.#options.onEnded()
  }

  /** A frame does not say who caused it, except where its own payload does. */
  #seriesOf(frame: Frame): StreamSeries {
    const { vocabulary } = this.#options
    if (frame.event_type === 'status') return this.#of(vocabulary.ofEvent(frame.data.event_id))
    if (frame.event_type === 'error') return this.#of(vocabulary.ofSubAgent(frame.error.sub_agent_id ?? null))
    return this.#own
  }

  #statuses({ data }: FramePayload<'status'>): void {
    const { vocabulary } = this.#options
    for (const id of data.event_ids ?? [data.event_id])
      this.#of(vocabulary.ofEvent(id)).statuses.add(vocabulary.eventId(id))
  }

  #of(emitter: Emitter): StreamSeries {
    let ofVertical = this.#series.get(emitter.vertical)
    if (ofVertical === undefined) this.#series.set(emitter.vertical, (ofVertical = new Map()))
    let series = ofVertical.get(emitter.sub_agent_id)
    if (series === undefined) {
      series = this.#options.table.get(emitter, this.#options.dimensions)
      ofVertical.set(emitter.sub_agent_id, series)
    }
    return series
  }
}
