import { fraction } from './seeded.ts'

/** How long a real service would take, in milliseconds: [fastest, slowest]. */
const LATENCY: Readonly<Record<string, readonly [number, number]>> = {
  'offers.search': [180, 400],
  'points.balance': [120, 240],
  'purchases.history': [160, 340],
  'receipts.match': [200, 400],
  'support.articles': [120, 260],
}

/** The same question always takes equally long. */
export function demoLatency(enricher_id: string, params: Record<string, unknown>): number {
  const [fastest, slowest] = LATENCY[enricher_id] ?? [0, 0]
  return Math.round(fastest + fraction(enricher_id, JSON.stringify(params)) * (slowest - fastest))
}
