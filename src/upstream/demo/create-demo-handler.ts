import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'secure-json-parse'
import { ENVELOPE_MAJOR, enricherRequestSchema, type EnricherEnvelope } from '../../contract/index.ts'
import { ENRICHERS } from './enrichers/index.ts'
import { demoLatency } from './latency.ts'

export interface DemoOptions {
  /** How long an answer takes, in milliseconds; left out: as long as it might in earnest. */
  latency_ms?: (enricher_id: string) => number
  now?: () => Date
}

const MAX_BODY_BYTES = 64 * 1024
const ROUTE = /^\/v1\/enrichers\/([^/?#]+)$/

/**
 *   request ─► route ─► enricher ─► body ─► params ─► wait ─► envelope
 *              404 405  404         413 400  422
 *
 * The demo's context service: it speaks the contract and nothing else.
 */
export function createDemoHandler({ latency_ms, now = () => new Date() }: DemoOptions = {}): RequestListener {
  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const enricher_id = decoded(ROUTE.exec(req.url ?? '')?.[1])
    if (enricher_id === undefined)
      return refuse(res, 404, ['There is nothing here. Use POST /v1/enrichers/{enricher_id}.'])
    if (req.method !== 'POST') {
      res.setHeader('allow', 'POST')
      return refuse(res, 405, ['Use POST.'])
    }
    const enricher = ENRICHERS.get(enricher_id)
    if (enricher === undefined)
      return refuse(res, 404, [`No such enricher. There are ${[...ENRICHERS.keys()].join(', ')}.`])

    const body = await readBody(req)
    if (body === undefined) return refuse(res, 413, [`The body is too large. Send at most ${MAX_BODY_BYTES} bytes.`])
    const json = readJson(body)
    if (json === undefined) return refuse(res, 400, ['The body is not JSON.'])
    const request = enricherRequestSchema.safeParse(json.value)
    if (!request.success)
      return refuse(
        res,
        422,
        request.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`),
      )

    const { principal, params } = request.data
    const answer = enricher.answer(params, { principal, now: now() })
    if ('problems' in answer) return refuse(res, 422, answer.problems)
    const total_ms = latency_ms?.(enricher_id) ?? demoLatency(enricher_id, params)
    if (total_ms > 0) await sleep(total_ms)
    const envelope: EnricherEnvelope = {
      enricher_id,
      domain_type: enricher.domain_type,
      principal,
      version: `${ENVELOPE_MAJOR}.2`,
      status: 'ok',
      cache_meta: { cached: false },
      timing: { total_ms },
      payload: { items: answer.items },
    }
    send(res, 200, 'application/json', envelope)
  }
  return (req, res) => {
    // The client went away in the middle of its request.
    handle(req, res).catch(() => res.destroy())
  }
}

function decoded(segment: string | undefined): string | undefined {
  try {
    return segment === undefined ? undefined : decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Undefined when it is too large: then it is read and not kept, so that the connection can be used again. */
async function readBody(req: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  return bytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString('utf8')
}

function readJson(text: string): { value: unknown } | undefined {
  try {
    return { value: parse(text) }
  } catch {
    return undefined
  }
}

function refuse(res: ServerResponse, status: number, errors: readonly string[]): void {
  send(res, status, 'application/problem+json', { status, errors })
}

function send(res: ServerResponse, status: number, content_type: string, body: unknown): void {
  res.writeHead(status, { 'content-type': content_type }).end(JSON.stringify(body))
}
