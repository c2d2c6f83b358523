import type { Clock } from '../../src/policy/index.ts'

/** Time that stands still until a test moves it. Timers run in the order of their times, at their times. */
export class FakeClock implements Clock {
  #now = 0
  #last = 0
  readonly timers = new Map<number, { at: number; run: () => void }>()

  now(): number {
    return this.#now
  }

  setTimer(run: () => void, ms: number): unknown {
    this.timers.set(++this.#last, { at: this.#now + ms, run })
    return this.#last
  }

  clearTimer(timer: unknown): void {
    this.timers.delete(timer as number)
  }

  advance(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      const [id, timer] = [...this.timers].sort(([, a], [, b]) => a.at - b.at)[0] ?? []
      if (id === undefined || timer === undefined || timer.at > end) break
      this.timers.delete(id)
      this.#now = timer.at
      timer.run()
    }
    this.#now = end
  }

  /** A busy event loop: time goes by, and no timer runs. */
  block(ms: number): void {
    this.#now += ms
  }
}
