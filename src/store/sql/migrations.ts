import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { StoreError } from '../../contract/index.ts'
import type { Database } from './schema.ts'

/** Forward only: one that has been released is never edited, a change is a new one behind it. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001_first': { up: createFirstTables },
}

export async function migrate(
  db: Database,
  migrations: Record<string, Migration> = MIGRATIONS,
): Promise<readonly string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) {
    const failed = results.find(({ status }) => status === 'Error')?.migrationName
    throw new StoreError(`The store’s tables can’t be brought up to date${failed ? `: ${failed} failed` : ''}.`, {
      cause: error,
    })
  }
  return results.map(({ migrationName }) => migrationName)
}

async function createFirstTables(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('turns')
    .addColumn('response_id', 'text', (c) => c.primaryKey())
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('conversation_id', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('last_seq', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('usage', 'text')
    .addColumn('frames', 'text')
    .addColumn('events', 'text')
    .execute()
  // Only what a sweep may still take is in its index: its cost does not grow with what is kept.
  for (const column of ['frames', 'events'])
    await schema
      .createIndex(`turns_${column}_by_age`)
      .on('turns')
      .column('created_at')
      .where(sql.ref(column), 'is not', null)
      .execute()

  await schema
    .createTable('conversations')
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('last_position', 'bigint', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('conversations_key', ['tenant_id', 'user_id', 'id'])
    .execute()
  await schema.createIndex('conversations_by_age').on('conversations').column('last_at').execute()

  await schema
    .createTable('messages')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('conversation_id', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('position', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('document', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('messages_in_order')
    .on('messages')
    .columns(['tenant_id', 'user_id', 'conversation_id', 'position'])
    .unique()
    .execute()
  await schema.createIndex('messages_by_age').on('messages').column('created_at').execute()

  await schema
    .createTable('emissions')
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('flow', 'text', (c) => c.notNull())
    .addColumn('run_id', 'text', (c) => c.notNull())
    .addColumn('event_id', 'text', (c) => c.notNull())
    .addColumn('times', 'bigint', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('emissions_key', ['tenant_id', 'user_id', 'flow', 'run_id', 'event_id'])
    .execute()
  await schema.createIndex('emissions_by_event').on('emissions').columns(['event_id', 'last_at']).execute()

  await schema
    .createTable('flows')
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('flow', 'text', (c) => c.notNull())
    .addColumn('run_id', 'text', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addColumn('events', 'text')
    .addPrimaryKeyConstraint('flows_key', ['tenant_id', 'user_id', 'flow', 'run_id'])
    .execute()
  await schema
    .createIndex('flows_by_age')
    .on('flows')
    .column('last_at')
    .where(sql.ref('events'), 'is not', null)
    .execute()

  await schema
    .createTable('usage')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('response_id', 'text', (c) => c.notNull())
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('agent_id', 'text', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('input_tokens', 'bigint', (c) => c.notNull())
    .addColumn('output_tokens', 'bigint', (c) => c.notNull())
    .addColumn('reasoning_tokens', 'bigint', (c) => c.notNull())
    .addColumn('cached_tokens', 'bigint', (c) => c.notNull())
    .addColumn('cost_micro_usd', 'bigint', (c) => c.notNull())
    .addColumn('ttft_ms', 'bigint')
    .addColumn('total_ms', 'bigint', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('provider_id', 'text')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('usage_of_tenant').on('usage').columns(['tenant_id', 'at']).execute()
  await schema.createIndex('usage_of_agent').on('usage').columns(['tenant_id', 'agent_id', 'at']).execute()
  await schema.createIndex('usage_by_age').on('usage').column('at').execute()

  await schema
    .createTable('budgets')
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('agent_id', 'text', (c) => c.notNull())
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('max_tokens', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('budgets_key', ['tenant_id', 'agent_id', 'period'])
    .execute()

  await schema
    .createTable('audit')
    .addColumn('tenant_id', 'text', (c) => c.notNull())
    .addColumn('number', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('response_id', 'text', (c) => c.notNull())
    .addColumn('action_id', 'text', (c) => c.notNull())
    .addColumn('parent_id', 'text')
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('previous_hash', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('audit_key', ['tenant_id', 'number'])
    .execute()
  await schema.createIndex('audit_of_turn').on('audit').columns(['response_id', 'action_id']).unique().execute()

  await schema
    .createTable('chains')
    .addColumn('tenant_id', 'text', (c) => c.primaryKey())
    .addColumn('number', 'bigint', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute()
}
