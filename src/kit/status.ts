import { getStreamWriter, type StreamWriter } from '../write/index.ts'
import type { RegisteredStatusEvents } from './index.ts'

/** The registered ids: from the generated types, or any string where none have been generated yet. */
export type StatusId = [keyof RegisteredStatusEvents] extends [never] ? string : keyof RegisteredStatusEvents & string

/** The ids that one sub-agent may emit. */
export type StatusIdOf<SubAgent extends string> = [keyof RegisteredStatusEvents] extends [never]
  ? string
  : {
      [Id in keyof RegisteredStatusEvents]: SubAgent extends RegisteredStatusEvents[Id] ? Id : never
    }[keyof RegisteredStatusEvents] &
      string

/** Fields for the event's words, for example `{ store: 'Blue Bottle' }`. */
export type StatusFields = Readonly<Record<string, unknown>> & { event_type?: never }

/** Tells the user what is going on, by a registered id. The typed front of the ambient writer. */
export function emitStatus(id: StatusId, fields?: StatusFields): void {
  getStreamWriter()({ ...fields, event_type: id })
}

/** `emitStatus`, narrowed to the ids that this sub-agent owns. */
export const emitterFor =
  <SubAgent extends string>(_sub_agent_id: SubAgent) =>
  (id: StatusIdOf<SubAgent>, fields?: StatusFields): void =>
    emitStatus(id as StatusId, fields)

export type { StreamWriter }
