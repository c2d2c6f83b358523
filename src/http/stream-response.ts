import type { ServerResponse } from 'node:http'
import { RefusedError, type RouteName, type StartedTurn } from '../contract/index.ts'
import { verifyFrames, type FrameChecker } from '../wire/index.ts'
import type { Negotiated } from './negotiation.ts'
import type { HttpOptions } from './ports.ts'
import { settled } from './settled.ts'

/**
 *   dispatcher.read ─► check ─► encode ─► one write a group ─► socket
 *        ▲                                     │ full: wait for drain, close or the deadline
 *        └── abort when the client leaves ─────┘
 *
 * The headers leave with the first group; only a reader that has nothing to read yet gets them alone.
 */
export interface Streamed extends Negotiated, StartedTurn {
  route: RouteName
  after: number
  /** The turn is over: its frames are all there, or are no longer kept. */
  ended: boolean
}

/** ended: the terminal frame was written. broken: there was none. slow: the reader blocks. left: it has gone. */
type Outcome = 'ended' | 'broken' | 'slow' | 'left'

const WRITE_DEADLINE_MS = 5_000

export async function streamResponse(res: ServerResponse, options: HttpOptions, streamed: Streamed): Promise<void> {
  const { metrics, logger, settings, write_deadline_ms = WRITE_DEADLINE_MS } = options
  const { response_id, dialect, route, ended } = streamed
  const leaving = new AbortController()
  // A response that is done closes too. The reason is there so that no error is made for every reader that leaves.
  const leave = () => !res.writableFinished && leaving.abort('the client left')
  res.on('close', leave)
  // It may have left while the turn was being started. The dispatcher still has to see a reader come and go.
  if (res.destroyed) leave()

  const checker = createChecker(options, streamed)
  const open = () => !res.headersSent && !res.destroyed && writeHeaders(res, streamed)
  const early = ended ? undefined : setImmediate(() => open() && res.flushHeaders())
  const heartbeat = setTimeout(() => {
    // Behind a full buffer it would only make it fuller; behind the end it would be an error.
    const silent = res.headersSent && !res.writableNeedDrain && !res.writableEnded && !res.destroyed
    if (silent) res.write(dialect.heartbeat())
    heartbeat.refresh()
  }, settings.HEARTBEAT_MS)
  metrics.streamOpened()

  const pump = async (): Promise<Outcome> => {
    for await (const group of options.dispatcher.read(response_id, streamed.after, leaving.signal)) {
      if (leaving.signal.aborted) return 'left'
      const text = dialect.encode(checker.check(group))
      open()
      heartbeat.refresh()
      if (checker.ended) {
        res.end(text + dialect.end())
        return 'ended'
      }
      if (!res.write(text)) {
        const outcome = await settled(res, 'drain', write_deadline_ms)
        if (outcome !== 'done') return outcome === 'late' ? 'slow' : 'left'
      }
    }
    if (leaving.signal.aborted) return 'left'
    // Before the first byte it is a problem, not a frame.
    if (!res.headersSent && ended) throw new RefusedError('cursor_expired')
    throw new Error('The frame log ended without a terminal frame')
  }

  try {
    const outcome = await pump().catch((error: unknown): Outcome => {
      // A reading that was aborted may well say so by throwing.
      if (leaving.signal.aborted) return 'left'
      if (!res.headersSent) throw error
      logger.error({ err: error, response_id, route }, 'a stream could not be read to its end')
      return 'broken'
    })
    if (outcome === 'broken' && !res.writableEnded) res.end(dialect.encode(checker.fail()) + dialect.end())
    const slow =
      outcome === 'slow' || (outcome !== 'left' && (await settled(res, 'finish', write_deadline_ms)) === 'late')
    if (slow) {
      metrics.slowReaderClosed()
      logger.warn({ response_id, route, write_deadline_ms }, 'a reader did not read and was closed')
      res.destroy()
    }
  } finally {
    clearImmediate(early)
    clearTimeout(heartbeat)
    res.off('close', leave)
    metrics.streamClosed()
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
  { dialect, version, response_id, conversation_id }: Streamed,
): ServerResponse {
  res.socket?.setNoDelay(true)
  return res.writeHead(200, {
    'Content-Type': dialect.content_type,
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
    'X-Wire-Version': version,
    'X-Response-Id': response_id,
    'X-Conversation-Id': conversation_id,
    'Content-Location': `/v1/turns/${response_id}`,
  })
}
