/** Time, as the policy needs it: a test brings its own. */
export interface Clock {
  /** Milliseconds from any fixed point; never goes back. */
  now(): number
  setTimer(run: () => void, ms: number): unknown
  clearTimer(timer: unknown): void
}

/** A waiting batch keeps no process alive. */
export const systemClock: Clock = {
  now: () => performance.now(),
  setTimer: (run, ms) => setTimeout(run, ms).unref(),
  clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
}
