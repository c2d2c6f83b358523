export { createAccumulator, type Accumulator, type AccumulatorOptions } from './accumulator.ts'
export { PRICES, priceOf, type Price } from './prices.ts'
export {
  ancestors,
  orphans,
  refuseOrphans,
  verifyChain,
  type BrokenRow,
  type ChainEnd,
  type ChainVerdict,
} from './provenance.ts'
export { CursorError } from './sql/cursor.ts'
export { openPostgresStore, type PostgresStoreOptions } from './sql/open-postgres-store.ts'
export { openSqliteStore, type SqliteStoreOptions } from './sql/open-sqlite-store.ts'
