import { RESERVED_IDS, StoreError, type Principal, type StoredEvent, type TurnRecord } from '../../contract/index.ts'
import { FIRST_PREVIOUS_HASH, type ChainEnd } from '../provenance.ts'
import { chainEntries, findOrphan } from './audit-chain.ts'
import type { Tables, Writing } from './schema.ts'

/**
 *   lock the tenants' chains ─► which turns are known ─► refuse orphans ─► places in conversations ─► rows ─► chains' ends
 *
 * One statement a table for the whole batch. The lock comes first: it is a write, so that SQLite waits for its turn
 * there and never has to give up later, and PostgreSQL's later reads see what the one before committed.
 */
export async function saveTurns(trx: Writing, records: readonly TurnRecord[]): Promise<readonly (Error | undefined)[]> {
  const ends = await lockChains(trx, records)
  const stored = await findStored(trx, records)

  const refused: (Error | undefined)[] = []
  const fresh: TurnRecord[] = []
  const resumed: TurnRecord[] = []
  for (const record of records) {
    const known = stored.get(record.turn.response_id)
    const [list, why] = sort(record, known)
    refused.push(why)
    if (list === 'fresh') fresh.push(record)
    if (list === 'resumed') resumed.push(record)
  }

  await insertTurns(trx, fresh)
  for (const record of resumed) await replacePaused(trx, record)
  await insertAudit(trx, [...fresh, ...resumed], stored, ends)
  return refused
}

type Stored = Principal & { status: string; last_seq: number; actions: Set<string> }

/** A turn is written once; only one that was kept at a pause is written again, when it goes on or ends. */
function sort(record: TurnRecord, known: Stored | undefined): ['fresh' | 'resumed' | 'same' | 'refused', Error?] {
  if (known !== undefined) {
    if (!isOwner(known, record.principal)) return ['refused', new StoreError('The turn is kept for someone else.')]
    const { status, last_seq } = record.turn
    if (known.status !== 'waiting_approval' || (status === known.status && last_seq === known.last_seq)) return ['same']
  }
  const orphan = findOrphan(record.audit, known?.actions ?? new Set())
  if (orphan !== undefined) return ['refused', orphan]
  return [known === undefined ? 'fresh' : 'resumed']
}

const isOwner = (a: Principal, b: Principal) => a.tenant_id === b.tenant_id && a.user_id === b.user_id

async function lockChains(trx: Writing, records: readonly TurnRecord[]): Promise<Map<string, ChainEnd>> {
  // Always in one order: two writers of the same tenants wait for each other, and never both.
  const tenants = [...new Set(records.map(({ principal }) => principal.tenant_id))].toSorted()
  const rows = await trx
    .insertInto('chains')
    .values(tenants.map((tenant_id) => ({ tenant_id, number: 0, hash: FIRST_PREVIOUS_HASH })))
    .onConflict((c) => c.column('tenant_id').doUpdateSet((eb) => ({ number: eb.ref('chains.number') })))
    .returningAll()
    .execute()
  return new Map(rows.map(({ tenant_id, number, hash }) => [tenant_id, { number, hash }]))
}

async function findStored(trx: Writing, records: readonly TurnRecord[]): Promise<Map<string, Stored>> {
  const rows = await trx
    .selectFrom('turns')
    .select(['response_id', 'tenant_id', 'user_id', 'status', 'last_seq'])
    .where(
      'response_id',
      'in',
      records.map(({ turn }) => turn.response_id),
    )
    .execute()
  const stored = new Map(rows.map(({ response_id, ...row }) => [response_id, { ...row, actions: new Set<string>() }]))
  const paused = rows.filter(({ status }) => status === 'waiting_approval').map(({ response_id }) => response_id)
  if (paused.length > 0) {
    const actions = await trx
      .selectFrom('audit')
      .select(['response_id', 'action_id'])
      .where('response_id', 'in', paused)
      .execute()
    for (const { response_id, action_id } of actions) stored.get(response_id)?.actions.add(action_id)
  }
  return stored
}

async function insertTurns(trx: Writing, records: readonly TurnRecord[]): Promise<void> {
  if (records.length === 0) return
  const positions = await takePositions(trx, records)
  for (const part of partsOf(records.map(turnRow))) await trx.insertInto('turns').values(part).execute()
  for (const part of partsOf(records.flatMap((record, index) => messageRows(record, positions[index]!))))
    await trx.insertInto('messages').values(part).execute()
  for (const part of partsOf(records.flatMap(chatEmissions))) await trx.insertInto('emissions').values(part).execute()
  for (const part of partsOf(records.flatMap(usageRows))) await trx.insertInto('usage').values(part).execute()
}

async function replacePaused(trx: Writing, record: TurnRecord): Promise<void> {
  const { principal, turn } = record
  const { response_id, ...row } = turnRow(record)
  await trx.updateTable('turns').set(row).where('response_id', '=', response_id).execute()
  await trx
    .updateTable('messages')
    .set({ document: JSON.stringify(record.assistant_message) })
    .where('id', '=', record.assistant_message.id)
    .where('tenant_id', '=', principal.tenant_id)
    .where('user_id', '=', principal.user_id)
    .execute()
  await trx
    .deleteFrom('emissions')
    .where('tenant_id', '=', principal.tenant_id)
    .where('user_id', '=', principal.user_id)
    .where('flow', '=', 'chat')
    .where('run_id', '=', turn.response_id)
    .execute()
  for (const part of partsOf(chatEmissions(record))) await trx.insertInto('emissions').values(part).execute()
  for (const part of partsOf(usageRows(record)))
    await trx
      .insertInto('usage')
      .values(part)
      .onConflict((c) => c.column('id').doNothing())
      .execute()
}

