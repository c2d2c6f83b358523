import type { Clock } from './clock.ts'

/**
 *   first id of a group ─► its batch begins, its window runs ─► more ids join ─► window over · flush · full ─► out
 *
 * Batches leave in the order of their first events: one never leaves before another that began earlier.
 */
export interface Waiting {
  readonly id: string
  readonly key: string
  readonly fields: Readonly<Record<string, unknown>>
  /** The whole message, used when it stays alone. */
  readonly message: string
}

/** Distinct ids that wait in one group; the next one sends them first. */
export const MAX_WAITING = 20

interface Batch {
  readonly group: string
  readonly due: number
  readonly waiting: Map<string, Waiting>
  timer: unknown
}

export class Batches {
  readonly #window_ms: number
  readonly #clock: Clock
  readonly #send: (waiting: readonly Waiting[]) => void
  /** In the order of their first events; one per group, so at most as many as the registry has groups. */
  readonly #pending = new Map<string, Batch>()

  constructor(window_ms: number, clock: Clock, send: (waiting: readonly Waiting[]) => void) {
    this.#window_ms = window_ms
    this.#clock = clock
    this.#send = send
  }

  has(group: string, id: string): boolean {
    return this.#pending.get(group)?.waiting.has(id) ?? false
  }

  /** An id that its group does not hold yet. */
  add(group: string, waiting: Waiting): void {
    const full = this.#pending.get(group)
    if (full !== undefined && full.waiting.size >= MAX_WAITING) this.#flushThrough(full)
    const batch = this.#pending.get(group) ?? this.#begin(group)
    batch.waiting.set(waiting.id, waiting)
  }

  /** Sends what is past its window: a busy event loop keeps timers waiting. */
  settle(): void {
    if (this.#pending.size === 0) return
    const now = this.#clock.now()
    for (const batch of this.#pending.values()) {
      if (batch.due > now) break
      this.#take(batch)
    }
  }

  flush(): void {
    for (const batch of this.#pending.values()) this.#take(batch)
  }

  /** Forgets what waits, and says what it was. */
  drop(): string[] {
    const ids: string[] = []
    for (const batch of this.#pending.values()) {
      this.#clock.clearTimer(batch.timer)
      ids.push(...batch.waiting.keys())
    }
    this.#pending.clear()
    return ids
  }

  #begin(group: string): Batch {
    const batch: Batch = { group, due: this.#clock.now() + this.#window_ms, waiting: new Map(), timer: undefined }
    batch.timer = this.#clock.setTimer(() => this.#flushThrough(batch), this.#window_ms)
    this.#pending.set(group, batch)
    return batch
  }

  #flushThrough(last: Batch): void {
    if (this.#pending.get(last.group) !== last) return
    for (const batch of this.#pending.values()) {
      this.#take(batch)
      if (batch === last) break
    }
  }

  #take(batch: Batch): void {
    this.#pending.delete(batch.group)
    this.#clock.clearTimer(batch.timer)
    this.#send([...batch.waiting.values()])
  }
}
