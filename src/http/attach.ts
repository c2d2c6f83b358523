import type { RequestHandler } from 'express'
import { cursorOf } from './cursor.ts'
import { negotiate } from './negotiation.ts'
import type { HttpOptions } from './ports.ts'
import { boundsOf } from './read-bounds.ts'
import { streamResponse } from './stream-response.ts'
import { findTurn } from './turns.ts'

/** GET /v1/turns/{response_id}/stream: live tail, resume and replay are one thing, a reader that begins after a number. */
export const attach =
  (options: HttpOptions): RequestHandler =>
  async (req, res) => {
    const { dialect } = negotiate(options, req)
    const bounds = boundsOf(req)
    const principal = options.principal(req)
    const turn = await findTurn(options, req)
    const after = cursorOf(req, turn.last_seq)
    const ended = turn.ended_at !== null
    if (ended && after === turn.last_seq) return void res.status(204).end()
    await streamResponse(res, options, { dialect, ...turn, principal, route: 'attach', after, ended, bounds })
  }
