import { sql } from 'kysely'
import type { UsageGroup, UsageQuery, UsageTotal } from '../../contract/index.ts'
import type { Database } from './schema.ts'

/** Whole numbers divide to whole numbers in both databases, if the divisor is no parameter. */
const GROUPS = {
  day: sql<string | number>`at / 86400000`,
  agent: sql<string | number>`agent_id`,
  model: sql<string | number>`model`,
} as const satisfies Record<UsageGroup, unknown>

const DAY_MS = 86_400_000
const dayOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** From `from` to before `to`, in the order of the keys. */
export async function readUsage(db: Database, { tenant_id, group, from, to }: UsageQuery): Promise<UsageTotal[]> {
  const rows = await db
    .selectFrom('usage')
    .select(({ fn }) => [
      GROUPS[group].as('key'),
      fn.countAll<number>().as('calls'),
      sql<number>`sum(case when outcome = 'ok' then 0 else 1 end)`.as('failed'),
      fn.sum<number>('input_tokens').as('input_tokens'),
      fn.sum<number>('output_tokens').as('output_tokens'),
      fn.sum<number>('reasoning_tokens').as('reasoning_tokens'),
      fn.sum<number>('cached_tokens').as('cached_tokens'),
      fn.sum<number>('cost_micro_usd').as('cost_micro_usd'),
    ])
    .where('tenant_id', '=', tenant_id)
    .where('at', '>=', from)
    .where('at', '<', to)
    .groupBy(GROUPS[group])
    .execute()
  return rows
    .map((row) => ({ ...row, key: typeof row.key === 'number' ? dayOf(row.key) : row.key }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

export async function sumTokens(db: Database, tenant_id: string, agent_id: string, since: number): Promise<number> {
  const { tokens } = await db
    .selectFrom('usage')
    .select(sql<number>`coalesce(sum(input_tokens + output_tokens), 0)`.as('tokens'))
    .where('tenant_id', '=', tenant_id)
    .$if(agent_id !== '*', (query) => query.where('agent_id', '=', agent_id))
    .where('at', '>=', since)
    .executeTakeFirstOrThrow()
  return tokens
}
