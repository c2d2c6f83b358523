import { describe, expect, it } from 'vitest'
import type { FramePayload, StatusEvent, TrustedEvent } from '../../src/contract/index.ts'
import { MAX_WAITING, createPolicyStage, createRenderer } from '../../src/policy/index.ts'
import { entry, override, sampleRegistry } from './sample-registry.ts'
import { harness, status, tableOf, text, toolCall, toolEnd, toolStart } from './stage-harness.ts'

const ONE_MESSAGE = {
  en: 'Searching for offers…',
  es: 'Buscando ofertas…',
  fr: 'Recherche d’offres…',
}
const TWO_MESSAGES = {
  en: 'Searching for offers and looking up your points…',
  es: 'Buscando ofertas y consultando tus puntos…',
  fr: 'Recherche d’offres et consultation de vos points en cours…',
}

describe('the four decisions', () => {
  it('FR-4: forward sends the event’s own fields, and no message', () => {
    const { stage, frames, seen } = harness()
    stage.status({ event_type: 'progress_made', done: 3, of: { total: 7 } }, 'shop')
    expect(frames).toEqual([{ event_type: 'status', data: { event_id: 'progress_made', done: 3, of: { total: 7 } } }])
    expect(seen).toEqual(['progress_made forward shop shop'])
  })

  it('FR-3: a forwarded event cannot pass prose or another id off as ours', () => {
    const { stage, frames } = harness()
    stage.status(
      { event_type: 'progress_made', event_id: 'other', event_ids: ['other'], message: 'Hello there', done: 1 },
      'shop',
    )
    expect(frames).toEqual([{ event_type: 'status', data: { event_id: 'progress_made', done: 1 } }])
  })

  it('FR-4: transform sends the words', () => {
    const { stage, frames, seen } = harness()
    stage.status({ event_type: 'visiting_store', store: 'Blue Bottle', message: 'prose' }, 'shop')
    expect(frames).toEqual([status('visiting_store', 'Looking around Blue Bottle…')])
    expect(seen).toEqual(['visiting_store transform shop shop'])
  })

  it('FR-4: suppress sends nothing', () => {
    const { stage, frames, seen } = harness()
    stage.status({ event_type: 'warming_cache' }, 'shop')
    stage.flush()
    expect(frames).toEqual([])
    expect(seen).toEqual(['warming_cache suppress shop shop'])
  })

  it('FR-4: batch waits for its window, and one alone is a plain status', () => {
    const { stage, frames, clock, seen } = harness()
    stage.status({ event_type: 'searching_offers' }, 'shop')
    clock.advance(49)
    expect(frames).toEqual([])
    clock.advance(1)
    expect(frames).toEqual([status('searching_offers', 'Searching for offers…')])
    expect(seen).toEqual(['searching_offers batch shop shop'])
  })

  it('FR-4: an override’s policy and words are followed', () => {
    const table = tableOf(sampleRegistry(), [
      override('a', 'visiting_store', { render_key: 'status.visiting_store_bold' }),
      override('a', 'searching_offers', { policy: 'suppress' }),
    ])
    const { stage, frames } = harness({ table })
    stage.status({ event_type: 'visiting_store', store: 'Blue Bottle' }, 'shop')
    stage.status({ event_type: 'searching_offers' }, 'shop')
    stage.flush()
    expect(frames).toEqual([status('visiting_store', 'Off to Blue Bottle!')])
  })

  it.each(['en', 'es', 'fr'] as const)('AC-1: a registered status reaches the client in %s', (locale) => {
    const { stage, frames } = harness({ locale })
    stage.status({ event_type: 'searching_offers' }, 'shop')
    stage.frame(text('Here'))
    expect(frames).toEqual([status('searching_offers', ONE_MESSAGE[locale]), text('Here')])
  })

  it.each(['en', 'es', 'fr'] as const)('AC-2: two sub-agents at once make one combined status in %s', (locale) => {
    const { stage, frames, clock } = harness({ locale })
    stage.status({ event_type: 'searching_offers' }, 'shop')
    clock.advance(10)
    stage.status({ event_type: 'looking_up_points_balance' }, 'rewards')
    clock.advance(100)
    expect(frames).toEqual([
      status('searching_offers', TWO_MESSAGES[locale], ['searching_offers', 'looking_up_points_balance']),
    ])
  })

  it.each([
    ['an id that is not registered', { event_type: 'no_such_id' }, 'shop', 'no_such_id refused: unregistered shop'],
    ['an id of another', { event_type: 'searching_offers' }, 'rewards', 'searching_offers refused: not_owner rewards'],
    ['a deprecated id', { event_type: 'old_searching' }, 'shop', 'old_searching refused: deprecated shop'],
    ['a frame’s name', { event_type: 'text', chunk: 'x' }, 'shop', 'text refused: unregistered shop'],
    ['an internal name', { event_type: 'tool_result' }, 'shop', 'tool_result refused: unregistered shop'],
    [
      'a vertical’s id from the orchestrator',
      { event_type: 'visiting_store', store: 'x' },
      null,
      'visiting_store refused: not_owner null',
    ],
    ['a platform id of others', { event_type: 'thinking_it_over' }, 'shop', 'thinking_it_over refused: not_owner shop'],
    ['nothing', null, 'shop', ' refused: unregistered shop'],
    ['prose', 'Searching…', 'shop', ' refused: unregistered shop'],
    ['an object without a name', {}, 'shop', ' refused: unregistered shop'],
    ['a name that is no string', { event_type: 7 }, 'shop', ' refused: unregistered shop'],
  ])('FR-11: %s is suppressed and observed', (_, event, sub_agent_id, observed) => {
    const { stage, frames, seen } = harness()
    stage.status(event as StatusEvent, sub_agent_id)
    stage.flush()
    expect(frames).toEqual([])
    expect(seen).toEqual([observed])
  })

  it('the orchestrator may say what belongs to the platform', () => {
    const { stage, frames } = harness()
    stage.status({ event_type: 'thinking_it_over' }, null)
    expect(frames).toEqual([status('thinking_it_over', 'Thinking it over…')])
  })

  it.each(['visiting_store', 'searching_offers'])('a %s without words is suppressed and observed', (id) => {
    const registry = sampleRegistry({ locales: { en: { 'status.visiting_store': { message: '{store}' } } } })
    const { stage, frames, seen } = harness({ registry })
    stage.status({ event_type: id }, 'shop')
    stage.flush()
    expect(frames).toEqual([])
    expect(seen).toEqual([`${id} unrendered`, `${id} suppress shop shop`])
  })

  it.each(['progress_made', 'visiting_store', 'searching_offers'])(
    'a %s that cannot be read is suppressed, and throws nothing',
    (event_type) => {
      const { stage, frames, seen } = harness()
      const event = {
        event_type,
        get store(): string {
          throw new Error('unreadable')
        },
      }
      stage.status(event, 'shop')
      stage.flush()
      expect(frames).toEqual([])
      expect(seen).toContain(`${event_type} unrendered`)
    },
  )

  it('an event whose name cannot be read is refused, and throws nothing', () => {
    const event = {
      get event_type(): never {
        throw new Error('unreadable')
      },
    }
    const { stage, frames, seen } = harness()
    stage.status(event, 'shop')
    stage.frame(event)
    expect(frames).toEqual([])
    expect(seen).toEqual([' refused: unregistered shop', ' refused: unregistered null'])
  })
})

