import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EnricherEnvelope, Principal } from '../../src/contract/index.ts'

/**
 * A context service that speaks the real protocol over a real socket and says what it is told to: right envelopes,
 * wrong ones, nothing at all, half an answer.
 */
export interface ScriptedRequest {
  method: string
  path: string
  enricher_id: string
  headers: IncomingMessage['headers']
  principal: Principal
  params: Record<string, unknown>
}

type Headers = Record<string, string>

export type ScriptedAnswer =
  /** A right envelope for who asked, with these fields in place of its own. */
  | { envelope: Partial<EnricherEnvelope> & Record<string, unknown>; status?: number; headers?: Headers }
  | { json: unknown; status?: number; headers?: Headers }
  | { text: string; status?: number; content_type?: string; headers?: Headers }
  /** Never answers; or answers with this status and never ends the body. */
  | { hang: 'headers' | 'body'; status?: number }
  /** Closes the socket before the headers, or in the middle of the body. */
  | { cut: 'headers' | 'body' }

export interface ScriptedContextService {
  url: string
  /** What came in, in order. */
  requests: ScriptedRequest[]
  /** Those whose answer was taken to its end. */
  answered: ScriptedRequest[]
  /** How many sockets were ever opened to it. */
  connections(): number
  close(): Promise<void>
}

export const rightEnvelope = (request: Pick<ScriptedRequest, 'enricher_id' | 'principal'>): EnricherEnvelope => ({
  enricher_id: request.enricher_id,
  domain_type: 'offer_list',
  principal: request.principal,
  version: '1.2',
  status: 'ok',
  cache_meta: { cached: true, ttl_s: 30 },
  timing: { total_ms: 12 },
  payload: { items: [{ id: 'offer_1', title: 'Coffee' }] },
})

export async function startScriptedContextService(
  script: (request: ScriptedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>,
): Promise<ScriptedContextService> {
  const requests: ScriptedRequest[] = []
  const answered: ScriptedRequest[] = []
  let connections = 0
  const server = createServer(async (req, res) => {
    const request = await readRequest(req)
    requests.push(request)
    res.on('finish', () => answered.push(request))
    answer(res, request, await script(request))
  })
  server.on('connection', () => (connections += 1))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answered,
    connections: () => connections,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

async function readRequest(req: IncomingMessage): Promise<ScriptedRequest> {
  let text = ''
  for await (const chunk of req.setEncoding('utf8')) text += String(chunk)
  const path = req.url ?? ''
  const enricher_id = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
  return { method: req.method ?? '', path, enricher_id, headers: req.headers, ...JSON.parse(text) }
}

function answer(res: ServerResponse, request: ScriptedRequest, scripted: ScriptedAnswer): void {
  if ('hang' in scripted) {
    if (scripted.hang === 'body') res.writeHead(scripted.status ?? 200).write('{"enricher_id":')
    return
  }
  if ('cut' in scripted) {
    if (scripted.cut === 'headers') return void res.destroy()
    // The write has left before the socket closes, so it is the body that is cut.
    res.writeHead(200, { 'content-length': 10_000 }).write('{"enricher_id":', () => res.destroy())
    return
  }
  const [text, content_type] =
    'text' in scripted
      ? [scripted.text, scripted.content_type ?? 'text/plain']
      : [
          JSON.stringify('json' in scripted ? scripted.json : { ...rightEnvelope(request), ...scripted.envelope }),
          'application/json',
        ]
  res.writeHead(scripted.status ?? 200, { ...scripted.headers, 'content-type': content_type }).end(text)
}
