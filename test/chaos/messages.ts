import { CONTEXT_FAULTS } from '../fakes/faulty-context-service.ts'
import type { Dice } from './dice.ts'

const SUB_AGENTS = ['alpha', 'beta', 'gamma'] as const

const ACTIONS = {
  ok: 30,
  context: 30,
  load: 6,
  throw: 3,
  reject: 3,
  'throw-text': 2,
  'model-429': 2,
  hang: 3,
  'hang-politely': 3,
  'tool-hangs': 3,
  'tool-throws': 4,
  late: 4,
  steps: 3,
  null: 2,
  'no-messages': 2,
  'not-a-message': 2,
  flood: 3,
  huge: 0.2,
} as const

const MODEL_FAULTS = { none: 90, throw: 2, '429': 2, cut: 2, hang: 1, silent: 2, drip: 1 } as const

/** Fifty megabytes now and then are enough. */
const FREQUENT = CONTEXT_FAULTS.filter((fault) => fault !== 'huge')

/** A message that makes one, some or all of the faulty root's sub-agents, and its model, do something. */
export function randomMessage(dice: Dice): string {
  if (dice.chance(0.05)) return 'hello'
  const asked = SUB_AGENTS.filter(() => dice.chance(0.5))
  const parts = (asked.length > 0 ? asked : [dice.one(SUB_AGENTS)]).map((id) => `${id}=${randomAction(dice)}`)
  for (const role of ['router', 'composer']) {
    const fault = dice.weighted(MODEL_FAULTS)
    if (fault !== 'none') parts.push(`${role}=${fault}`)
  }
  return parts.join(' ')
}

function randomAction(dice: Dice): string {
  const action = dice.weighted(ACTIONS)
  switch (action) {
    case 'context':
      return `ccs:${dice.chance(0.005) ? 'huge' : dice.one(FREQUENT)}`
    case 'load':
      return `load:${dice.one(FREQUENT)}`
    case 'flood':
      return `flood:${dice.whole(1, 2_000)}`
    default:
      return action
  }
}
