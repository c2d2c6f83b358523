import { RESERVED_IDS, type StatusEvent, type TrustedEvent } from '../contract/index.ts'
import type { StreamWriter } from './ambient.ts'
import { BOUNDS, DROPPED, boundData, boundDataLoaded, boundStatusEvent, jsonBytes, splitText } from './bounds.ts'

/** Why the writer did not take what it was given. */
export const REFUSALS = ['prose', 'internal', 'unreadable'] as const
export type Refusal = (typeof REFUSALS)[number]

export interface WriterSink {
  /** A status event from a sub-agent, within bounds. */
  status(event: StatusEvent): void
  /** What was refused; `id` when it had one. */
  refused(refusal: Refusal, id: string | null): void
}

/** The front of the one sink that sub-agents see. It never throws: a throw here would fail the caller's node. */
export function createWriter(sink: WriterSink): StreamWriter {
  return (event: unknown) => {
    try {
      if (typeof event !== 'object' || event === null || !('event_type' in event)) return sink.refused('prose', null)
      const id = event.event_type
      if (typeof id !== 'string') return sink.refused('prose', null)
      if (RESERVED_IDS.has(id)) return sink.refused('internal', id)
      return sink.status(boundStatusEvent(event as StatusEvent))
    } catch {
      // A getter that throws, a cycle, a BigInt: nothing that could be sent.
      return sink.refused('unreadable', null)
    }
  }
}

/** The same bounds for what the kit and the orchestrator write. Long text becomes several events. */
export function boundTrustedEvent(event: TrustedEvent): TrustedEvent[] {
  switch (event.event_type) {
    case 'text':
      return splitText(event.chunk).map((chunk) => ({ ...event, chunk }))
    case 'reasoning':
      return splitText(event.chunk).map((chunk) => ({ ...event, chunk }))
    case 'thinking':
      return splitText(event.content).map((content) => ({ ...event, content }))
    case 'data_loaded':
      return [boundDataLoaded(event)]
    case 'component':
      return [jsonBytes(event.chunk) <= BOUNDS.frame - 1_024 ? event : { ...event, chunk: DROPPED }]
    case 'tool_result':
      return [{ ...event, arguments: boundData(event.arguments), result: boundData(event.result) }]
    case 'support_content':
      return splitText(event.content).map((content) => ({ ...event, content }))
    default:
      return [event]
  }
}
