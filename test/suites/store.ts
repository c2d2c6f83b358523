import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProvenanceError, StoreError, type Message, type Store } from '../../src/contract/index.ts'
import { CursorError } from '../../src/store/index.ts'
import { verifyChain } from '../../src/store/provenance.ts'
import { ALICE, AT, BOB, entry, EVE, event, turnRecord, usageRow } from '../store/sql/turn-record.ts'

export interface StorePlace {
  open(): Promise<Store>
  /** Runs one statement behind the store's back. */
  tamper(sql: string): Promise<void>
}

const DAY = 86_400_000
const MIDNIGHT = Date.UTC(2026, 4, 16)
const KEEP_ALL = { frames_ms: 1e12, events_ms: 1e12, messages_ms: 1e12, usage_ms: 1e12 }

async function verify(store: Store) {
  const { rows, ends, broken } = await verifyChain(store.walkAudit())
  expect(broken).toBeNull()
  return { rows, tenants: ends.size }
}

/** What every store promises; `makePlace` gives an empty place each time. */
export function storeSuite(name: string, makePlace: () => Promise<StorePlace>) {
  describe(`a store: ${name}`, () => {
    let place: StorePlace
    let store: Store
    beforeEach(async () => {
      place = await makePlace()
      store = await place.open()
    })
    afterEach(() => store.close())

    it('PS-2: a turn comes back as it was, its frames byte for byte', async () => {
      const record = turnRecord()
      await store.saveTurn(record)
      expect(await store.findTurn('resp_1', ALICE)).toEqual(record.turn)
      expect(JSON.stringify(await store.readFrames('resp_1', ALICE))).toBe(JSON.stringify(record.frames))
      expect(JSON.stringify(await store.readEvents('resp_1', ALICE))).toBe(JSON.stringify(record.events))
      expect(await store.readMessages('conv_1', ALICE, { limit: 10 })).toEqual({
        messages: [record.user_message, record.assistant_message],
        next: null,
      })
      expect(await store.readAudit('resp_1', ALICE)).toMatchObject(record.audit)
    })

    it('PS-2: the same turn again changes nothing', async () => {
      await Promise.all([store.saveTurn(turnRecord()), store.saveTurn(turnRecord())])
      await store.saveTurn(turnRecord({ turn: { status: 'error' }, frames: [] }))
      expect((await store.findTurn('resp_1', ALICE))?.status).toBe('completed')
      expect(await store.readFrames('resp_1', ALICE)).toHaveLength(4)
      expect((await store.readMessages('conv_1', ALICE, { limit: 10 }))?.messages).toHaveLength(2)
      expect(await store.sumTokens('acme', '*', 0)).toBe(15)
      expect(await verify(store)).toEqual({ rows: 2, tenants: 1 })
      expect(await store.countEmissions('searching_offers', 0)).toEqual({ count: 2, last_at: AT + 9 })
    })

    it('PS-2: a turn kept at a pause is completed by its end, with what was noted since', async () => {
      const paused = turnRecord({ turn: { status: 'waiting_approval', ended_at: null, last_seq: 3 } })
      await store.saveTurn(paused)
      const ended = turnRecord({
        audit: [entry('resp_1_resolved', 'resp_1_model', 'approval_resolved')],
        events: [...paused.events, event(4, 'gift_card_ready')],
        usage: [...paused.usage, usageRow('resp_1_second')],
      })
      ended.assistant_message.content_items.push({ type: 'message', sequence: 1, timestamp: AT, content: 'Done.' })
      await store.saveTurn(ended)
      expect(await store.findTurn('resp_1', ALICE)).toEqual(ended.turn)
      expect((await store.readMessages('conv_1', ALICE, { limit: 10 }))?.messages).toEqual([
        ended.user_message,
        ended.assistant_message,
      ])
      expect(await store.sumTokens('acme', '*', 0)).toBe(30)
      expect((await store.countEmissions('searching_offers', 0)).count).toBe(2)
      expect((await store.countEmissions('gift_card_ready', 0)).count).toBe(1)
      expect((await store.readAudit('resp_1', ALICE))?.map(({ number }) => number)).toEqual([1, 2, 3])
      expect(await verify(store)).toEqual({ rows: 3, tenants: 1 })
    })

    it.each([
      ['another user', BOB],
      ['another tenant', EVE],
    ])('PS-3: %s sees nothing, on any read, and can write nothing there', async (_, stranger) => {
      await store.saveTurn(turnRecord())
      await store.saveTurn(turnRecord({ id: 'resp_2', turn: { status: 'waiting_approval' } }))
      const stolen = turnRecord({ id: 'resp_2', principal: stranger })
      await expect(store.saveTurn(stolen)).rejects.toThrow(StoreError)
      expect(await store.findTurn('resp_1', stranger)).toBeUndefined()
      expect(await store.readFrames('resp_1', stranger)).toBeUndefined()
      expect(await store.readEvents('resp_1', stranger)).toBeUndefined()
      expect(await store.readAudit('resp_1', stranger)).toBeUndefined()
      expect(await store.hasConversation('conv_1', stranger)).toBe(false)
      expect(await store.readMessages('conv_1', stranger, { limit: 10 })).toBeUndefined()
      // The same name is another conversation.
      await store.saveTurn(turnRecord({ id: 'resp_3', principal: stranger }))
      expect((await store.readMessages('conv_1', stranger, { limit: 10 }))?.messages).toHaveLength(2)
      expect((await store.readMessages('conv_1', ALICE, { limit: 10 }))?.messages).toHaveLength(4)
      expect(await store.hasConversation('conv_1', ALICE)).toBe(true)
    })

    it('PS-3: pages by cursor hold every older message once and in order, while new ones arrive', async () => {
      let runs = 0
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 6 }),
          fc.integer({ min: 1, max: 5 }),
          fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
          async (turns, limit, arrivals) => {
            const conversation_id = `conv_p${++runs}`
            let saved = 0
            const save = () =>
              store.saveTurn(turnRecord({ id: `r${runs}_${saved++}`, conversation_id, at: AT + saved }))
            for (let i = 0; i < turns; i++) await save()
            const read: Message[] = []
            let before: string | undefined
            for (let pages = 0; ; pages++) {
              const page = await store.readMessages(conversation_id, ALICE, { limit, before })
              expect(page!.messages.length).toBeLessThanOrEqual(limit)
              expect(page!.messages.length).toBeGreaterThan(0)
              read.unshift(...page!.messages)
              if (page!.next === null) break
              before = page!.next
              if (arrivals[pages % arrivals.length]) await save()
            }
            const wanted = Array.from({ length: turns }, (_, i) => [`r${runs}_${i}_u`, `r${runs}_${i}_a`]).flat()
            expect(read.map(({ id }) => id)).toEqual(wanted)
          },
        ),
        { numRuns: 12 },
      )
    })

    it.each(['', 'x', 'MA', 'LTE', 'MS41', 'MQ==', '%', 'a'.repeat(500)])('PS-3: %j is no cursor', async (before) => {
      await store.saveTurn(turnRecord())
      await expect(store.readMessages('conv_1', ALICE, { limit: 1, before })).rejects.toThrow(CursorError)
    })

    it('PS-5: the events of another flow are counted once, and apart from a chat’s', async () => {
      const record = { principal: ALICE, flow: 'dm', run_id: 'run_1', events: [event(1, 'points_added')] } as const
      await store.saveFlow(record)
      await store.saveFlow(record)
      await store.saveFlow({ ...record, flow: 'scheduled', events: [event(1, 'points_added', AT + DAY)] })
      await store.saveFlow({ ...record, principal: EVE })
      await store.saveTurn(turnRecord({ events: [event(1, 'points_added'), event(2, 'text')] }))
      expect(await store.countEmissions('points_added', 0)).toEqual({ count: 4, last_at: AT + DAY })
      expect(await store.countEmissions('points_added', AT + DAY)).toEqual({ count: 1, last_at: AT + DAY })
      expect(await store.countEmissions('never_written', 0)).toEqual({ count: 0, last_at: null })
    })

    it('RT-4: usage adds up by day, agent and model, failed calls included, for its tenant only', async () => {
      const usage = [
        usageRow('u1'),
        usageRow('u2', { agent_id: 'orchestrator', model: 'large', outcome: 'error', output_tokens: 0, ttft_ms: null }),
        usageRow('u3', { at: MIDNIGHT, outcome: 'cancelled', cost_micro_usd: 3_000_000_000 }),
      ]
      await store.saveTurn(turnRecord({ usage }))
      await store.saveTurn(turnRecord({ id: 'resp_2', principal: EVE }))
      const total = { input_tokens: 10, output_tokens: 5, reasoning_tokens: 2, cached_tokens: 1, cost_micro_usd: 7 }
      const read = (group: 'day' | 'agent' | 'model', to = AT + DAY + 1) =>
        store.readUsage({ tenant_id: 'acme', group, from: AT, to })
      const twoOfOffers = {
        calls: 2,
        failed: 1,
        input_tokens: 20,
        output_tokens: 10,
        reasoning_tokens: 4,
        cached_tokens: 2,
        cost_micro_usd: 3_000_000_007,
      }
      const large = { ...total, calls: 1, failed: 1, output_tokens: 0 }
      expect(await read('agent')).toEqual([
        { key: 'offers', ...twoOfOffers },
        { key: 'orchestrator', ...large },
      ])
      expect(await read('model')).toEqual([
        { key: 'large', ...large },
        { key: 'small', ...twoOfOffers },
      ])
      expect((await read('day')).map(({ key, calls, failed }) => [key, calls, failed])).toEqual([
        ['2026-05-15', 2, 1],
        ['2026-05-16', 1, 1],
      ])
      expect(await read('agent', AT)).toEqual([])
      expect(await store.sumTokens('acme', '*', AT)).toBe(40)
      expect(await store.sumTokens('acme', 'offers', AT)).toBe(30)
      expect(await store.sumTokens('acme', 'offers', AT + 1)).toBe(15)
      expect(await store.sumTokens('nobody', '*', 0)).toBe(0)
    })

    it('a tenant’s budgets are replaced together', async () => {
      const budgets = [
        { agent_id: '*', period: 'month', max_tokens: 5_000_000_000 },
        { agent_id: 'offers', period: 'day', max_tokens: 10 },
      ] as const
      await store.setBudgets('acme', [budgets[1], budgets[0]])
      expect(await store.readBudgets('acme')).toEqual(budgets)
      await expect(store.setBudgets('acme', [budgets[0], budgets[0]])).rejects.toThrow(StoreError)
      expect(await store.readBudgets('acme')).toEqual(budgets)
      expect(await store.readBudgets('evil')).toEqual([])
      await store.setBudgets('acme', [])
      expect(await store.readBudgets('acme')).toEqual([])
    })

    it('RT-7: saves of one tenant at once, and by several stores, keep one chain without gaps', async () => {
      const others = await Promise.all([place.open(), place.open(), place.open()])
      const save = (to: Store, id: string, principal = ALICE) =>
        to.saveTurn(turnRecord({ id, principal, conversation_id: 'conv_1' }))
      await save(store, 'first')
      try {
        await Promise.all([
          ...Array.from({ length: 40 }, (_, i) => save(store, `together_${i}`, i % 5 === 0 ? EVE : ALICE)),
          // One at a time: no batch, so that nothing is tried twice.
          ...others.map(async (other, n) => {
            for (let i = 0; i < 10; i++) await save(other, `alone_${n}_${i}`)
          }),
        ])
      } finally {
        await Promise.all(others.map((other) => other.close()))
      }
      expect(await verify(store)).toEqual({ rows: 142, tenants: 2 })
      expect((await store.readMessages('conv_1', ALICE, { limit: 500 }))?.messages).toHaveLength(126)
    })

    it.each([
      ['a detail', `update audit set detail = replace(detail, '"x"', '"y"') where number = 3`, 'hash'],
      ['a time', 'update audit set at = at + 1 where number = 3', 'hash'],
      ['a removed row', 'delete from audit where number = 2', 'number'],
      ['a row’s own hash', `update audit set hash = '0' where number = 2`, 'hash'],
    ])('RT-7: the chain tells of a change: %s', async (_, sql, reason) => {
      await store.saveTurn(turnRecord())
      await store.saveTurn(turnRecord({ id: 'resp_2' }))
      expect(await verify(store)).toEqual({ rows: 4, tenants: 1 })
      await place.tamper(sql)
      const { broken } = await verifyChain(store.walkAudit())
      expect(broken).toMatchObject({ tenant_id: 'acme', number: sql.includes('set hash') ? 2 : 3, fault: reason })
    })

    it('RT-7: a row that can’t be read any more is named', async () => {
      await store.saveTurn(turnRecord())
      await place.tamper(`update audit set detail = '{' where number = 2`)
      await expect(verify(store)).rejects.toThrow('Audit row 2 of tenant acme')
    })

    it.each([
      ['a missing parent', [entry('a', null), entry('b', 'elsewhere')]],
      ['a parent that comes later', [entry('a', 'b'), entry('b', null)]],
      ['a parent of another turn', [entry('a', 'other_root')]],
      ['no parent, and is not the root', [entry('a', null, 'tool_call')]],
    ])('RT-7: an action with %s is refused with its whole record, and not its neighbours', async (_, audit) => {
      await store.saveTurn(turnRecord({ id: 'other' }))
      const [orphan, neighbour] = await Promise.allSettled([
        store.saveTurn(turnRecord({ audit })),
        store.saveTurn(turnRecord({ id: 'resp_2' })),
      ])
      expect(orphan).toMatchObject({ status: 'rejected', reason: expect.any(ProvenanceError) })
      expect(neighbour.status).toBe('fulfilled')
      expect(await store.findTurn('resp_1', ALICE)).toBeUndefined()
      expect((await store.readMessages('conv_1', ALICE, { limit: 10 }))?.messages).toHaveLength(4)
      expect(await verify(store)).toEqual({ rows: 4, tenants: 1 })
    })

    it('a record that the database refuses does not fail those it came with', async () => {
      await store.saveTurn(turnRecord({ id: 'before' }))
      const bad = turnRecord({ id: 'bad' })
      bad.user_message.id = 'before_u'
      const results = await Promise.allSettled(
        [turnRecord({ id: 'r1' }), bad, turnRecord({ id: 'r2' })].map((record) => store.saveTurn(record)),
      )
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(results[1]).toMatchObject({ reason: { type: 'store', cause: expect.any(Error) } })
      expect(await store.findTurn('bad', ALICE)).toBeUndefined()
      const { messages } = (await store.readMessages('conv_1', ALICE, { limit: 10 }))!
      expect(messages.map(({ id }) => id)).toEqual(['before_u', 'before_a', 'r1_u', 'r1_a', 'r2_u', 'r2_a'])
    })

    it('a sweep takes what is old, in bounded batches, and leaves the rest', async () => {
      for (let i = 0; i < 3; i++) await store.saveTurn(turnRecord({ id: `old_${i}`, conversation_id: 'conv_old' }))
      await store.saveFlow({ principal: ALICE, flow: 'dm', run_id: 'run', events: [event(1, 'points_added')] })
      await store.saveTurn(turnRecord({ id: 'new', conversation_id: 'conv_new', at: AT + DAY }))
      const now = AT + DAY
      expect(await store.sweep(KEEP_ALL, now, 10)).toEqual({ frames: 0, events: 0, messages: 0, usage: 0 })
      const short = { frames_ms: DAY / 2, events_ms: DAY / 2, messages_ms: DAY / 2, usage_ms: DAY / 2 }
      expect(await store.sweep(short, now, 2)).toEqual({ frames: 2, events: 3, messages: 2, usage: 2 })
      expect(await store.hasConversation('conv_old', ALICE)).toBe(true)
      expect(await store.sweep(short, now, 2)).toEqual({ frames: 1, events: 1, messages: 2, usage: 1 })
      expect(await store.sweep(short, now, 2)).toEqual({ frames: 0, events: 0, messages: 2, usage: 0 })
      expect(await store.sweep(short, now, 2)).toEqual({ frames: 0, events: 0, messages: 0, usage: 0 })
      expect(await store.readFrames('old_0', ALICE)).toEqual([])
      expect(await store.readEvents('old_0', ALICE)).toEqual([])
      expect((await store.findTurn('old_0', ALICE))?.status).toBe('completed')
      expect(await store.hasConversation('conv_old', ALICE)).toBe(false)
      expect(await store.readFrames('new', ALICE)).toHaveLength(4)
      expect((await store.readMessages('conv_new', ALICE, { limit: 10 }))?.messages).toHaveLength(2)
      expect((await store.countEmissions('searching_offers', 0)).count).toBe(8)
      expect(await verify(store)).toEqual({ rows: 8, tenants: 1 })
    })

    it('close saves what was taken, and after it every call is refused; a new open has everything', async () => {
      await store.ping()
      const saving = store.saveTurn(turnRecord())
      await Promise.all([store.close(), store.close()])
      await saving
      await expect(store.ping()).rejects.toThrow(StoreError)
      await expect(store.saveTurn(turnRecord({ id: 'late' }))).rejects.toThrow(StoreError)
      await expect(store.findTurn('resp_1', ALICE)).rejects.toThrow('The store is closed.')
      store = await place.open()
      expect(await store.findTurn('resp_1', ALICE)).toEqual(turnRecord().turn)
      await store.saveTurn(turnRecord({ id: 'resp_2' }))
      expect(await verify(store)).toEqual({ rows: 4, tenants: 1 })
    })

    it('what one store has committed, a second one reads while the first is open', async () => {
      await store.saveTurn(turnRecord())
      const second = await place.open()
      try {
        expect(await second.readFrames('resp_1', ALICE)).toEqual(await store.readFrames('resp_1', ALICE))
      } finally {
        await second.close()
      }
    })

    it('an empty place may be opened by several at once', async () => {
      const empty = await makePlace()
      const opened = await Promise.all([empty.open(), empty.open(), empty.open()])
      await Promise.all(opened.map((one, i) => one.saveTurn(turnRecord({ id: `resp_${i}` }))))
      expect(await verify(opened[0]!)).toEqual({ rows: 6, tenants: 1 })
      await Promise.all(opened.map((one) => one.close()))
    })
  })
}
