/** The two clocks of a turn. Both stand still once stopped. */
export interface Clocks {
  /** Something happened: the idle clock begins anew. */
  touch(): void
  stop(): void
}

export function startClocks(options: {
  idle_ms: number
  deadline_ms: number
  onIdle: () => void
  onDeadline: () => void
}): Clocks {
  const { idle_ms, deadline_ms, onIdle, onDeadline } = options
  let touched = performance.now()
  // A timer per frame would cost more than the frame: one timer looks when it fires how much silence there really was.
  const look = () => {
    const left = touched + idle_ms - performance.now()
    if (left <= 0) onIdle()
    else idle = setTimeout(look, left)
  }
  let idle = setTimeout(look, idle_ms)
  const deadline = setTimeout(onDeadline, deadline_ms)
  return {
    touch() {
      touched = performance.now()
    },
    stop() {
      clearTimeout(idle)
      clearTimeout(deadline)
    },
  }
}
