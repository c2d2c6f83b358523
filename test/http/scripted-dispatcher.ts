import {
  isTerminal,
  RefusedError,
  type BrokenRule,
  type Dispatcher,
  type FramePayload,
  type Idempotency,
  type NumberedFrame,
  type Principal,
  type StartedTurn,
  type TurnRequest,
  type TurnStatus,
  type TurnSummary,
} from '../../src/contract/index.ts'
import { createMemoryFrameLog } from '../../src/log/index.ts'
import type { observeTurns } from '../../src/observe/index.ts'
import { stamp } from '../log/stamp.ts'

type ScriptedTurn = {
  owner: Principal
  summary: TurnSummary
  observer: ReturnType<ReturnType<typeof observeTurns>> | undefined
}

/** Turns whose frames a test writes, on the real frame log. What it answers is the test's; how it is read is not. */
export class ScriptedDispatcher implements Dispatcher {
  readonly log = createMemoryFrameLog()
  readonly started: TurnRequest[] = []
  /** What a turn's log has as soon as it is started. */
  script: readonly FramePayload[] = []
  /** Thrown instead of starting a turn. */
  refusal: unknown
  /** What is thrown by the reading after its first group, or before it. */
  breaks: { before_first: boolean; error: unknown } | undefined
  /** The rule that the turn's own terminal frame stands for. */
  broken: BrokenRule | undefined
  readers = 0
  /** The last number that a reader was given. */
  taken = 0
  readonly #turns = new Map<string, ScriptedTurn>()
  readonly #keys = new Map<string, { digest: string; response_id: string }>()
  readonly #observe: ReturnType<typeof observeTurns> | undefined

  constructor(observe?: ReturnType<typeof observeTurns>) {
    this.#observe = observe
  }

  async start(request: TurnRequest, idempotency?: Idempotency): Promise<StartedTurn> {
    if (this.refusal !== undefined) throw this.refusal
    const name = idempotency && `${request.principal.user_id} ${idempotency.key}`
    const known = name === undefined ? undefined : this.#keys.get(name)
    if (known !== undefined) {
      if (known.digest !== idempotency?.digest) throw new RefusedError('idempotency_mismatch')
      return { response_id: known.response_id, conversation_id: 'conv_1', attached: true }
    }
    this.started.push(request)
    const response_id = `resp_${this.#turns.size + 1}`
    const summary: TurnSummary = {
      response_id,
      conversation_id: 'conv_1',
      status: 'running',
      last_seq: 0,
      created_at: '2026-05-15T18:00:00.000Z',
      ended_at: null,
      usage: null,
    }
    const arm = { experiment_arm: 'control', agent_definition_version: '3' }
    const observer = this.#observe?.({ response_id, conversation_id: 'conv_1', ...arm })
    this.#turns.set(response_id, { owner: request.principal, summary, observer })
    if (name !== undefined) this.#keys.set(name, { digest: idempotency?.digest ?? '', response_id })
    this.log.open(response_id)
    this.append(response_id, ...this.script)
    return { response_id, conversation_id: 'conv_1' }
  }

  append(response_id: string, ...payloads: readonly FramePayload[]): void {
    const { summary, observer } = this.#turns.get(response_id)!
    for (const payload of payloads) {
      const entry: NumberedFrame = stamp(summary.last_seq + 1, payload, response_id)
      if (this.broken !== undefined && isTerminal(payload)) entry.broken = this.broken
      this.log.append(response_id, entry)
      summary.last_seq = entry.seq
      observer?.frame(entry.frame, 1)
      if (!isTerminal(payload)) continue
      summary.status = payload.event_type as TurnStatus
      summary.ended_at = '2026-05-15T18:00:09.000Z'
      observer?.ended()
    }
  }

  async find(response_id: string, principal: Principal): Promise<TurnSummary | undefined> {
    const turn = this.#turns.get(response_id)
    return turn?.owner.user_id === principal.user_id ? { ...turn.summary } : undefined
  }

  /** With `script` ending: the turn stops only when the test says so. */
  async cancel(response_id: string, principal: Principal): Promise<TurnSummary | undefined> {
    return this.find(response_id, principal)
  }

  async *read(response_id: string, after: number, signal: AbortSignal): AsyncGenerator<readonly NumberedFrame[]> {
    this.readers += 1
    try {
      if (this.breaks?.before_first) throw this.breaks.error
      for await (const group of this.log.tail(response_id, after, signal)) {
        this.taken = group.at(-1)!.seq
        yield group
        if (this.breaks !== undefined) throw this.breaks.error
      }
    } finally {
      this.readers -= 1
    }
  }
}