describe('frames of the kit and the orchestrator', () => {
  it('R-1: tool boundaries get their outside names, and their facets stay inside', () => {
    const { stage, frames, seen } = harness()
    const data = { dropped: { reason: 'oversize' as const } }
    stage.frame({ event_type: 'tool_call_start', tool_call: toolCall('call_1'), data })
    stage.frame({ event_type: 'tool_call_end', tool_call: toolCall('call_1'), data })
    expect(frames).toEqual([
      { event_type: 'tool_call', tool_call: toolCall('call_1') },
      { event_type: 'tool_completed', tool_call: toolCall('call_1') },
    ])
    expect(seen).toEqual(['tool_call forward platform null', 'tool_completed forward platform null'])
  })

  it('NFR-4: any other frame leaves as the object it came as', () => {
    const { stage, frames } = harness()
    const event = text('hello')
    stage.frame(event)
    expect(frames[0]).toBe(event)
  })

  it('R-6: internal events stay inside, and hurry nothing', () => {
    const { stage, frames, seen } = harness()
    stage.status({ event_type: 'searching_offers' }, 'shop')
    stage.frame({ event_type: 'support_content', content: 'x' })
    stage.frame({
      event_type: 'tool_result',
      tool_call: toolCall('call_1'),
      arguments: {},
      result: {},
      is_error: false,
      duration_ms: 1,
    })
    expect(frames).toEqual([])
    expect(seen.slice(1)).toEqual(['support_content suppress platform null', 'tool_result suppress platform null'])
  })

  it('a suppressed frame sends nothing and hurries nothing', () => {
    const table = tableOf(sampleRegistry(), [override('a', 'thinking', { policy: 'suppress' })])
    const { stage, frames, seen } = harness({ table })
    stage.status({ event_type: 'searching_offers' }, 'shop')
    stage.frame({ event_type: 'thinking', content: 'hm', role: 'reasoning' })
    expect(frames).toEqual([])
    expect(seen).toContain('thinking suppress platform null')
  })

  it('R-6: a frame type that the table does not have does not leave', () => {
    const table = new Map([...tableOf(sampleRegistry())].filter(([type]) => type !== 'text'))
    const { stage, frames } = harness({ table })
    stage.frame(text('x'))
    expect(frames).toEqual([])
  })
})

