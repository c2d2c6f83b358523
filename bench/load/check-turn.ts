import { answerOf, frameCounts, STATUS, type TurnShape } from '../turn-shape.ts'
import { LoadError } from './chunked-body.ts'

const DONE = 'data: [DONE]'

export interface CheckedTurn {
  frames: number
}

/**
 * A turn that is not whole is not counted: it fails the bench. Numbers from 1 without a gap, every type as often as it
 * belongs, the answer's words in their order, one terminal frame at the end, then `[DONE]`.
 */
export function checkTurn(body: string, shape: TurnShape): CheckedTurn {
  const blocks = body.split('\n\n')
  const wrong = (what: string) => new LoadError(`A turn is not right: ${what}.\n${body.slice(-600)}`)
  if (blocks.pop() !== '' || blocks.pop() !== DONE) throw wrong('it does not end in [DONE]')

  const counts: Record<string, number> = {}
  let answer = ''
  let statuses = 0
  for (const [index, block] of blocks.entries()) {
    const [id, event, data, ...more] = block.split('\n')
    if (id !== `id: ${index + 1}`) throw wrong(`frame ${index + 1} is numbered ${JSON.stringify(id)}`)
    const type = event?.startsWith('event: ') === true ? event.slice(7) : ''
    if (data?.startsWith(`data: {"event_type":"${type}",`) !== true || more.length > 0)
      throw wrong(`frame ${index + 1} is not one ${type} frame`)
    counts[type] = (counts[type] ?? 0) + 1
    if (type === 'text') answer += chunkIn(data)
    // A batch names its ids; a batch of one, on a machine that stood still for longer than the window, is one of two.
    if (type === 'status') statuses += STATUS.event_ids.filter((known) => data.includes(`"${known}"`)).length
  }
  const last = blocks.at(-1)?.split('\n', 2)[1]
  if (last !== 'event: completed') throw wrong(`its last frame is ${last}`)
  const expected = frameCounts(shape)
  for (const type of new Set([...Object.keys(expected), ...Object.keys(counts)])) {
    const split = type === 'status' && counts[type] === (expected[type] ?? 0) + 1
    if (counts[type] !== expected[type] && !split)
      throw wrong(`it has ${counts[type] ?? 0} ${type} frames, not ${expected[type] ?? 0}`)
  }
  if (answer !== answerOf(shape)) throw wrong(`its answer is ${JSON.stringify(answer)}`)
  if (statuses < STATUS.event_ids.length) throw wrong('a sub-agent’s status is missing')
  return { frames: blocks.length }
}

/** The words of the bench need no unescaping. */
function chunkIn(data: string): string {
  const start = data.indexOf('"chunk":"') + 9
  return data.slice(start, data.indexOf('"', start))
}
