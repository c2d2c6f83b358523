import type { ByServer, Series, ServerMeasurements } from './measure-servers.ts'
import { MORE } from './measure-servers.ts'
import type { GraphTimes } from './micro/graph.ts'
import type { PolicyTimes } from './micro/policy.ts'
import type { ReaderTimes } from './readers.ts'
import type { ServerName } from './start-server.ts'
import { median } from './stats.ts'

export interface Measurements {
  servers: ServerMeasurements
  policy: PolicyTimes
  graph: GraphTimes
  readers: ReaderTimes
  scan: { parse_ms: number; scan_ms: number; ratio: number; files: number }
}

export type Limit = { at_most: number } | { at_least: number }

/** One line of the report: OneVoice's figure, what it is held against in the same run, and their ratio. */
export interface Row {
  /** The requirement that it shows, or a name of its own. */
  id: string
  what: string
  unit: string
  value: number
  /** What `floor` is. */
  against: string
  floor: number
  ratio: number
  limit: Limit | null
  /** Null where there is no limit. */
  pass: boolean | null
}

type Key = keyof Series

const row = (fields: Omit<Row, 'ratio' | 'pass'> & { ratio?: number }): Row => {
  const { ratio = fields.value / fields.floor, ...rest } = fields
  return { ...rest, ratio, pass: fields.limit === null ? null : holds(ratio, fields.limit) }
}

export const holds = (ratio: number, limit: Limit): boolean =>
  'at_most' in limit ? ratio <= limit.at_most : ratio >= limit.at_least

/** The ratio is taken within each round, where both met the same noise, and only then the median. */
const against = (series: ByServer<Series>, other: Exclude<ServerName, 'onevoice'>, key: Key) => {
  const ours = series.onevoice[key]
  const theirs = series[other][key]
  return {
    value: median(ours),
    against: other,
    floor: median(theirs),
    ratio: median(ours.map((value, round) => value / (theirs[round] as number))),
  }
}

export function makeRows({ servers, policy, graph, readers, scan }: Measurements): Row[] {
  const { busy, alone, short, more_chunks, more_events } = servers
  /** Server CPU that one more frame costs: short and long turns of the same round, one after the other. */
  const slope = (long: ByServer<Series>, name: ServerName) =>
    median(long[name].cpu_us_per_turn.map((us, round) => (us - (short[name].cpu_us_per_turn[round] as number)) / MORE))
  const slopes = (long: ByServer<Series>, other: Exclude<ServerName, 'onevoice'>) => ({
    value: slope(long, 'onevoice'),
    against: other,
    floor: slope(long, other),
  })
  const loaded = '32 turns at once'
  return [
    row({
      id: 'turns_per_second',
      what: `turns a second, ${loaded}`,
      unit: '/s',
      ...against(busy, 'naive', 'turns_per_s'),
      limit: { at_least: 1.3 },
    }),
    row({
      id: 'turns_per_second_floor',
      what: `turns a second, ${loaded}`,
      unit: '/s',
      ...against(busy, 'floor', 'turns_per_s'),
      limit: null,
    }),
    row({
      id: 'frames_per_second',
      what: `frames a second, ${loaded}`,
      unit: '/s',
      ...against(busy, 'naive', 'frames_per_s'),
      limit: null,
    }),
    row({
      id: 'cpu_per_turn',
      what: `server CPU of one turn, ${loaded}`,
      unit: 'µs',
      ...against(busy, 'naive', 'cpu_us_per_turn'),
      limit: null,
    }),
    row({
      id: 'cpu_per_turn_floor',
      what: `server CPU of one turn, ${loaded}`,
      unit: 'µs',
      ...against(busy, 'floor', 'cpu_us_per_turn'),
      limit: null,
    }),
    row({
      id: 'NFR-1',
      what: `time to first frame, p50, ${loaded}`,
      unit: 'ms',
      ...against(busy, 'floor', 'first_frame_p50_ms'),
      limit: { at_most: 1.5 },
    }),
    row({
      id: 'first_frame_p99',
      what: `time to first frame, p99, ${loaded}`,
      unit: 'ms',
      ...against(busy, 'floor', 'first_frame_p99_ms'),
      limit: null,
    }),
    row({
      id: 'first_frame_naive',
      what: `time to first frame, p50, ${loaded}`,
      unit: 'ms',
      ...against(busy, 'naive', 'first_frame_p50_ms'),
      limit: null,
    }),
    row({
      id: 'first_frame_alone',
      what: 'time to first frame, p50, one turn at a time',
      unit: 'ms',
      ...against(alone, 'floor', 'first_frame_p50_ms'),
      limit: null,
    }),
    row({
      id: 'NFR-2',
      what: 'one more event, from write to socket',
      unit: 'µs',
      ...slopes(more_events, 'naive'),
      limit: { at_most: 1 },
    }),
    row({
      id: 'event_to_socket_floor',
      what: 'one more event, from write to socket',
      unit: 'µs',
      ...slopes(more_events, 'floor'),
      limit: null,
    }),
    row({
      id: 'chunk_to_socket',
      what: 'one more text chunk, from the model to its own packet',
      unit: 'µs',
      ...slopes(more_chunks, 'naive'),
      limit: null,
    }),
    ...policyRows(policy),
    row({
      id: 'graph',
      what: 'orchestrator with two trivial sub-agents, its model calls included',
      unit: 'µs',
      value: graph.orchestrator_us,
      against: 'bare Send fan-out',
      floor: graph.bare_us,
      limit: { at_most: 2 },
    }),
    row({
      id: 'graph_without_model',
      what: 'the same, the two model calls taken off',
      unit: 'µs',
      value: graph.orchestrator_us - graph.model_us,
      against: 'bare Send fan-out',
      floor: graph.bare_us,
      limit: null,
    }),
    row({
      id: 'slow_readers_delay',
      what: 'event to client, p99, 50 readers beside 200 that do not read',
      unit: 'µs',
      value: readers.beside_us,
      against: 'the 50 alone',
      floor: readers.alone_us,
      ratio: readers.ratio,
      limit: { at_most: 1.5 },
    }),
    row({
      id: 'slow_readers_memory',
      what: 'memory that 200 readers that do not read add',
      unit: 'MiB',
      value: readers.added_mib,
      against: 'the bound',
      floor: 64,
      limit: { at_most: 1 },
    }),
    row({
      id: 'scan',
      what: `scan of ${scan.files} files`,
      unit: 'ms',
      value: scan.scan_ms,
      against: 'one parse of them',
      floor: scan.parse_ms,
      ratio: scan.ratio,
      limit: { at_most: 3 },
    }),
  ]
}

function policyRows({ floor_ns, frame_ns, status_ns, batch_ns }: PolicyTimes): Row[] {
  const common = { unit: 'ns', against: 'Map.get and a call', floor: floor_ns }
  return [
    row({ id: 'NFR-4', what: 'policy: a frame is let through', ...common, value: frame_ns, limit: { at_most: 10 } }),
    row({ id: 'policy_forward', what: 'policy: a status is forwarded', ...common, value: status_ns, limit: null }),
    row({
      id: 'policy_batch',
      what: 'policy: a status is put into words and combined',
      ...common,
      value: batch_ns,
      limit: null,
    }),
  ]
}
