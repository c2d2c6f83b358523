import {
  RefusedError,
  type Dispatcher,
  type NumberedFrame,
  type Principal,
  type StartedTurn,
  type TurnRequest,
  type TurnSummary,
} from '../contract/index.ts'
import { createConversations, samePrincipal } from './conversations.ts'
import { createIdempotencyKeys } from './idempotency.ts'
import type { Turn, TurnKeeper, TurnServices } from './turn-ports.ts'
import { startTurn } from './turn.ts'

/** Runs turns in this process. */
export interface LocalDispatcher extends Dispatcher {
  readonly running: number
  /** No new turns; those running are given `drain_ms`, then cancelled, and their handlers are given theirs. */
  close(drain_ms: number): Promise<void>
}

export interface LocalDispatcherOptions {
  services: TurnServices
  /** How long a turn outlives its last reader. */
  resume_grace_ms: number
  newId: (kind: 'resp' | 'conv') => string
  /** Turns at once; one more is refused. */
  max_running?: number
  /** Ended turns whose frames are kept, how many frames in all, how many full logs' worth, and for how long. */
  max_ended?: number
  max_ended_frames?: number
  max_ended_fill?: number
  keep_ended_ms?: number
  /** Ended turns whose state is still known, frames or not. */
  max_known?: number
  /** Idempotency keys that are remembered. */
  max_keys?: number
}

type Live = { turn: Turn; readers: number; grace: NodeJS.Timeout | undefined }
type Ended = { summary: TurnSummary; owner: Principal; ended_at: number; fill: number }

/** How long a close waits, behind the last terminal frame, for what the turns left running. */
const UNWIND_MS = 2_500

export function createLocalDispatcher(options: LocalDispatcherOptions): LocalDispatcher {
  const { services, newId, resume_grace_ms } = options
  const {
    max_running = 1_000,
    max_ended = 5_000,
    max_ended_frames = 200_000,
    max_ended_fill = 8,
    keep_ended_ms = 15 * 60_000,
    max_known = 50_000,
    max_keys,
  } = options
  const conversations = createConversations(() => newId('conv'))
  const keys = createIdempotencyKeys(max_keys)
  const live = new Map<string, Live>()
  /** In the order of their ends; the frames of the oldest go first. */
  const ended = new Map<string, Ended>()
  const kept = new Set<string>()
  let keptFrames = 0
  let keptFill = 0
  let closing = false

  const forget = () => {
    const now = services.now()
    for (const id of kept) {
      const { ended_at, summary, fill } = ended.get(id) as Ended
      const fits = kept.size <= max_ended && keptFrames <= max_ended_frames && keptFill <= max_ended_fill
      if (fits && ended_at + keep_ended_ms > now) break
      kept.delete(id)
      keptFrames -= summary.last_seq
      keptFill -= fill
      services.log.drop(id)
    }
    for (const id of ended.keys()) {
      if (ended.size <= max_known) break
      ended.delete(id)
      keys.forget(id)
    }
  }
  const sweeper = setInterval(forget, Math.min(keep_ended_ms, 30_000)).unref()

  const keeper: TurnKeeper = {
    // Before any reader can have seen the terminal frame: whoever has may go on with the conversation.
    ended(turn) {
      const { response_id } = turn
      const summary = turn.summary()
      const fill = services.log.fill(response_id)
      clearTimeout(live.get(response_id)?.grace)
      live.delete(response_id)
      conversations.release(summary.conversation_id)
      ended.set(response_id, { summary, owner: turn.request.principal, ended_at: services.now(), fill })
      keys.ended(response_id)
      kept.add(response_id)
      keptFrames += summary.last_seq
      keptFill += fill
      forget()
    },
    usageGrew(turn) {
      const past = ended.get(turn.response_id)
      if (past !== undefined) past.summary = turn.summary()
    },
  }

  /** Only looked for when somebody must be told. */
  const runningIn = (conversation_id: string): string => {
    for (const { turn } of live.values())
      if (turn.summary().conversation_id === conversation_id) return `The turn ${turn.response_id} of this conversation`
    return 'A turn of this conversation'
  }

  const conversationFor = ({ conversation_id, principal }: TurnRequest): string => {
    if (conversation_id === undefined) return conversations.begin(principal)
    switch (conversations.take(conversation_id, principal)) {
      case 'taken':
        return conversation_id
      case 'busy':
        throw new RefusedError('conversation_busy', { detail: `${runningIn(conversation_id)} still runs.` })
      case 'unknown':
        throw new RefusedError('not_found', {
          detail: 'There is no such conversation. Leave conversation_id out to begin one.',
        })
    }
  }

  const find = async (response_id: string, principal: Principal): Promise<TurnSummary | undefined> => {
    const running = live.get(response_id)
    if (running !== undefined)
      return samePrincipal(running.turn.request.principal, principal) ? running.turn.summary() : undefined
    const past = ended.get(response_id)
    return past !== undefined && samePrincipal(past.owner, principal) ? past.summary : undefined
  }

  const leave = (response_id: string) => {
    const entry = live.get(response_id)
    if (entry === undefined) return
    entry.readers -= 1
    if (entry.readers > 0 || entry.turn.request.on_disconnect === 'continue') return
    entry.grace = setTimeout(() => entry.turn.cancel('REQUEST_CANCELLED', 'disconnect'), resume_grace_ms)
  }

  return {
    get running() {
      return live.size
    },

    async start(request, idempotency): Promise<StartedTurn> {
      const known = idempotency && keys.find(request.principal, idempotency)
      if (known !== undefined) return { ...known, attached: true }
      if (closing) throw new RefusedError('shutting_down', { retry_after_s: 5 })
      if (live.size >= max_running) throw new RefusedError('overloaded', { retry_after_s: 1 })
      const conversation_id = conversationFor(request)
      const response_id = newId('resp')
      const started = { response_id, conversation_id }
      const turn = startTurn(services, request, started, keeper)
      live.set(response_id, { turn, readers: 0, grace: undefined })
      // Nothing was awaited since it was looked for: of two at once, one starts the turn.
      if (idempotency !== undefined) keys.remember(request.principal, idempotency, started)
      return started
    },

    find,

    async cancel(response_id, principal) {
      if ((await find(response_id, principal)) === undefined) return undefined
      const turn = live.get(response_id)?.turn
      turn?.cancel('REQUEST_CANCELLED', 'client')
      return turn?.summary() ?? find(response_id, principal)
    },

    async *read(response_id, after, signal): AsyncGenerator<readonly NumberedFrame[]> {
      const entry = live.get(response_id)
      if (entry !== undefined) {
        entry.readers += 1
        clearTimeout(entry.grace)
      }
      try {
        yield* services.log.tail(response_id, after, signal)
      } finally {
        if (entry !== undefined) leave(response_id)
      }
    },

    async close(drain_ms) {
      closing = true
      clearInterval(sweeper)
      const turns = [...live.values()].map(({ turn }) => turn)
      const timer = setTimeout(() => turns.forEach((turn) => turn.cancel('REQUEST_CANCELLED', 'shutdown')), drain_ms)
      await Promise.all(turns.map((turn) => turn.ended))
      clearTimeout(timer)
      const { promise: waitedEnough, resolve } = Promise.withResolvers<void>()
      const unwinding = setTimeout(resolve, UNWIND_MS)
      await Promise.race([Promise.all(turns.map((turn) => turn.unwound)), waitedEnough])
      clearTimeout(unwinding)
    },
  }
}
