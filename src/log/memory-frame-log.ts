import { isTerminal, LogFullError, type Frame, type FrameLog, type NumberedFrame } from '../contract/index.ts'
import { weighFrame } from './weigh-frame.ts'

/**
 *   append ─► entries ─┬─► tail from 0
 *                      ├─► tail from 17
 *                      └─► …            each reader has only a number; the entries are shared
 *
 * The first append of a tick queues one microtask that wakes the waiting readers, so that what is written in one go
 * is read in one go.
 */
export interface MemoryFrameLogOptions {
  /** Of one turn. */
  max_frames?: number
  /** Of one turn; as weighed by `weighFrame`. */
  max_bytes?: number
  /** Of one group that a reader is given. One that stalls holds a group in its socket, so it is what it costs. */
  max_group_bytes?: number
}

/** The turn's own mistake, not its client's: an append that is out of order, behind the end, or to no log. */
export class FrameLogError extends Error {
  readonly type = 'frame_log'
}

/** Once the bounds are reached, what closes an open frame may take as much again. */
const CLOSING_SHARE = 2

export function createMemoryFrameLog({
  max_frames = 50_000,
  max_bytes = 32 * 1024 * 1024,
  max_group_bytes = 64 * 1024,
}: MemoryFrameLogOptions = {}): FrameLog {
  const logs = new Map<string, TurnLog>()

  return {
    open(response_id) {
      if (logs.has(response_id)) throw new FrameLogError(`${response_id} has a frame log already`)
      logs.set(response_id, new TurnLog())
    },

    append(response_id, entry) {
      const log = logs.get(response_id)
      if (log === undefined) throw new FrameLogError(`${response_id} has no frame log`)
      if (log.ended) throw new FrameLogError(`${response_id}: frame ${entry.seq} is behind the terminal frame`)
      if (entry.seq !== log.entries.length + 1)
        throw new FrameLogError(`${response_id}: frame ${entry.seq} is not number ${log.entries.length + 1}`)
      const weight = weighFrame(entry.frame)
      const share = shareOf(entry.frame)
      if (log.entries.length >= max_frames * share) throw new LogFullError(`${max_frames} frames`)
      if (log.bytes + weight > max_bytes * share) throw new LogFullError(`${max_bytes} bytes`)
      log.append(entry, weight)
    },

    lastSeq: (response_id) => logs.get(response_id)?.entries.length,

    fill(response_id) {
      const log = logs.get(response_id)
      return log === undefined ? 0 : Math.max(log.entries.length / max_frames, log.bytes / max_bytes)
    },

    async *tail(response_id, after, signal) {
      const log = logs.get(response_id)
      if (log === undefined || signal.aborted) return
      const reader = log.addReader()
      // One listener for the reader's whole life.
      signal.addEventListener('abort', reader.wake)
      try {
        for (let next = after; !signal.aborted && !log.dropped;) {
          const group = log.groupFrom(next, max_group_bytes)
          if (group.length > 0) {
            next += group.length
            yield group
          } else if (log.ended) return
          else await reader.woken()
        }
      } finally {
        signal.removeEventListener('abort', reader.wake)
        log.removeReader(reader)
      }
    },

    drop(response_id) {
      logs.get(response_id)?.drop()
      logs.delete(response_id)
    },
  }
}

/** What closes a turn, or something in it, is taken past the bounds: a full log must still end as every other does. */
function shareOf(frame: Frame): number {
  if (isTerminal(frame) || frame.event_type === 'usage') return Infinity
  const closes =
    frame.event_type === 'tool_completed' || (frame.event_type === 'data_loaded' && frame.data.items.length === 0)
  return closes ? CLOSING_SHARE : 1
}

class TurnLog {
  readonly entries: NumberedFrame[] = []
  bytes = 0
  ended = false
  dropped = false
  readonly #weights: number[] = []
  readonly #readers = new Set<Reader>()
  #waking = false

  append(entry: NumberedFrame, weight: number): void {
    this.entries.push(entry)
    this.#weights.push(weight)
    this.bytes += weight
    if (isTerminal(entry.frame)) this.ended = true
    this.#wakeSoon()
  }

  /** At least one entry when there is one; more as far as they fit. */
  groupFrom(next: number, max_bytes: number): readonly NumberedFrame[] {
    let end = next
    for (let room = max_bytes; end < this.entries.length; end++) {
      room -= this.#weights[end] ?? 0
      if (room < 0 && end > next) break
    }
    return this.entries.slice(next, end)
  }

  addReader(): Reader {
    const reader = new Reader()
    this.#readers.add(reader)
    return reader
  }

  removeReader(reader: Reader): void {
    this.#readers.delete(reader)
  }

  drop(): void {
    this.dropped = true
    this.#wakeSoon()
  }

  #wakeSoon(): void {
    if (this.#waking || this.#readers.size === 0) return
    this.#waking = true
    queueMicrotask(() => {
      this.#waking = false
      for (const reader of this.#readers) reader.wake()
    })
  }
}

class Reader {
  #resolve: (() => void) | undefined

  woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  /** Bound, because it is an abort listener too. */
  readonly wake = (): void => {
    this.#resolve?.()
    this.#resolve = undefined
  }
}
