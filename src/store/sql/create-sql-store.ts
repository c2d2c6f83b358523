import { sql } from 'kysely'
import {
  StoreError,
  type AuditRow,
  type Message,
  type NumberedFrame,
  type Principal,
  type Store,
  type StoredEvent,
  type TurnRecord,
  type TurnSummary,
} from '../../contract/index.ts'
import { fromCursor, toCursor } from './cursor.ts'
import { createGroupCommit } from './group-commit.ts'
import { readUsage, sumTokens } from './read-usage.ts'
import { emissionRows, partsOf, saveTurns } from './save-turns.ts'
import type { Database, Tables } from './schema.ts'
import { sweep } from './sweep.ts'
import { toStoreError } from './to-store-error.ts'

export type SqlStoreOptions = {
  /** Turns in one transaction. */
  max_batch?: number | undefined
  /** Turns that wait for theirs; one more is refused. */
  max_waiting?: number | undefined
}

/** A page that asks for more messages gets this many. */
export const MAX_PAGE = 500
/** Audit rows that are read at a time. */
const WALK = 500

/** The store's behaviour, the same on both databases: `db` is open and has its tables. */
export function createSqlStore(db: Database, { max_batch, max_waiting }: SqlStoreOptions = {}): Store {
  const commits = createGroupCommit<TurnRecord>({
    commit: (records) => db.transaction().execute((trx) => saveTurns(trx, records)),
    keyOf: ({ turn }) => turn.response_id,
    ...(max_batch !== undefined && { max_batch }),
    ...(max_waiting !== undefined && { max_waiting }),
  })
  let closing: Promise<void> | undefined

  async function guarded<T>(doing: string, work: () => Promise<T>): Promise<T> {
    if (closing !== undefined) throw new StoreError('The store is closed.')
    try {
      return await work()
    } catch (error) {
      throw toStoreError(doing, error)
    }
  }

  const turnOf = (response_id: string, { tenant_id, user_id }: Principal) =>
    db
      .selectFrom('turns')
      .where('response_id', '=', response_id)
      .where('tenant_id', '=', tenant_id)
      .where('user_id', '=', user_id)

  const conversationOf = (id: string, { tenant_id, user_id }: Principal) =>
    db
      .selectFrom('conversations')
      .select('id')
      .where('tenant_id', '=', tenant_id)
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .executeTakeFirst()

  const auditAfter = (last: AuditRow | undefined) =>
    db
      .selectFrom('audit')
      .selectAll()
      .$if(last !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('tenant_id', 'number'), '>', tuple(last!.tenant_id, last!.number)),
        ),
      )
      .orderBy('tenant_id')
      .orderBy('number')
      .limit(WALK)
      .execute()

  return {
    saveTurn: commits.save,

    saveFlow: ({ principal: { tenant_id, user_id }, flow, run_id, events }) =>
      guarded('save the events', () =>
        db.transaction().execute(async (trx) => {
          const run = { tenant_id, user_id, flow, run_id }
          const last_at = events.reduce((last, { at }) => Math.max(last, at), 0)
          const { numInsertedOrUpdatedRows } = await trx
            .insertInto('flows')
            .values({ ...run, last_at, events: JSON.stringify(events) })
            .onConflict((c) => c.columns(['tenant_id', 'user_id', 'flow', 'run_id']).doNothing())
            .executeTakeFirst()
          if (numInsertedOrUpdatedRows === 0n) return
          for (const part of partsOf(emissionRows(events, run)))
            await trx.insertInto('emissions').values(part).execute()
        }),
      ),

    findTurn: (response_id, principal) =>
      guarded('find the turn', async () => {
        const row = await turnOf(response_id, principal)
          .select(['response_id', 'conversation_id', 'status', 'last_seq', 'created_at', 'ended_at', 'usage'])
          .executeTakeFirst()
        return row && toSummary(row)
      }),

    readFrames: (response_id, principal) =>
      guarded('read the frames', async () => {
        const row = await turnOf(response_id, principal).select('frames').executeTakeFirst()
        return row && parseList<NumberedFrame>(row.frames)
      }),

    readEvents: (response_id, principal) =>
      guarded('read the events', async () => {
        const row = await turnOf(response_id, principal).select('events').executeTakeFirst()
        return row && parseList<StoredEvent>(row.events)
      }),

    hasConversation: (conversation_id, principal) =>
      guarded('find the conversation', async () => (await conversationOf(conversation_id, principal)) !== undefined),

    readMessages: (conversation_id, principal, { limit, before }) =>
      guarded('read the messages', async () => {
        const position = before === undefined ? undefined : fromCursor(before)
        if ((await conversationOf(conversation_id, principal)) === undefined) return undefined
        const size = Math.min(limit, MAX_PAGE)
        const rows = await db
          .selectFrom('messages')
          .select(['position', 'document'])
          .where('tenant_id', '=', principal.tenant_id)
          .where('user_id', '=', principal.user_id)
          .where('conversation_id', '=', conversation_id)
          .$if(position !== undefined, (query) => query.where('position', '<', position!))
          .orderBy('position', 'desc')
          .limit(size + 1)
          .execute()
        const page = rows.slice(0, size).toReversed()
        return {
          messages: page.map(({ document }) => JSON.parse(document) as Message),
          next: rows.length > size && page[0] !== undefined ? toCursor(page[0].position) : null,
        }
      }),

    countEmissions: (event_id, since) =>
      guarded('count the events', () =>
        db
          .selectFrom('emissions')
          .select(({ fn }) => [
            sql<number>`coalesce(sum(case when last_at >= ${since} then times else 0 end), 0)`.as('count'),
            fn.max<number | null>('last_at').as('last_at'),
          ])
          .where('event_id', '=', event_id)
          .executeTakeFirstOrThrow(),
      ),

    readUsage: (query) => guarded('read the usage', () => readUsage(db, query)),
    sumTokens: (tenant_id, agent_id, since) =>
      guarded('sum the tokens', () => sumTokens(db, tenant_id, agent_id, since)),

    readBudgets: (tenant_id) =>
      guarded('read the budgets', async () => {
        const rows = await db
          .selectFrom('budgets')
          .select(['agent_id', 'period', 'max_tokens'])
          .where('tenant_id', '=', tenant_id)
          .execute()
        const keyOf = ({ agent_id, period }: (typeof rows)[number]) => `${agent_id} ${period}`
        return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      }),

    setBudgets: (tenant_id, budgets) =>
      guarded('set the budgets', () =>
        db.transaction().execute(async (trx) => {
          await trx.deleteFrom('budgets').where('tenant_id', '=', tenant_id).execute()
          for (const part of partsOf(budgets.map((budget) => ({ tenant_id, ...budget }))))
            await trx.insertInto('budgets').values(part).execute()
        }),
      ),

    readAudit: (response_id, principal) =>
      guarded('read the audit', async () => {
        if ((await turnOf(response_id, principal).select('response_id').executeTakeFirst()) === undefined)
          return undefined
        const rows = await db
          .selectFrom('audit')
          .selectAll()
          .where('response_id', '=', response_id)
          .where('tenant_id', '=', principal.tenant_id)
          .orderBy('number')
          .execute()
        return rows.map(toAuditRow)
      }),

    async *walkAudit() {
      for (let last: AuditRow | undefined; ;) {
        const rows = await guarded('read the audit', () => auditAfter(last))
        for (const row of rows) yield (last = toAuditRow(row))
        if (rows.length < WALK) return
      }
    },

    sweep: (retention, now, max_rows) => guarded('remove what is old', () => sweep(db, retention, now, max_rows)),

    ping: () =>
      guarded('answer', async () => {
        await sql`select 1`.execute(db)
      }),

    close: () => (closing ??= commits.close().then(() => db.destroy())),
  }
}

const parseList = <T>(json: string | null): T[] => (json === null ? [] : (JSON.parse(json) as T[]))

type SummaryRow = Omit<Tables['turns'], 'tenant_id' | 'user_id' | 'frames' | 'events'>

const toSummary = ({ created_at, ended_at, usage, ...row }: SummaryRow): TurnSummary => ({
  ...row,
  created_at: new Date(created_at).toISOString(),
  ended_at: ended_at === null ? null : new Date(ended_at).toISOString(),
  usage: usage === null ? null : (JSON.parse(usage) as TurnSummary['usage']),
})

function toAuditRow({ action, detail, ...row }: Tables['audit']): AuditRow {
  try {
    return { ...row, action: action as AuditRow['action'], detail: JSON.parse(detail) as AuditRow['detail'] }
  } catch (cause) {
    throw new StoreError(`Audit row ${row.number} of tenant ${row.tenant_id} can’t be read.`, { cause })
  }
}