async function insertAudit(
  trx: Writing,
  records: readonly TurnRecord[],
  stored: ReadonlyMap<string, Stored>,
  ends: Map<string, ChainEnd>,
): Promise<void> {
  const moved = new Map<string, ChainEnd>()
  const rows: Tables['audit'][] = []
  for (const { principal, turn, audit } of records) {
    const { tenant_id, user_id } = principal
    const kept = stored.get(turn.response_id)?.actions
    const entries = kept === undefined ? audit : audit.filter(({ action_id }) => !kept.has(action_id))
    if (entries.length === 0) continue
    const before = moved.get(tenant_id) ?? ends.get(tenant_id)!
    const chained = chainEntries(entries, { tenant_id, user_id, response_id: turn.response_id }, before)
    moved.set(tenant_id, chained.end)
    for (const row of chained.rows) rows.push({ ...row, detail: JSON.stringify(row.detail) })
  }
  for (const part of partsOf(rows)) await trx.insertInto('audit').values(part).execute()
  if (moved.size === 0) return
  await trx
    .insertInto('chains')
    .values([...moved].map(([tenant_id, end]) => ({ tenant_id, ...end })))
    .onConflict((c) =>
      c.column('tenant_id').doUpdateSet((eb) => ({ number: eb.ref('excluded.number'), hash: eb.ref('excluded.hash') })),
    )
    .execute()
}

const MESSAGES_A_TURN = 2

/** The position before each record's first message. */
async function takePositions(trx: Writing, records: readonly TurnRecord[]): Promise<number[]> {
  const wanted = new Map<string, Tables['conversations']>()
  const keys = records.map(({ principal: { tenant_id, user_id }, turn: { conversation_id: id }, ...record }) => {
    const key = JSON.stringify([tenant_id, user_id, id])
    const last_position = (wanted.get(key)?.last_position ?? 0) + MESSAGES_A_TURN
    wanted.set(key, { tenant_id, user_id, id, last_position, last_at: record.assistant_message.created_at })
    return key
  })
  const rows = await trx
    .insertInto('conversations')
    .values([...wanted.values()])
    .onConflict((c) =>
      c.columns(['tenant_id', 'user_id', 'id']).doUpdateSet((eb) => ({
        last_position: eb('conversations.last_position', '+', eb.ref('excluded.last_position')),
        last_at: eb.ref('excluded.last_at'),
      })),
    )
    .returning(['tenant_id', 'user_id', 'id', 'last_position'])
    .execute()
  const next = new Map<string, number>()
  for (const { tenant_id, user_id, id, last_position } of rows) {
    const key = JSON.stringify([tenant_id, user_id, id])
    next.set(key, last_position - wanted.get(key)!.last_position)
  }
  return keys.map((key) => {
    const position = next.get(key)!
    next.set(key, position + MESSAGES_A_TURN)
    return position
  })
}

function turnRow({ principal: { tenant_id, user_id }, turn, frames, events }: TurnRecord): Tables['turns'] {
  return {
    response_id: turn.response_id,
    tenant_id,
    user_id,
    conversation_id: turn.conversation_id,
    status: turn.status,
    last_seq: turn.last_seq,
    created_at: Date.parse(turn.created_at),
    ended_at: turn.ended_at === null ? null : Date.parse(turn.ended_at),
    usage: turn.usage === null ? null : JSON.stringify(turn.usage),
    frames: JSON.stringify(frames),
    events: JSON.stringify(events),
  }
}

function messageRows(
  { principal: { tenant_id, user_id }, turn: { conversation_id }, user_message, assistant_message }: TurnRecord,
  after: number,
): Tables['messages'][] {
  return [user_message, assistant_message].map((message, index) => ({
    id: message.id,
    tenant_id,
    user_id,
    conversation_id,
    role: message.role,
    position: after + index + 1,
    created_at: message.created_at,
    document: JSON.stringify(message),
  }))
}

/** The principal is the record's, whatever a row says. */
const usageRows = ({ principal, turn, usage }: TurnRecord): Tables['usage'][] =>
  usage.map((row) => ({ ...row, ...principal, response_id: turn.response_id }))

const chatEmissions = ({ principal, turn, events }: TurnRecord) =>
  emissionRows(events, { ...principal, flow: 'chat', run_id: turn.response_id })

/** Registered ids only: the frames' own types have no life to count. */
export function emissionRows(
  events: readonly StoredEvent[],
  { tenant_id, user_id, flow, run_id }: Principal & Pick<Tables['emissions'], 'flow' | 'run_id'>,
): Tables['emissions'][] {
  const rows = new Map<string, Tables['emissions']>()
  for (const { at, event } of events) {
    const event_id = event.event_type
    if (RESERVED_IDS.has(event_id)) continue
    const row = rows.get(event_id)
    if (row === undefined) rows.set(event_id, { tenant_id, user_id, flow, run_id, event_id, times: 1, last_at: at })
    else {
      row.times++
      row.last_at = Math.max(row.last_at, at)
    }
  }
  return [...rows.values()]
}

/** Fewer than either database takes in one statement. */
const MAX_PARAMETERS = 30_000

/** Rows that fit one statement; none for none. */
export function* partsOf<T extends object>(rows: readonly T[]): Generator<T[]> {
  if (rows.length === 0) return
  const size = Math.floor(MAX_PARAMETERS / Object.keys(rows[0]!).length)
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}