describe('batches', () => {
  const node: TrustedEvent = { event_type: 'node_enter', node: { id: 'n', type: 'node' } }
  const exit: TrustedEvent = { event_type: 'node_exit', node: { id: 'n', type: 'node' }, duration_ms: 1 }
  const data = { id: 'd1', type: 'offer_list', key: { ids: [] } }
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2, reasoning_tokens: 0, cached_tokens: 0 }

  it.each([
    ['tool_call', toolStart('call_1')] as const,
    ['tool_completed', toolEnd('call_1')],
    ['node_enter', node],
    ['node_exit', exit],
  ])('FR-14: a waiting batch lets %s pass', (type, event) => {
    const { stage, frames, clock } = harness()
    stage.status({ event_type: 'searching_offers' }, 'shop')
    stage.frame(event)
    clock.advance(50)
    expect(frames.map(({ event_type }) => event_type)).toEqual([type, 'status'])
  })

  it.each([
    text('x'),
    { event_type: 'thinking', content: 'x', role: 'reasoning' },
    { event_type: 'reasoning', chunk: 'x' },
    { event_type: 'component', chunk: {}, tool_call: toolCall('call_1') },
    { event_type: 'data_loading', data },
    { event_type: 'data_loaded', data: { ...data, items: [] } },
    { event_type: 'usage', ...usage },
    { event_type: 'error', error: { code: 'INTERNAL_ERROR' }, is_final: false },
    { event_type: 'completed' },
    { event_type: 'cancelled', error: { code: 'IDLE_TIMEOUT' } },
  ] as TrustedEvent[])('FR-14: a waiting batch leaves before $event_type', (event) => {
    const { stage, frames, clock } = harness()
    stage.status({ event_type: 'searching_offers' }, 'shop')
    stage.frame(event)
    clock.advance(100)
    expect(frames).toEqual([status('searching_offers', 'Searching for offers…'), event])
  })

  it.each([[{ event_type: 'visiting_store', store: 'x' }], [{ event_type: 'progress_made' }]])(
    'FR-14: a waiting batch leaves before $event_type',
    (event) => {
      const { stage, frames } = harness()
      stage.status({ event_type: 'searching_offers' }, 'shop')
      stage.status(event, 'shop')
      expect(frames.map((frame) => (frame as FramePayload<'status'>).data.event_id)).toEqual([
        'searching_offers',
        event.event_type,
      ])
    },
  )

  it('FR-5: the same id again within the window collapses', () => {
    const { stage, frames, clock, seen } = harness()
    for (const sub_agent of ['ereceipts', 'shop', 'ereceipts'])
      stage.status({ event_type: 'matching_receipt' }, sub_agent)
    clock.advance(50)
    expect(frames).toEqual([status('matching_receipt', 'Matching your receipt…')])
    expect(seen.filter((line) => line.startsWith('matching_receipt batch'))).toHaveLength(3)
  })

  it('FR-5: groups combine apart, and leave in the order of their first events', () => {
    const { stage, frames } = harness()
    stage.status({ event_type: 'comparing_prices' }, 'shop')
    stage.status({ event_type: 'searching_offers' }, 'shop')
    stage.status({ event_type: 'checking_prices' }, 'shop')
    stage.status({ event_type: 'looking_up_points_balance' }, 'rewards')
    stage.flush()
    expect(frames).toEqual([
      // Equal words are said once; both ids are named.
      status('comparing_prices', 'Checking prices…', ['comparing_prices', 'checking_prices']),
      status('searching_offers', TWO_MESSAGES.en, ['searching_offers', 'looking_up_points_balance']),
    ])
  })

  it('FR-5: a window runs from its batch’s first event, not from its last', () => {
    const { stage, times, clock } = harness()
    stage.status({ event_type: 'searching_offers' }, 'shop')
    clock.advance(40)
    stage.status({ event_type: 'looking_up_points_balance' }, 'rewards')
    stage.status({ event_type: 'comparing_prices' }, 'shop')
    clock.advance(100)
    expect(times).toEqual([50, 90])
  })

  it('after a flush a new batch begins', () => {
    const { stage, times, clock } = harness()
    stage.status({ event_type: 'searching_offers' }, 'shop')
    clock.advance(20)
    stage.flush()
    expect(clock.timers.size).toBe(0)
    stage.status({ event_type: 'searching_offers' }, 'shop')
    clock.advance(100)
    expect(times).toEqual([20, 70])
  })

  it('a batch that is past its window does not grow, and lets nothing more pass, however late its timer', () => {
    const { stage, frames, clock } = harness()
    stage.status({ event_type: 'searching_offers' }, 'shop')
    clock.block(60)
    stage.status({ event_type: 'looking_up_points_balance' }, 'rewards')
    expect(frames).toEqual([status('searching_offers', 'Searching for offers…')])
    clock.block(60)
    stage.frame(toolStart('call_1'))
    expect(frames.map(({ event_type }) => event_type)).toEqual(['status', 'status', 'tool_call'])
  })

  it('with a window of 0 nothing waits', () => {
    const { stage, frames, clock } = harness({ window_ms: 0 })
    stage.status({ event_type: 'searching_offers' }, 'shop')
    stage.status({ event_type: 'looking_up_points_balance' }, 'rewards')
    expect(frames).toEqual([
      status('searching_offers', 'Searching for offers…'),
      status('looking_up_points_balance', 'Looking up your points…'),
    ])
    expect(clock.timers.size).toBe(0)
  })

  it(`a group holds ${MAX_WAITING} ids: the next one sends them first`, () => {
    const ids = Array.from({ length: MAX_WAITING + 1 }, (_, index) => `waiting_${index}`)
    const entries = [
      entry({ id: 'earlier', default_policy: 'batch', batch_group: 'other', default_render_key: 'words' }),
      ...ids.map((id) => entry({ id, default_policy: 'batch', default_render_key: 'words' })),
    ]
    const { stage, frames, clock } = harness({
      registry: sampleRegistry({ entries, locales: { en: { words: { message: 'Waiting…' } } } }),
    })
    stage.status({ event_type: 'earlier' }, 'shop')
    for (const id of ids.slice(0, MAX_WAITING)) stage.status({ event_type: id }, 'shop')
    // One that waits already needs no room.
    stage.status({ event_type: ids[0]! }, 'shop')
    expect(frames).toEqual([])
    stage.status({ event_type: ids[MAX_WAITING]! }, 'shop')
    expect(frames).toEqual([status('earlier', 'Waiting…'), status(ids[0]!, 'Waiting…', ids.slice(0, MAX_WAITING))])
    clock.advance(50)
    expect(frames.at(-1)).toEqual(status(ids[MAX_WAITING]!, 'Waiting…'))
  })

  it('a batch is not lost when its words are gone by the time it leaves', () => {
    const registry = sampleRegistry()
    const frames: FramePayload[] = []
    const renderer = { ...createRenderer(registry), message: () => 'Searching…', combined: () => undefined }
    const send = (frame: FramePayload) => frames.push(frame)
    const stage = createPolicyStage({ table: tableOf(registry), renderer, locale: 'en', window_ms: 50, send })
    stage.status({ event_type: 'searching_offers' }, 'shop')
    stage.status({ event_type: 'looking_up_points_balance' }, 'rewards')
    stage.flush()
    expect(frames).toEqual([
      status('searching_offers', 'Searching…', ['searching_offers', 'looking_up_points_balance']),
    ])
  })

  it('by the system’s own clock a batch leaves by itself', async () => {
    const registry = sampleRegistry()
    const sent = Promise.withResolvers<FramePayload>()
    const stage = createPolicyStage({
      table: tableOf(registry),
      renderer: createRenderer(registry),
      locale: 'en',
      window_ms: 5,
      send: sent.resolve,
    })
    stage.status({ event_type: 'searching_offers' }, 'shop')
    expect(await sent.promise).toEqual(status('searching_offers', 'Searching for offers…'))
  })
})

