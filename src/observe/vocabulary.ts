import { FRAME_TYPES, INTERNAL_EVENT_TYPES, type RegistryEntry } from '../contract/index.ts'

export type Emitter = { vertical: string; sub_agent_id: string }

/** Where there is no vertical, sub-agent, arm or version to name. */
export const NONE = 'none'
/** Stands for every id that is not registered: a label's values are a closed set. */
export const UNREGISTERED = 'unregistered'

export const NOBODY: Emitter = Object.freeze({ vertical: NONE, sub_agent_id: NONE })

const BUILT_IN: ReadonlySet<string> = new Set([...FRAME_TYPES, ...INTERNAL_EVENT_TYPES])

/** Which ids and sub-agents there are, and whose they are. */
export class Vocabulary {
  readonly #events = new Map<string, Emitter>()
  readonly #sub_agents = new Map<string, Emitter>()

  learn(
    entries: Iterable<Pick<RegistryEntry, 'id' | 'vertical' | 'emitter_subagents'>>,
    sub_agents: Iterable<{ id: string; vertical: string }>,
  ): void {
    for (const { id, vertical } of sub_agents) this.#sub_agents.set(id, { vertical, sub_agent_id: id })
    for (const { id, vertical, emitter_subagents } of entries) {
      // Of several emitters none can be named.
      const [only, ...others] = emitter_subagents
      this.#events.set(id, { vertical, sub_agent_id: only === undefined || others.length > 0 ? NONE : only })
    }
  }

  eventId = (id: string): string => (this.#events.has(id) ? id : UNREGISTERED)

  eventType = (type: string): string => (BUILT_IN.has(type) ? type : this.eventId(type))

  ofEvent = (id: string): Emitter => this.#events.get(id) ?? NOBODY

  ofSubAgent = (id: string | null): Emitter => (id === null ? NOBODY : (this.#sub_agents.get(id) ?? NOBODY))
}
