import { createHash } from 'node:crypto'
import { ProvenanceError, type AuditEntry, type AuditRow } from '../contract/index.ts'

/**
 *   message_received ◄── sub_agent_dispatched ◄── model_call ◄── tool_call      each action names the one that caused it
 *   row 1 ◄── row 2 ◄── row 3                                                   each row holds the hash of the one before
 */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64)

/** From the action up to the user's message, both included; empty when there is no such action. Throws where it breaks. */
export function ancestors<Row extends AuditEntry>(rows: readonly Row[], action_id: string): Row[] {
  const byId = indexById(rows)
  const first = byId.get(action_id)
  if (first === undefined) return []
  const { chain, whole } = climb(first, byId)
  if (!whole) throw toError(chain.at(-1) ?? first)
  return chain
}

/**
 * The actions at which a chain breaks: no parent named, one that is not there, or one that is its own descendant. None
 * exactly when every action's chain reaches the user's message.
 */
export function orphans<Row extends AuditEntry>(rows: readonly Row[]): Row[] {
  const byId = indexById(rows)
  const sound = new Set<string>()
  const found = new Set<Row>()
  for (const row of rows) {
    const { chain, whole } = climb(row, byId, sound)
    if (whole) for (const { action_id } of chain) sound.add(action_id)
    else found.add(chain.at(-1) ?? row)
  }
  return [...found]
}

/** Throws for the first orphan. */
export function refuseOrphans(rows: readonly AuditEntry[]): void {
  const [first] = orphans(rows)
  if (first !== undefined) throw toError(first)
}

const toError = ({ action_id, parent_id }: AuditEntry) => new ProvenanceError(action_id, parent_id)

/** Where two actions have one id, the first is meant. */
const indexById = <Row extends AuditEntry>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.toReversed().map((row) => [row.action_id, row]))

/** Up to the root, or to an action known to be sound; a chain that is not whole ends with the action where it breaks. */
function climb<Row extends AuditEntry>(first: Row, byId: ReadonlyMap<string, Row>, sound?: ReadonlySet<string>) {
  const chain: Row[] = []
  const seen = new Set<string>()
  let row: Row = first
  for (;;) {
    chain.push(row)
    seen.add(row.action_id)
    if (row.parent_id === null) return { chain, whole: row.action === 'message_received' }
    if (sound?.has(row.parent_id)) return { chain, whole: true }
    const parent = byId.get(row.parent_id)
    if (parent === undefined || seen.has(parent.action_id)) return { chain, whole: false }
    row = parent
  }
}

/** SHA-256 over the canonical JSON of all of a row but its hash. */
export function hashRow(row: Omit<AuditRow, 'hash'>): string {
  const { hash: _own, ...rest } = row as AuditRow
  // What JSON can't hold is not kept either: the row must hash the same after it was read back.
  return createHash('sha256')
    .update(canonical(JSON.parse(JSON.stringify(rest))))
    .digest('hex')
}

/** JSON without spaces, keys in the order of their UTF-16 units, at every depth. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`
}

/** The last row of a tenant's chain. */
export type ChainEnd = { number: number; hash: string }

export const CHAIN_FAULTS = ['number', 'previous_hash', 'hash', 'end'] as const
export type ChainFault = (typeof CHAIN_FAULTS)[number]

export type BrokenRow = { tenant_id: string; number: number; action_id: string | null; fault: ChainFault }
export type ChainVerdict = { rows: number; ends: ReadonlyMap<string, ChainEnd>; broken: BrokenRow | null }

/**
 * Reads each tenant's chain in order, stops at the first row that does not fit, and names it. Rows cut off a chain's end
 * leave a chain that fits: only `noted`, the ends of an earlier walk, shows that. Keeps one end per tenant.
 */
export async function verifyChain(
  rows: AsyncIterable<AuditRow>,
  noted: ReadonlyMap<string, ChainEnd> = new Map(),
): Promise<ChainVerdict> {
  const ends = new Map<string, ChainEnd>()
  let count = 0
  for await (const row of rows) {
    const { tenant_id, number, action_id, hash } = row
    const fault = findFault(row, ends.get(tenant_id), noted.get(tenant_id))
    if (fault !== null) return { rows: count, ends, broken: { tenant_id, number, action_id, fault } }
    ends.set(tenant_id, { number, hash })
    count += 1
  }
  for (const [tenant_id, { number }] of noted) {
    const missing = (ends.get(tenant_id)?.number ?? 0) + 1
    if (missing <= number)
      return { rows: count, ends, broken: { tenant_id, number: missing, action_id: null, fault: 'end' } }
  }
  return { rows: count, ends, broken: null }
}

function findFault(row: AuditRow, before: ChainEnd | undefined, noted: ChainEnd | undefined): ChainFault | null {
  if (row.number !== (before?.number ?? 0) + 1) return 'number'
  if (row.previous_hash !== (before?.hash ?? FIRST_PREVIOUS_HASH)) return 'previous_hash'
  if (row.hash !== hashRow(row)) return 'hash'
  // The whole chain may have been made anew: it fits in itself, and not the end that was noted.
  return noted?.number === row.number && noted.hash !== row.hash ? 'end' : null
}