describe('intervals', () => {
  it.each(['polling_slowly', 'forwarding_slowly', 'batching_slowly'])(
    'FR-5: a %s within its interval of the last accepted one is suppressed',
    (event_type) => {
      const { stage, frames, clock, seen } = harness()
      const write = () => {
        stage.status({ event_type }, 'shop')
        stage.flush()
        return frames.length
      }
      expect(write()).toBe(1)
      clock.advance(99)
      expect(write()).toBe(1)
      expect(seen.at(-1)).toBe(`${event_type} suppress shop shop`)
      // From the accepted one, not from the suppressed one.
      clock.advance(1)
      expect(write()).toBe(2)
      clock.advance(50)
      expect(write()).toBe(2)
    },
  )

  it('an event that had no words starts no interval', () => {
    const registry = sampleRegistry({
      entries: [entry({ id: 'polling_slowly', min_interval_ms: 100 })],
      locales: { en: { 'status.polling_slowly': { message: 'At {store}' } } },
    })
    const { stage, frames } = harness({ registry })
    stage.status({ event_type: 'polling_slowly' }, 'shop')
    stage.status({ event_type: 'polling_slowly', store: 'x' }, 'shop')
    expect(frames).toEqual([status('polling_slowly', 'At x')])
  })

  it('intervals are each id’s own', () => {
    const { stage, frames } = harness()
    stage.status({ event_type: 'polling_slowly' }, 'shop')
    stage.status({ event_type: 'forwarding_slowly' }, 'shop')
    expect(frames).toHaveLength(2)
  })
})

