import { CONTEXT_REASONS } from '../../src/contract/index.ts'
import { canary, leakyError } from './canaries.ts'
import {
  startScriptedContextService,
  type ScriptedAnswer,
  type ScriptedContextService,
  type ScriptedRequest,
} from './scripted-context-service.ts'

/**
 * A context service whose every answer fails as its request says, and is full of what must go no further: whose data it
 * was, where it came from, how long it took, what went wrong inside.
 */
export const startFaultyContextService = (): Promise<ScriptedContextService> =>
  startScriptedContextService((request) => {
    const fault = faultOf(request)
    return (ANSWERS[fault] ?? ANSWERS['ok'])?.(fault) ?? { hang: 'headers' }
  })

const HUGE = 50 * 1024 * 1024

/** `{fault}` of a look-up; a load has ids only, and is told its fault by the first of them. */
function faultOf({ params }: ScriptedRequest): string {
  const { fault, ids } = params as { fault?: string; ids?: string[] }
  return fault ?? /^fault:(.*)/.exec(ids?.[0] ?? '')?.[1] ?? 'ok'
}

const metadata = (where: string) => ({
  cache_meta: { key: canary('metadata', `cache-${where}`), cached: true },
  timing: { total_ms: 12, node: canary('host', `timing-${where}`) },
  partial: [{ source: canary('metadata', `source-${where}`), reason: canary('metadata', `reason-${where}`) }],
  trace: canary('metadata', `trace-${where}`),
})
const headers = (where: string) => ({
  'x-served-by': canary('host', `header-${where}`),
  'set-cookie': `session=${canary('key', `cookie-${where}`)}`,
})
const payload = { items: [{ id: 'thing_1', title: 'A thing' }] }
const leaky = (where: string): string => leakyError(`ccs-${where}`).stack ?? ''

const envelope =
  (fields: Record<string, unknown>) =>
  (where: string): ScriptedAnswer => ({
    envelope: { payload, ...metadata(where), ...fields },
    headers: headers(where),
  })
const refusal =
  (status: number) =>
  (where: string): ScriptedAnswer => ({
    status,
    text: leaky(where),
    headers: headers(where),
  })

const ANSWERS: Readonly<Record<string, (fault: string) => ScriptedAnswer>> = {
  ok: envelope({}),
  partial: envelope({ status: 'partial' }),
  ...Object.fromEntries(
    CONTEXT_REASONS.map((reason) => [reason, envelope({ status: 'error', reason, payload: undefined })]),
  ),
  unknown_reason: envelope({ status: 'error', reason: canary('sql', 'reason'), payload: undefined }),
  unknown_status: envelope({ status: canary('metadata', 'status') }),
  wrong_user: envelope({
    principal: { tenant_id: canary('principal', 'tenant'), user_id: canary('principal', 'user') },
    payload: { items: [{ id: 'thing_1', title: canary('principal', 'payload') }] },
  }),
  wrong_enricher: envelope({ enricher_id: canary('metadata', 'enricher') }),
  next_major: envelope({ version: '2.0', payload: { items: [{ id: 'thing_1', title: canary('body', 'major') }] } }),
  next_minor: envelope({ version: '1.99' }),
  no_payload: envelope({ payload: undefined }),
  http_400: refusal(400),
  http_401: refusal(401),
  http_429: refusal(429),
  http_500: refusal(500),
  http_504: refusal(504),
  not_json: (where) => ({ text: `{"enricher_id": ${leaky(where)}`, headers: headers(where) }),
  cut_headers: () => ({ cut: 'headers' }),
  cut_body: () => ({ cut: 'body' }),
  silence: () => ({ hang: 'headers' }),
  half_silence: () => ({ hang: 'body' }),
  huge: () => ({ envelope: { payload: { items: [{ id: 'thing_1', title: 'x'.repeat(HUGE) }] } } }),
}

export const CONTEXT_FAULTS = Object.keys(ANSWERS)
