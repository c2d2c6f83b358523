import { ProvenanceError, type AuditEntry, type AuditRow } from '../../contract/index.ts'
import { hashRow, type ChainEnd } from '../provenance.ts'

/** The entries as rows behind `end`, in their order. */
export function chainEntries(
  entries: readonly AuditEntry[],
  of: { tenant_id: string; user_id: string; response_id: string },
  end: ChainEnd,
): { rows: AuditRow[]; end: ChainEnd } {
  const rows: AuditRow[] = []
  let { number, hash } = end
  for (const { action_id, parent_id, action, at, detail } of entries) {
    const row = { ...of, action_id, parent_id, action, at, detail, number: number + 1, previous_hash: hash }
    hash = hashRow(row)
    number = row.number
    rows.push({ ...row, hash })
  }
  return { rows, end: { number, hash } }
}

/** The first entry whose parent is neither before it nor among `stored`. */
export function findOrphan(entries: readonly AuditEntry[], stored: ReadonlySet<string>): ProvenanceError | undefined {
  const known = new Set(stored)
  for (const { action_id, parent_id, action } of entries) {
    if (parent_id === null ? action !== 'message_received' : !known.has(parent_id))
      return new ProvenanceError(action_id, parent_id)
    known.add(action_id)
  }
  return undefined
}