describe('the end', () => {
  it('NFR-5: after close nothing leaves, and what was late is counted', () => {
    const { stage, frames, clock, seen } = harness()
    stage.status({ event_type: 'searching_offers' }, 'shop')
    stage.close()
    expect(clock.timers.size).toBe(0)
    seen.push('closed')
    stage.status({ event_type: 'visiting_store', store: 'x' }, 'shop')
    stage.frame(text('x'))
    stage.frame(null as never)
    stage.flush()
    stage.close()
    clock.advance(100)
    expect(frames).toEqual([])
    expect(seen).toEqual([
      'searching_offers batch shop shop',
      'searching_offers late',
      'closed',
      'visiting_store late',
      'text late',
      ' late',
    ])
  })

  it('what send throws reaches the writer, and the stage goes on', () => {
    let broken = true
    const { stage, frames } = harness({
      send: () => {
        if (broken) throw new Error('closed log')
      },
    })
    expect(() => stage.frame(text('a'))).toThrow('closed log')
    stage.status({ event_type: 'searching_offers' }, 'shop')
    expect(() => stage.flush()).toThrow('closed log')
    broken = false
    stage.flush()
    stage.frame(text('b'))
    expect(frames).toHaveLength(3)
  })

  it('a stage without an observer works', () => {
    const registry = sampleRegistry()
    const stage = createPolicyStage({
      table: tableOf(registry),
      renderer: createRenderer(registry),
      locale: 'en',
      window_ms: 50,
      send: () => {},
    })
    expect(() => {
      stage.status({ event_type: 'no_such_id' }, 'shop')
      stage.status({ event_type: 'visiting_store' }, 'shop')
      stage.frame(null as never)
      stage.close()
      stage.frame(text('x'))
    }).not.toThrow()
  })
})
