/**
 * What one turn of the bench looks like, on every server alike. The message says how long it is:
 *
 *   response_id episode   tool_call tool_completed (twice)   status   step × events   text × chunks   usage completed
 */
export interface TurnShape {
  /** Text chunks of the answer; the model gives one a tick, as tokens come. */
  chunks: number
  /** Status events that a sub-agent writes one after the other and that each become a frame. */
  events: number
}

export const SUB_AGENTS = ['alpha', 'beta'] as const

export const messageFor = ({ chunks, events }: TurnShape): string => `ask both: chunks=${chunks} events=${events}`

const CHUNKS = /chunks=(\d+)/
const EVENTS = /events=(\d+)/

export const shapeOf = (message: string): TurnShape => ({
  chunks: Number(CHUNKS.exec(message)?.[1] ?? 0),
  events: Number(EVENTS.exec(message)?.[1] ?? 0),
})

/** Plain words, that no pass over the answer has a reason to hold back. */
const WORDS = ['Coffee ', 'costs ', 'less ', 'today, ', 'and ', 'many ', 'more ', 'shops ', 'join ', 'every ', 'week. ']

export const chunkAt = (index: number): string => WORDS[index % WORDS.length] as string

export const answerOf = ({ chunks }: TurnShape): string => Array.from({ length: chunks }, (_, i) => chunkAt(i)).join('')

/** Both sub-agents' words, as the policy combines them. */
export const STATUS = {
  event_id: 'looking_around',
  message: 'Looking around and counting it all…',
  event_ids: ['looking_around', 'counting'],
} as const

export const TOOL_NAMES = { alpha: 'look_around', beta: 'count' } as const

/** Tokens that each of the two model calls reports. */
export const USAGE = { input_tokens: 40, output_tokens: 20, total_tokens: 60 } as const

/** How many frames of each type a turn has. */
export const frameCounts = ({ chunks, events }: TurnShape): Readonly<Record<string, number>> => ({
  response_id: 1,
  episode: 1,
  tool_call: 2,
  tool_completed: 2,
  status: 1 + events,
  text: chunks,
  usage: 1,
  completed: 1,
})

export const frameCount = (shape: TurnShape): number =>
  Object.values(frameCounts(shape)).reduce((sum, count) => sum + count, 0)
