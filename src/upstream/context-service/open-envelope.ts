import { parse } from 'secure-json-parse'
import {
  CONTEXT_REASONS,
  ENVELOPE_MAJOR,
  envelopeSchema,
  type ContextReason,
  type ContextResult,
  type EnricherEnvelope,
  type Principal,
} from '../../contract/index.ts'
import type { ContextCause } from './context-cause.ts'

export interface Asked {
  enricher_id: string
  principal: Principal
}

export type Opened = { result: ContextResult; foreign: boolean; cause?: ContextCause }

/** Opens the body of a 2xx answer. What is not a right envelope for this caller is an error; only the payload gets out. */
export function openEnvelope(text: string, asked: Asked): Opened {
  const refused = (reason: ContextReason, cause: ContextCause): Opened => ({
    result: { ok: false, enricher_id: asked.enricher_id, reason },
    foreign: cause === 'foreign_principal',
    cause,
  })

  const envelope = readEnvelope(text)
  if (envelope === undefined) return refused('upstream_unavailable', 'no_envelope')

  // Before anything else of it is believed: whose is it?
  const { tenant_id, user_id } = envelope.principal
  if (tenant_id !== asked.principal.tenant_id || user_id !== asked.principal.user_id)
    return refused('unauthorized', 'foreign_principal')

  if (envelope.enricher_id !== asked.enricher_id) return refused('upstream_unavailable', 'other_enricher')
  if (envelope.version.split('.')[0] !== ENVELOPE_MAJOR) return refused('upstream_unavailable', 'unknown_version')
  if (envelope.status === 'error') return refused(knownReason(envelope.reason), 'envelope_error')
  if (envelope.status !== 'ok' && envelope.status !== 'partial')
    return refused('upstream_unavailable', 'unknown_status')
  if (envelope.payload === undefined || envelope.payload === null) return refused('upstream_unavailable', 'no_payload')

  const { domain_type, payload, status } = envelope
  return { result: { ok: true, domain_type, payload, partial: status === 'partial' }, foreign: false }
}

/** Not by its content type: a service that says text/plain and sends an envelope has sent an envelope. */
function readEnvelope(text: string): EnricherEnvelope | undefined {
  try {
    return envelopeSchema.safeParse(parse(text)).data
  } catch {
    return undefined
  }
}

const knownReason = (reason: string | undefined): ContextReason =>
  CONTEXT_REASONS.find((known) => known === reason) ?? 'upstream_unavailable'
