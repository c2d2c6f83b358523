/**
 *   turn ─► waiting ─► one a lap of the event loop, while laps are short ─► run
 *
 * A turn's first frames leave at once; its work begins here. When the process has more to do than one core can, turns
 * begun all at the same time only make each other, and every new client's first frame, late. So a turn begins when the
 * last lap was short, and in any case after `max_wait_ms`. A turn that waits for a model or a context call costs no
 * lap, so any number of those run at once.
 */
export interface StartGate {
  begin(run: () => void): void
}

export interface StartGateOptions {
  /** A lap longer than this means that the core is busy. */
  max_lap_ms?: number
  max_wait_ms?: number
  now?: () => number
  /** Calls back in the next lap. */
  nextLap?: (run: () => void) => void
}

type Waiting = { run: () => void; since: number }

export function createStartGate({
  max_lap_ms = 0.5,
  max_wait_ms = 100,
  now = () => performance.now(),
  nextLap = setImmediate,
}: StartGateOptions = {}): StartGate {
  // Bounded by the dispatcher's `max_running`: only turns that were let in wait here.
  const waiting: Waiting[] = []
  let lapBegan = 0

  const lap = () => {
    const time = now()
    const took = time - lapBegan
    lapBegan = time
    const [first] = waiting
    if (first !== undefined && (took <= max_lap_ms || time - first.since >= max_wait_ms)) {
      waiting.shift()
      first.run()
    }
    if (waiting.length > 0) nextLap(lap)
  }

  return {
    begin(run) {
      const since = now()
      waiting.push({ run, since })
      if (waiting.length > 1) return
      lapBegan = since
      nextLap(lap)
    },
  }
}
