import { expect, it } from 'vitest'
import rewards from '../../agents/rewards/index.ts'
import { answering, eventsOf, outline, runSubAgent, type Answers } from './run-sub-agent.ts'

const BALANCE = {
  id: 'points_balance',
  points: 8075,
  pending_points: 1000,
  value: { amount: 8.08, currency: 'USD' },
  tier: 'Gold',
  next_tier: 'Platinum',
  points_to_next_tier: 31_100,
  expiring: { points: 750, on: '2026-06-30' },
}
const PURCHASE = { id: 'pur_1', store: 'Taco Lucero', date: '2026-05-12', points_earned: 625, points_status: 'pending' }

const answers: Answers = { 'points.balance': () => [BALANCE], 'purchases.history': () => [PURCHASE] }

const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length

it('AC-9: points and purchases are looked up at the same time, each between its boundaries', async () => {
  const run = await runSubAgent(rewards, 'check my points', answering(answers))
  const events = outline(run)
  expect(events[0]).toBe('looking_up_points_balance')
  expect(events.slice(1, 3)).toEqual(['tool_call_start get_points_balance', 'tool_call_start get_recent_purchases'])
  for (const name of ['get_points_balance', 'get_recent_purchases', 'render_points_balance'])
    expect(events.filter((event) => event.endsWith(name))).toEqual([`tool_call_start ${name}`, `tool_call_end ${name}`])
})

it('FR-10: the balance is shown as a component that carries the payload', async () => {
  const run = await runSubAgent(rewards, 'check my points', answering(answers))
  const [component, ...others] = eventsOf(run, 'component')
  expect(others).toEqual([])
  expect(component?.chunk).toEqual({ ...BALANCE, type: 'points_balance' })
  expect(component?.tool_call.name).toBe('render_points_balance')
})

it.each([
  [
    'en',
    'You have 8,075 points, worth $8.08, with 1,000 more on the way. 750 of your points expire on June 30. You’re at Gold level, 31,100 points away from Platinum. Your latest purchase, at Taco Lucero on May 12, will earn you 625 points.',
  ],
  [
    'es',
    'Tienes 8075 puntos, que valen 8,08 US$, y 1000 más en camino. De tus puntos, 750 caducan el 30 de junio. Estás en el nivel Gold, a 31.100 puntos de Platinum. Tu última compra, en Taco Lucero el 12 de mayo, te dará 625 puntos.',
  ],
  [
    'fr',
    'Vous avez 8 075 points, soit 8,08 $US, et 1 000 de plus en attente. 750 de vos points expirent le 30 juin. Vous êtes au niveau Gold, à 31 100 points du niveau Platinum. Votre dernier achat, chez Taco Lucero le 12 mai, vous rapportera 625 points.',
  ],
])('reports in %s, numbers, money and days by its own habits', async (locale, report) => {
  const run = await runSubAgent(rewards, 'points', answering(answers), { locale })
  expect(run.report.replaceAll(/\s/g, ' ')).toBe(report)
  expect(run.asked.map(({ params }) => params['locale'])).toEqual([locale, locale])
})

it('the highest tier has none after it, and nothing pending is not mentioned', async () => {
  const top = {
    ...BALANCE,
    pending_points: 0,
    next_tier: null,
    points_to_next_tier: 0,
    expiring: { points: 0, on: '2026-06-30' },
  }
  const run = await runSubAgent(rewards, 'points', answering({ ...answers, 'points.balance': () => [top] }))
  expect(run.report).toMatch(/^You have 8,075 points, worth \$8\.08\. You’re at Gold level\. Your latest/)
})

it('purchases that take long get a status of their own, from a timer', async () => {
  const told = Promise.withResolvers<void>()
  const context = answering({ ...answers, 'purchases.history': () => told.promise.then(() => [PURCHASE]) })
  const run = await runSubAgent(rewards, 'points', context, {
    onEvent: ({ event_type }) => event_type === 'looking_up_purchase_history' && told.resolve(),
  })
  expect(outline(run)).toContain('looking_up_purchase_history')
})

it('goes on with the purchases when the balance cannot be looked up', async () => {
  const run = await runSubAgent(rewards, 'points', answering({ 'purchases.history': () => [PURCHASE] }))
  expect(run.report).toBe('Your latest purchase, at Taco Lucero on May 12, will earn you 625 points.')
  expect(eventsOf(run, 'component')).toEqual([])
  expect(run.calls).toContainEqual({ enricher_id: 'points.balance', outcome: 'error', reason: 'upstream_unavailable' })
})

it('R-3: a cancelled run leaves no timer behind', async () => {
  const controller = new AbortController()
  const seen: string[] = []
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<never[]>()
  const context = answering({
    ...answers,
    'purchases.history': () => {
      asked.resolve()
      return answer.promise
    },
  })
  const before = timers()
  const run = runSubAgent(rewards, 'points', context, {
    controller,
    onEvent: ({ event_type }) => seen.push(event_type),
  })
  await asked.promise
  expect(timers()).toBeGreaterThan(before)
  controller.abort()
  await expect(run).rejects.toThrow(/abort/i)
  // The call in flight comes back to nobody.
  answer.resolve([])
  await expect.poll(timers).toBe(before)
  await rewards.onCancel({ response_id: 'r', conversation_id: 'c', principal: { tenant_id: 't', user_id: 'u' } })
  expect(seen).not.toContain('looking_up_purchase_history')
})
