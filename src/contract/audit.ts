import { z } from 'zod'

/** What was done for a turn, each action naming the one that caused it: the root is the user's message. */
export const AUDIT_ACTIONS = [
  'message_received',
  'sub_agent_dispatched',
  'model_call',
  'tool_call',
  'approval_requested',
  'approval_resolved',
  'checkpoint_created',
  'budget_warning',
  'budget_critical',
  'budget_exhausted',
  'message_completed',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** As a turn notes it; the store chains it. */
export const auditEntrySchema = z.object({
  action_id: z.string().min(1),
  /** Null for the root, `message_received`, and for nothing else. */
  parent_id: z.string().min(1).nullable(),
  action: z.enum(AUDIT_ACTIONS),
  /** Milliseconds. */
  at: z.int(),
  /** Metadata only: names, counts, hashes, short summaries. */
  detail: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

/** As it is kept: rows of one tenant are a chain of hashes. */
export const auditRowSchema = auditEntrySchema.extend({
  tenant_id: z.string(),
  user_id: z.string(),
  response_id: z.string(),
  /** The row's place in its tenant's chain, from 1. */
  number: z.int().positive(),
  /** Of the row before; 64 zeros for the first. */
  previous_hash: z.string(),
  hash: z.string(),
})
export type AuditRow = z.infer<typeof auditRowSchema>

/** An action whose parent is missing. */
export class ProvenanceError extends Error {
  readonly type = 'provenance_chain_invalid'
  readonly action_id: string
  constructor(action_id: string, parent_id: string | null) {
    super(
      parent_id === null
        ? `Action ${action_id} names no parent, and is not the root.`
        : `Action ${action_id} names a parent that is not there: ${parent_id}.`,
    )
    this.action_id = action_id
  }
}
