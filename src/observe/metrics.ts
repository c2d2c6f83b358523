import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import type { RegistryEntry, RouteName } from '../contract/index.ts'
import { StreamCounter } from './stream-counter.ts'
import { createStreamCounters, NO_TURN, OTHER, SeriesTable, type TurnDimensions } from './stream-series.ts'
import { CountedTurn, type TurnMetrics } from './turn-metrics.ts'
import { NOBODY, Vocabulary } from './vocabulary.ts'

/**
 *   turn, http, upstream ─► cells and histograms ─► OpenTelemetry ─► GET /metrics
 *
 * No series carries a turn, a user, a session or a response id, and every label's values are bounded.
 */
export interface Metrics {
  /** The ids and sub-agents that may be named. An id that is not among them is counted as `unregistered`. */
  know(
    entries: Iterable<Pick<RegistryEntry, 'id' | 'vertical' | 'emitter_subagents'>>,
    sub_agents: Iterable<{ id: string; vertical: string }>,
  ): void
  /** Counts a turn as active until its `ended()`. */
  turn(dimensions?: Partial<TurnDimensions>): TurnMetrics
  /** A start that was refused for so many unregistered emissions. */
  startRefused(count: number): void
  contextCall(call: { enricher_id: string; outcome: string; duration_ms: number }): void
  streamOpened(): void
  streamClosed(): void
  /** A reader that blocked a write for too long. */
  slowReaderClosed(): void
  /** Frames that a reader should have had. */
  framesDropped(count: number): void
  /** A frame that the state machine forbids, at the turn or at a route. */
  violation(where: RouteName | 'turn'): void
  /** In Prometheus' text format. */
  render(): Promise<string>
  close(): Promise<void>
}

export interface MetricsOptions {
  /** Sets of dimensions that are told apart; more are counted together. */
  max_series?: number
  /** Enrichers that are told apart. */
  max_enrichers?: number
}

const TTFE_MS = [0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000]
const OVERHEAD_US = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 5_000]
const CONTEXT_MS = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]

export function createMetrics({ max_series = 500, max_enrichers = 200 }: MetricsOptions = {}): Metrics {
  const exporter = new PrometheusExporter({ preventServerStart: true })
  const provider = new MeterProvider({ readers: [exporter] })
  const serializer = new PrometheusSerializer('', false, undefined, true, true)
  const meter = provider.getMeter('onevoice')

  const histogram = (name: string, unit: string, description: string, boundaries: number[]) =>
    meter.createHistogram(name, { unit, description, advice: { explicitBucketBoundaries: boundaries } })
  const gauge = (name: string, description: string, read: () => number) =>
    meter.createObservableGauge(name, { description }).addCallback((result) => result.observe(read()))
  // One series from the start, at zero: an alert on it needs no first time.
  const counter = (name: string, description: string) =>
    new StreamCounter(meter, name, description).newCell({ ...NOBODY, ...NO_TURN })

  const ttfe = histogram('stream.ttfe_ms', 'ms', 'From the start of a turn to its first frame', TTFE_MS)
  const overhead = histogram('stream.writer_overhead_us', 'us', 'One frame from the writer to the log', OVERHEAD_US)
  const contextCalls = histogram('context.call.duration_ms', 'ms', 'One context call', CONTEXT_MS)
  const rejected = counter('stream.unregistered_event_rejected_total', 'Unregistered emissions that refused a start')
  const dropped = counter('stream.sse.frame_dropped_total', 'Frames that a reader should have had')
  const slow = counter('stream.sse.slow_reader_closed_total', 'Readers closed because they did not read')
  const violations = new StreamCounter(meter, 'stream.violation_total', 'Frames that a state machine forbids')
  const table = new SeriesTable(createStreamCounters(meter), max_series)
  const vocabulary = new Vocabulary()
  const enrichers = new Set<string>()
  const places = new Map<string, ReturnType<StreamCounter['newCell']>>()
  let activeTurns = 0
  let openStreams = 0
  gauge('stream.active_turns', 'Turns that run', () => activeTurns)
  gauge('stream.sse.open_streams', 'Responses that are being streamed', () => openStreams)

  return {
    know: (entries, sub_agents) => vocabulary.learn(entries, sub_agents),

    turn(dimensions) {
      activeTurns += 1
      return new CountedTurn({
        table,
        vocabulary,
        dimensions: { ...NO_TURN, ...dimensions },
        ttfe,
        overhead,
        onEnded: () => (activeTurns -= 1),
      })
    },

    startRefused(count) {
      rejected.count += count
    },

    contextCall({ enricher_id, outcome, duration_ms }) {
      if (enrichers.size < max_enrichers) enrichers.add(enricher_id)
      contextCalls.record(duration_ms, { enricher_id: enrichers.has(enricher_id) ? enricher_id : OTHER, outcome })
    },

    streamOpened() {
      openStreams += 1
    },
    streamClosed() {
      openStreams -= 1
    },
    slowReaderClosed() {
      slow.count += 1
    },
    framesDropped(count) {
      dropped.count += count
    },
    violation(where) {
      let cell = places.get(where)
      if (cell === undefined) places.set(where, (cell = violations.newCell({ where, ...NOBODY, ...NO_TURN })))
      cell.count += 1
    },

    async render() {
      const { resourceMetrics, errors } = await exporter.collect()
      if (errors.length > 0) throw new AggregateError(errors, 'The metrics could not be collected')
      return serializer.serialize(resourceMetrics)
    },

    close: () => provider.shutdown(),
  }
}
