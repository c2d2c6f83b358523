import { RESERVED_IDS, type StatusEvent } from '../contract/index.ts'
import type { StreamWriter } from './ambient.ts'
import { boundStatusEvent } from './bound-status-event.ts'

/** Why the writer did not take what it was given. */
export const REFUSALS = ['prose', 'internal', 'unreadable'] as const
export type Refusal = (typeof REFUSALS)[number]

export interface WriterSink {
  /** A status event from a sub-agent, within bounds: a copy, plain JSON but for its dates. */
  status(event: StatusEvent): void
  /** What was refused; `id` when it had one. */
  refused(refusal: Refusal, id: string | null): void
}

/** The front of the one sink that sub-agents see. It never throws: a throw here would fail the caller's node. */
export function createWriter(sink: WriterSink): StreamWriter {
  return (event: unknown) => {
    let id: string | null = null
    try {
      if (typeof event !== 'object' || event === null || !('event_type' in event)) return sink.refused('prose', null)
      const { event_type } = event
      if (typeof event_type !== 'string') return sink.refused('prose', null)
      id = event_type
      if (RESERVED_IDS.has(id)) return sink.refused('internal', id)
      const bounded = boundStatusEvent(id, event as StatusEvent)
      return bounded === undefined ? sink.refused('unreadable', id) : sink.status(bounded)
    } catch {
      // A getter that throws: nothing that could be sent.
      return sink.refused('unreadable', id)
    }
  }
}
