import { CircuitState, circuitBreaker, handleWhenResult, type IBackoff, type IBreaker } from 'cockatiel'

/**
 *             a row of failures within the window             cooled down
 *   closed ────────────────────────────────────────► open ─────────────────► half-open
 *     ▲                                                ▲                        │  one probe
 *     │                                                └────── it fails ────────┤
 *     └──────────────────────────────────── it does not ───────────────────────┘
 *
 * The states and the probe are cockatiel's. Ours is what opens it, and the clock.
 */
export interface BreakerOptions {
  /** Milliseconds, never going back. */
  clock: () => number
  /** This many failures in a row… */
  failures?: number
  /** …of which the first and the last are no further apart than this, open it… */
  within_ms?: number
  /** …for this long. */
  open_ms?: number
  onState?: (state: 'open' | 'closed') => void
}

export interface Breaker {
  /** A call made now would be refused. */
  refuses(): boolean
  /** Makes the call, or does not: then the answer is undefined. An answer that is no failure ends the row. */
  run<Answer>(call: () => Promise<Answer>): Promise<Answer | undefined>
}

export function createBreaker(
  { clock, failures = 5, within_ms = 30_000, open_ms = 20_000, onState }: BreakerOptions,
  isFailure: (answer: unknown) => boolean,
): Breaker {
  // When the failures of the present row happened, the newest `failures` of them.
  let row: number[] = []
  const breaker: IBreaker = {
    state: undefined,
    success: () => {
      row = []
    },
    failure: () => {
      row.push(clock())
      if (row.length > failures) row.shift()
      return row.length === failures && clock() - (row[0] ?? 0) <= within_ms
    },
  }

  // cockatiel compares the duration with Date.now(); a duration of all or nothing makes it our clock that decides.
  let opened_at = 0
  const coolDown: IBackoff<unknown> = {
    next: () => {
      opened_at = clock()
      return coolDown
    },
    get duration() {
      return clock() - opened_at < open_ms ? Infinity : -Infinity
    },
  }

  const policy = circuitBreaker(handleWhenResult(isFailure), { breaker, halfOpenAfter: coolDown })

  policy.onBreak(() => onState?.('open'))
  policy.onReset(() => onState?.('closed'))

  // While the probe is out cockatiel would let the others wait for it; here they are refused like when it is open.
  const refuses = () =>
    policy.state === CircuitState.HalfOpen || (policy.state === CircuitState.Open && coolDown.duration > 0)

  return { refuses, run: async (call) => (refuses() ? undefined : policy.execute(call)) }
}
