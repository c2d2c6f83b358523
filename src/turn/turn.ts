import {
  isTerminal,
  type CancelCode,
  type Frame,
  type FramePayload,
  type TerminalStatus,
  type TrustedEvent,
  type TurnContext,
  type TurnRequest,
  type TurnSummary,
  type Usage,
} from '../contract/index.ts'
import type { Ending, TurnIo } from '../orchestrator/index.ts'
import { createPolicyStage, type PolicyStage } from '../policy/index.ts'
import { boundTrustedEvent, createWriter, type StreamWriter } from '../write/index.ts'
import { startClocks, type Clocks } from './clocks.ts'
import { addUsage } from './add-usage.ts'
import { createSequencer, type TerminalPayload } from './sequencer.ts'
import { TURN_ENDED } from './turn-ended.ts'
import type { TurnObserver } from './turn-observer.ts'
import type { StoppedBy, Turn, TurnKeeper, TurnServices } from './turn-ports.ts'

/**
 *   start      response_id, episode are in the log; nothing has been promised yet
 *   run        cohort ─► policy stage ─► orchestrator: every event goes through one sink
 *                sub-agent ─► writer ─┐
 *                kit, orchestrator ───┴─► policy stage ─► sequencer ─► frame log
 *   end        what waits is sent, what is open is closed, usage, one terminal frame; then everything is released
 *   after it   what ran unwinds behind the client's back: writes are late, and a model's last usage is still taken
 */
export function startTurn(
  services: TurnServices,
  request: TurnRequest,
  ids: { response_id: string; conversation_id: string },
  keeper: TurnKeeper,
): Turn {
  const turn = new RunningTurn(services, request, ids, keeper)
  turn.start()
  return turn
}

/** How long after its end a turn's models may still report what they used. */
export const LATE_USAGE_MS = 500

/** One write in so many is timed. */
const WRITE_SAMPLE = 16

class RunningTurn implements Turn {
  readonly response_id: string
  readonly request: TurnRequest
  readonly ended: Promise<void>
  readonly unwound: Promise<void>
  readonly #keeper: TurnKeeper
  readonly #services: TurnServices
  readonly #conversation_id: string
  readonly #created_at: number
  readonly #started = performance.now()
  readonly #controller = new AbortController()
  readonly #sequencer
  readonly #counters = new Map<string, number>()
  #resolveEnded: () => void
  #resolveUnwound: (run: Promise<void>) => void
  #ended_at: number | null = null
  #status: TerminalStatus | 'running' = 'running'
  #usage: Usage | null = null
  #writes = 0
  #spoke = false
  #stopped_by: StoppedBy | undefined
  #clocks: Clocks | undefined
  #stage: PolicyStage | undefined
  #observer: TurnObserver | undefined
  /** Frames sent before there was anyone to observe them. */
  #unobserved: { frame: Frame; since_start_ms: number }[] | undefined = []

