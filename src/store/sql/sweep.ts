import type { Retention, Swept } from '../../contract/index.ts'
import type { Database } from './schema.ts'

/**
 * Each statement is a transaction of its own, oldest first. A turn's summary, its audit rows and the counts of what it
 * wrote stay; a conversation goes when its last message has.
 */
export async function sweep(db: Database, retention: Retention, now: number, max_rows: number): Promise<Swept> {
  const frames = await emptyTurns(db, 'frames', now - retention.frames_ms, max_rows)
  const events =
    (await emptyTurns(db, 'events', now - retention.events_ms, max_rows)) +
    (await emptyFlows(db, now - retention.events_ms, max_rows))

  const oldest = now - retention.messages_ms
  const messages = await db
    .deleteFrom('messages')
    .where('id', 'in', (eb) =>
      eb.selectFrom('messages').select('id').where('created_at', '<', oldest).orderBy('created_at').limit(max_rows),
    )
    .executeTakeFirst()
  await forgetConversations(db, oldest, max_rows)

  const usage = await db
    .deleteFrom('usage')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('usage')
        .select('id')
        .where('at', '<', now - retention.usage_ms)
        .orderBy('at')
        .limit(max_rows),
    )
    .executeTakeFirst()
  return { frames, events, messages: Number(messages.numDeletedRows), usage: Number(usage.numDeletedRows) }
}

async function emptyTurns(db: Database, column: 'frames' | 'events', before: number, max_rows: number) {
  const { numUpdatedRows } = await db
    .updateTable('turns')
    .set({ [column]: null })
    .where('response_id', 'in', (eb) =>
      eb
        .selectFrom('turns')
        .select('response_id')
        .where(column, 'is not', null)
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(max_rows),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

async function emptyFlows(db: Database, before: number, max_rows: number) {
  const { numUpdatedRows } = await db
    .updateTable('flows')
    .set({ events: null })
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('tenant_id', 'user_id', 'flow', 'run_id'),
        'in',
        selectFrom('flows')
          .select(['tenant_id', 'user_id', 'flow', 'run_id'])
          .where('events', 'is not', null)
          .where('last_at', '<', before)
          .orderBy('last_at')
          .limit(max_rows)
          .$asTuple('tenant_id', 'user_id', 'flow', 'run_id'),
      ),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

async function forgetConversations(db: Database, before: number, max_rows: number) {
  await db
    .deleteFrom('conversations')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('tenant_id', 'user_id', 'id'),
        'in',
        selectFrom('conversations as old')
          .select(['old.tenant_id', 'old.user_id', 'old.id'])
          .where('old.last_at', '<', before)
          .where(({ not, exists, selectFrom: from }) =>
            not(
              exists(
                from('messages')
                  .select('messages.id')
                  .whereRef('messages.tenant_id', '=', 'old.tenant_id')
                  .whereRef('messages.user_id', '=', 'old.user_id')
                  .whereRef('messages.conversation_id', '=', 'old.id'),
              ),
            ),
          )
          .orderBy('old.last_at')
          .limit(max_rows)
          .$asTuple('tenant_id', 'user_id', 'id'),
      ),
    )
    .execute()
}
