import type { RequestHandler } from 'express'
import type { z } from 'zod'
import { chatRequestSchema, invalidRequest } from '../contract/index.ts'
import { jsonObject, readBody } from './body.ts'
import { localeOf, negotiate, requireNegotiable } from './negotiation.ts'
import type { HttpOptions } from './ports.ts'
import { streamResponse } from './stream-response.ts'

/** POST /v1/chat: starts a turn and streams it. */
export const chat = (options: HttpOptions): RequestHandler[] => [
  requireNegotiable,
  ...readBody,
  async (req, res) => {
    const asked = chatRequest(jsonObject(req.body))
    const principal = options.principal(req)
    const turn = await options.dispatcher.start({ ...asked, locale: localeOf(req, asked.locale), principal })
    await streamResponse(res, options, { ...negotiate(req), ...turn, route: 'chat', after: 0, ended: false })
  },
]

function chatRequest(body: Record<string, unknown>): z.output<typeof chatRequestSchema> {
  const parsed = chatRequestSchema.safeParse(body)
  if (parsed.success) return parsed.data
  throw invalidRequest(parsed.error)
}
