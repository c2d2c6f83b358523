/**
 *   piece of work ─► waiting ─► one a lap of the event loop, while laps are short ─► begun
 *
 * A turn's first frames leave at once; its work, and then its sub-agents', begins here. When the process has more to do
 * than one core can, pieces begun all at the same time only make each other, and every new client's first frame, late.
 * So one begins when the last lap was short, and in any case after `max_wait_ms`. What waits for a model or a context
 * call costs no lap, so any number of turns run at once. (Pieces smaller than these two make the first frame earlier
 * still, but cost turns a second: a core does one kind of step for several turns cheaper than many kinds for one.)
 */
export interface Pacer {
  begin(piece: () => void): void
}

export interface PacerOptions {
  /** A lap longer than this means that the core is busy. */
  max_lap_ms?: number
  max_wait_ms?: number
  now?: () => number
  /** Calls back in the next lap. */
  nextLap?: (run: () => void) => void
}

type Waiting = { piece: () => void; since: number }

export function createPacer({
  max_lap_ms = 0.5,
  max_wait_ms = 25,
  now = () => performance.now(),
  nextLap = setImmediate,
}: PacerOptions = {}): Pacer {
  // Bounded by who begins: the dispatcher's `max_running`, the server's `max_connections`.
  const waiting: Waiting[] = []
  let lapBegan = 0

  const lap = () => {
    const time = now()
    const took = time - lapBegan
    lapBegan = time
    const [first] = waiting
    if (first !== undefined && (took <= max_lap_ms || time - first.since >= max_wait_ms)) {
      waiting.shift()
      first.piece()
    }
    if (waiting.length > 0) nextLap(lap)
  }

  return {
    begin(piece) {
      const since = now()
      waiting.push({ piece, since })
      if (waiting.length > 1) return
      lapBegan = since
      nextLap(lap)
    },
  }
}
