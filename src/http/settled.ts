import type { ServerResponse } from 'node:http'

export type Settled = 'done' | 'closed' | 'late'

/** Waits for `drain` or `finish`, or for the client to leave, or for the deadline; leaves no listener behind. */
export function settled(res: ServerResponse, event: 'drain' | 'finish', deadline_ms: number): Promise<Settled> {
  if (event === 'finish' && res.writableFinished) return Promise.resolve('done')
  if (res.destroyed) return Promise.resolve('closed')
  return new Promise((resolve) => {
    const settle = (outcome: Settled) => {
      clearTimeout(timer)
      res.off(event, onDone)
      res.off('close', onClose)
      resolve(outcome)
    }
    const onDone = () => settle('done')
    const onClose = () => settle('closed')
    const timer = setTimeout(() => settle('late'), deadline_ms)
    res.once(event, onDone)
    res.once('close', onClose)
  })
}
