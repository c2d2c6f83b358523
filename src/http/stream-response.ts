import type { ServerResponse } from 'node:http'
import {
  RefusedError,
  type BrokenRule,
  type Eof,
  type Principal,
  type RouteName,
  type StartedTurn,
} from '../contract/index.ts'
import { verifyFrames, type FrameChecker } from '../wire/index.ts'
import type { Negotiated } from './negotiation.ts'
import type { HttpOptions } from './ports.ts'
import type { ReadBounds } from './read-bounds.ts'
import { Reading } from './reading.ts'
import { settled } from './settled.ts'

/**
 *   dispatcher.read ─► reading ─► one write a group ─► socket
 *        ▲                             │ full: wait for drain, close or the deadline
 *        └── abort when the client ────┘
 *            leaves or the time is up  then, like all who lag, one at a time: those who do not must not feel it
 *
 * The headers leave with the first group; only a reader that has nothing to read yet gets them alone.
 */
export interface Streamed extends Negotiated, StartedTurn {
  route: RouteName
  principal: Principal
  after: number
  /** The turn is over: its frames are all there, or are no longer kept. */
  ended: boolean
  bounds?: ReadBounds
}

/** ended: the end was written. broken: there was none. slow: the reader blocks. left: it has gone. */
type Outcome = 'ended' | 'broken' | 'slow' | 'left'

const WRITE_DEADLINE_MS = 5_000

export async function streamResponse(res: ServerResponse, options: HttpOptions, streamed: Streamed): Promise<void> {
  const { metrics, logger, settings, pace, write_deadline_ms = WRITE_DEADLINE_MS } = options
  const { response_id, dialect, route, ended, bounds } = streamed
  const leaving = new AbortController()
  // A response that is done closes too.
  const left = () => res.destroyed && !res.writableFinished
  // The reason is there so that no error is made for every reader that leaves.
  const leave = () => left() && leaving.abort('the client left')
  res.on('close', leave)
  // It may have left while the turn was being started. The dispatcher still has to see a reader come and go.
  leave()

  const checker = createChecker(options, streamed)
  const reading = new Reading({ dialect, checker, max_frames: bounds?.max_frames })
  const open = () => !res.headersSent && !res.destroyed && writeHeaders(res, streamed)
  const flush = () => open() && res.flushHeaders()
  const early = ended ? undefined : setImmediate(flush)
  const timeUp = () => {
    if (reading.over) return
    reading.stop()
    leaving.abort('the time is up')
  }
  const time_limit = bounds?.time_limit_ms === undefined ? undefined : setTimeout(timeUp, bounds.time_limit_ms)
  const beat = dialect.heartbeat()
  const heartbeat = setTimeout(() => {
    // Behind a full buffer it would only make it fuller; behind the end it would be an error.
    const silent = res.headersSent && !res.writableNeedDrain && !res.writableEnded && !res.destroyed
    if (silent && beat !== '') res.write(beat)
    heartbeat.refresh()
  }, settings.HEARTBEAT_MS)
  metrics.streamOpened()

  const finish = async (text: string): Promise<Outcome> => {
    const run_progress = reading.ended ?? (await standing(options, streamed)) ?? reading.known
    if (left()) return 'left'
    open()
    res.end(text + dialect.end(reading.eof(run_progress)))
    return 'ended'
  }

  let missing: BrokenRule | undefined
  const pump = async (): Promise<Outcome> => {
    for await (const group of options.dispatcher.read(response_id, streamed.after, leaving.signal)) {
      if (left()) return 'left'
      const text = reading.take(group)
      if (reading.over) return await finish(text)
      if (text === '') {
        flush()
        continue
      }
      open()
      heartbeat.refresh()
      if (!res.write(text)) {
        const outcome = await settled(res, 'drain', write_deadline_ms)
        if (outcome !== 'done') return outcome === 'late' ? 'slow' : 'left'
        // It has much to catch up with. Its sockets' buffers may drain without a lap of the event loop in between.
        await pace()
        if (left()) return 'left'
      }
    }
    if (left()) return 'left'
    if (reading.over) return await finish('')
    // Before the first byte it is a problem, not a frame.
    if (!res.headersSent && ended) throw new RefusedError('cursor_expired')
    missing = 'invariant_violation'
    throw new Error('The frame log ended without a terminal frame')
  }

  try {
    const outcome = await pump().catch((error: unknown): Outcome | Promise<Outcome> => {
      // A reading that was aborted may well say so by throwing.
      if (left()) return 'left'
      if (leaving.signal.aborted && !res.writableEnded) return finish('')
      if (!res.headersSent) throw error
      logger.error({ err: error, response_id, route }, 'a stream could not be read to its end')
      return 'broken'
    })
    if (outcome === 'broken' && !res.writableEnded) {
      metrics.violation(route)
      await finish(reading.fail(missing))
    }
    const slow =
      outcome === 'slow' || (outcome !== 'left' && (await settled(res, 'finish', write_deadline_ms)) === 'late')
    if (slow) {
      metrics.slowReaderClosed()
      logger.warn({ response_id, route, write_deadline_ms }, 'a reader did not read and was closed')
      res.destroy()
    }
  } finally {
    clearImmediate(early)
    clearTimeout(time_limit)
    clearTimeout(heartbeat)
    res.off('close', leave)
    metrics.streamClosed()
  }
}

/** How the turn stands now. A read that is over must not fail for want of an answer. */
async function standing(
  { dispatcher, logger }: HttpOptions,
  { response_id, principal, route }: Streamed,
): Promise<Eof['run_progress'] | undefined> {
  try {
    const turn = await dispatcher.find(response_id, principal)
    return turn && { status: turn.status, last_seq: turn.last_seq }
  } catch (error) {
    logger.error({ err: error, response_id, route }, 'how a turn stands could not be asked')
    return undefined
  }
}

function createChecker({ metrics, logger }: HttpOptions, { response_id, route, after }: Streamed): FrameChecker {
  return verifyFrames(route, {
    response_id,
    after,
    onViolation: (violation) => {
      metrics.violation(route)
      metrics.framesDropped(violation.missing)
      logger.error({ response_id, ...violation }, 'a frame is not what the route may send')
    },
  })
}

function writeHeaders(
  res: ServerResponse,
  { dialect, response_id, conversation_id, attached }: Streamed,
): ServerResponse {
  res.socket?.setNoDelay(true)
  return res.writeHead(200, {
    'Content-Type': dialect.content_type,
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
    'X-Wire-Version': dialect.version,
    'X-Response-Id': response_id,
    'X-Conversation-Id': conversation_id,
    'Content-Location': `/v1/turns/${response_id}`,
    ...(attached && { 'Idempotent-Replayed': 'true' }),
  })
}
