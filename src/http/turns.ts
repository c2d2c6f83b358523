import type { Request, RequestHandler } from 'express'
import { RefusedError, type TurnSummary } from '../contract/index.ts'
import type { HttpOptions } from './ports.ts'
import { sendJson } from './send-json.ts'

/** GET /v1/turns/{response_id}: how it stands. */
export const turnState =
  (options: HttpOptions): RequestHandler =>
  async (req, res) => {
    sendJson(res, 200, await findTurn(options, req))
  }

/** POST /v1/turns/{response_id}/cancel: 200 when it has ended, 202 while it is still ending. */
export const cancelTurn =
  ({ dispatcher, principal }: HttpOptions): RequestHandler =>
  async (req, res) => {
    const turn = await dispatcher.cancel(responseId(req), principal(req))
    if (turn === undefined) throw noSuchTurn()
    sendJson(res, turn.ended_at === null ? 202 : 200, turn)
  }

/** Another's turn is as absent as one that never was. */
export async function findTurn({ dispatcher, principal }: HttpOptions, req: Request): Promise<TurnSummary> {
  const turn = await dispatcher.find(responseId(req), principal(req))
  if (turn === undefined) throw noSuchTurn()
  return turn
}

const responseId = (req: Request): string => String(req.params['response_id'])

const noSuchTurn = () => new RefusedError('not_found', { detail: 'There is no such turn.' })
