import { FRAME_TYPES, isTerminal, type FramePayload, type FrameType } from './frames.ts'

/**
 *   start ──response_id──► prelude ──episode──► streaming ──┐
 *                             │                  ▲   │      │ any non-terminal frame
 *                             └──────────────────┘   └──────┘
 *                                                    │
 *                 completed · cancelled · final error ▼
 *                                                 terminal
 *
 * One table. What is not in it is a violation.
 */
export const TURN_STATES = ['start', 'prelude', 'streaming', 'terminal'] as const
export type TurnState = (typeof TURN_STATES)[number]

export type Transition = FrameType | 'final_error'
export const transitionOf = (frame: FramePayload): Transition =>
  frame.event_type === 'error' && isTerminal(frame) ? 'final_error' : frame.event_type

const PRELUDE = ['response_id', 'episode'] as const
const TERMINALS = ['completed', 'cancelled'] as const
const STREAMED = FRAME_TYPES.filter((type) => !([...PRELUDE, ...TERMINALS] as readonly string[]).includes(type))

const streaming: Partial<Record<Transition, TurnState>> = {
  ...Object.fromEntries(STREAMED.map((type) => [type, 'streaming' as const])),
  completed: 'terminal',
  cancelled: 'terminal',
  final_error: 'terminal',
}

export type TurnTable = Readonly<Record<TurnState, Readonly<Partial<Record<Transition, TurnState>>>>>

export const TURN_TABLE: TurnTable = {
  start: { response_id: 'prelude' },
  prelude: { ...streaming, episode: 'streaming' },
  streaming,
  terminal: {},
}

/** What each route may send: where its reader begins, and the table it is held to. */
export const ROUTE_SPECS = {
  chat: { initial: 'start', table: TURN_TABLE },
  /** An attach after frame N begins in the middle; one after 0 is the whole turn. */
  attach: {
    initial: 'start',
    table: { ...TURN_TABLE, start: { ...TURN_TABLE.start, ...TURN_TABLE.prelude } },
  },
} as const satisfies Record<string, { initial: TurnState; table: TurnTable }>
export type RouteName = keyof typeof ROUTE_SPECS

/** The state after this frame, or undefined: a violation. */
export const nextState = (
  state: TurnState,
  frame: FramePayload,
  table: TurnTable = TURN_TABLE,
): TurnState | undefined => table[state][transitionOf(frame)]
