import type { RequestHandler } from 'express'
import type { z } from 'zod'
import { chatRequestSchema, invalidRequest, type Principal, type StartedTurn } from '../contract/index.ts'
import { jsonObject, readBody } from './body.ts'
import { idempotencyOf } from './idempotency.ts'
import { localeOf, negotiate, requireNegotiable } from './negotiation.ts'
import type { HttpOptions } from './ports.ts'
import { streamResponse } from './stream-response.ts'

/** POST /v1/chat: starts a turn and streams it, or the one that its Idempotency-Key had started. */
export const chat = (options: HttpOptions): RequestHandler[] => [
  requireNegotiable(options),
  ...readBody,
  async (req, res) => {
    const body = chatRequest(jsonObject(req.body))
    const asked = { ...body, locale: localeOf(req, body.locale) }
    const principal = options.principal(req)
    const turn = await options.dispatcher.start({ ...asked, principal }, idempotencyOf(req, asked))
    const ended = turn.attached === true && (await hasEnded(options, turn, principal))
    await streamResponse(res, options, {
      ...negotiate(options, req),
      ...turn,
      principal,
      route: 'chat',
      after: 0,
      ended,
    })
  },
]

function chatRequest(body: Record<string, unknown>): z.output<typeof chatRequestSchema> {
  const parsed = chatRequestSchema.safeParse(body)
  if (parsed.success) return parsed.data
  throw invalidRequest(parsed.error)
}

/** A turn that is no longer known has ended. */
const hasEnded = async ({ dispatcher }: HttpOptions, { response_id }: StartedTurn, principal: Principal) =>
  (await dispatcher.find(response_id, principal))?.ended_at !== null