  constructor(
    services: TurnServices,
    request: TurnRequest,
    ids: { response_id: string; conversation_id: string },
    keeper: TurnKeeper,
  ) {
    this.#services = services
    this.#keeper = keeper
    this.request = request
    this.response_id = ids.response_id
    this.#conversation_id = ids.conversation_id
    this.#created_at = services.now()
    const ended = Promise.withResolvers<void>()
    this.ended = ended.promise
    this.#resolveEnded = ended.resolve
    const unwound = Promise.withResolvers<void>()
    this.unwound = unwound.promise
    this.#resolveUnwound = unwound.resolve
    this.#sequencer = createSequencer({
      response_id: ids.response_id,
      log: services.log,
      now: services.now,
      usage: () => this.#usage,
      onFrame: ({ frame }) => this.#onFrame(frame),
      onViolation: (violation) => this.#observer?.violation(violation),
    })
  }

  start(): void {
    this.#services.log.open(this.response_id)
    this.#sequencer.send({ event_type: 'response_id' })
    this.#sequencer.send({ event_type: 'episode', episode_id: this.#conversation_id })
    const { idle_timeout_ms, deadline_ms } = this.#services.limits
    this.#clocks = startClocks({
      idle_ms: idle_timeout_ms,
      deadline_ms,
      onIdle: () => this.cancel('IDLE_TIMEOUT', 'idle'),
      onDeadline: () => {
        this.#say('failure.internal')
        this.#end({
          event_type: 'error',
          error: { code: 'INTERNAL_ERROR', reason: 'deadline_exceeded' },
          is_final: true,
        })
      },
    })
    // Not in this tick: the first frames leave before the work begins.
    this.#services.pacer.begin(() => this.#resolveUnwound(this.#run()))
  }

  async #run(): Promise<void> {
    try {
      const { principal, locale, flags } = this.request
      const cohort = await this.#services.cohorts.resolve({ ...principal, locale }, flags)
      this.#observe(cohort.arm, cohort.agent_definition_version)
      if (this.#status !== 'running') return this.#observer?.ended()
      this.#stage = createPolicyStage({
        table: cohort.table,
        renderer: this.#services.renderer,
        locale,
        window_ms: this.#services.limits.batch_window_ms,
        send: (payload) => this.#send(payload),
        observe: this.#observer as TurnObserver,
      })
      this.#end(terminalOf(await this.#services.orchestrator.run(this.#io())))
    } catch (error) {
      this.#crash('turn', error)
    }
  }

  cancel(code: CancelCode, by: StoppedBy): void {
    this.#stopped_by ??= by
    this.#end({ event_type: 'cancelled', error: { code } })
  }

  summary(): TurnSummary {
    return {
      response_id: this.response_id,
      conversation_id: this.#conversation_id,
      status: this.#status,
      last_seq: this.#sequencer.last_seq,
      created_at: new Date(this.#created_at).toISOString(),
      ended_at: this.#ended_at === null ? null : new Date(this.#ended_at).toISOString(),
      usage: this.#usage,
    }
  }

  #io(): TurnIo {
    const { renderer, context } = this.#services
    const { locale, principal, message, emit_node_events } = this.request
    const turn: TurnContext = {
      response_id: this.response_id,
      conversation_id: this.#conversation_id,
      locale,
      principal,
      signal: this.#controller.signal,
      context,
      newId: (kind) => {
        const count = (this.#counters.get(kind) ?? 0) + 1
        this.#counters.set(kind, count)
        return `${kind}_${count}`
      },
    }
    return {
      turn,
      message,
      emit_node_events,
      emit: (event) => this.#emit(event),
      writerFor: (sub_agent_id) => this.#writerFor(sub_agent_id),
      words: (key, fields = {}) => renderer.message(locale, key, fields) ?? '',
      pace: () => new Promise((resolve) => this.#services.pacer.begin(resolve)),
      fill: () => this.#services.log.fill(this.response_id),
      noteUsage: (usage) => this.#noteUsage(usage),
      noteLate: (event_type) => this.#observer?.late(event_type),
      noteError: (where, error) => this.#observer?.error(where, error),
    }
  }

  /** The sink. It never throws into whoever writes. */
  #sink(event_type: string, write: (stage: PolicyStage) => void): void {
    if (this.#stage === undefined || this.#status !== 'running') return this.#observer?.late(event_type)
    const sampled = this.#writes++ % WRITE_SAMPLE === 0
    const started = sampled ? performance.now() : 0
    try {
      write(this.#stage)
    } catch (error) {
      this.#crash('sink', error)
    }
    if (sampled) this.#observer?.wrote(performance.now() - started)
  }

  #emit(event: TrustedEvent): void {
    this.#sink(event.event_type, (stage) => {
      for (const bounded of boundTrustedEvent(event)) stage.frame(bounded)
    })
  }

  #writerFor(sub_agent_id: string): StreamWriter {
    return createWriter({
      status: (event) => this.#sink(event.event_type, (stage) => stage.status(event, sub_agent_id)),
      refused: (refusal, id) => this.#observer?.refused(refusal, id, sub_agent_id),
    })
  }

  #noteUsage(usage: Usage): void {
    if (this.#ended_at !== null && this.#services.now() - this.#ended_at > LATE_USAGE_MS)
      return this.#observer?.late('usage')
    this.#usage = addUsage(this.#usage, usage)
    if (this.#ended_at !== null) this.#keeper.usageGrew(this)
  }

  /** The turn's own last words: a paragraph of their own, also when they cut others short. */
  #say(key: string): void {
    const words = this.#services.renderer.message(this.request.locale, key, {})
    if (words === undefined) return
    this.#flush()
    this.#send({ event_type: 'text', chunk: this.#spoke ? `\n\n${words}` : words, type: 'chunk' })
  }

  /** From a batch's timer too, where nobody would catch a throw. */
  #send(payload: FramePayload): void {
    try {
      if (!this.#sequencer.send(payload)) this.#observer?.late(payload.event_type)
    } catch (error) {
      this.#crash('log', error)
    }
  }

  #onFrame(frame: Frame): void {
    this.#clocks?.touch()
    if (frame.event_type === 'text') this.#spoke = true
    const since_start_ms = performance.now() - this.#started
    if (this.#observer === undefined) this.#unobserved?.push({ frame, since_start_ms })
    else this.#observer.frame(frame, since_start_ms)
    if (isTerminal(frame)) this.#release(frame.event_type as TerminalStatus)
  }

  #observe(experiment_arm: string, agent_definition_version: string): void {
    const { response_id } = this
    const conversation_id = this.#conversation_id
    this.#observer = this.#services.observe({ response_id, conversation_id, experiment_arm, agent_definition_version })
    for (const { frame, since_start_ms } of this.#unobserved ?? []) this.#observer.frame(frame, since_start_ms)
    this.#unobserved = undefined
  }

  #crash(where: string, error: unknown): void {
    // The turn's own end throws in whatever it stopped: that is no failure.
    if (this.#status !== 'running') return
    if (this.#observer === undefined) this.#observe('none', 'none')
    this.#observer?.error(where, error)
    // A full log has no room for words.
    if (where === 'turn') this.#say('failure.internal')
    this.#end({ event_type: 'error', error: { code: 'INTERNAL_ERROR' }, is_final: true })
  }

  #end(terminal: TerminalPayload): void {
    if (this.#status !== 'running') return
    this.#flush()
    this.#sequencer.end(terminal)
  }

  #flush(): void {
    try {
      this.#stage?.flush()
    } catch (error) {
      this.#observer?.error('flush', error)
    }
  }

  /** Whichever way the terminal frame came, by the sequencer's own hand too. */
  #release(status: TerminalStatus): void {
    this.#status = status
    this.#ended_at = this.#services.now()
    this.#clocks?.stop()
    this.#stage?.close()
    this.#controller.abort(TURN_ENDED[status])
    this.#observer?.ended(status === 'cancelled' ? this.#stopped_by : undefined)
    this.#keeper.ended(this)
    this.#resolveEnded()
  }
}

const terminalOf = (ending: Ending): FramePayload<'completed' | 'error'> =>
  ending.as === 'completed' ? { event_type: 'completed' } : { event_type: 'error', error: ending.error, is_final: true }
