import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { NumberedFrame } from '../../src/contract/index.ts'
import { createMemoryFrameLog } from '../../src/log/index.ts'
import { request, turnServices } from '../support/turn-services.ts'

const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

/** What a reader does next: take a group, be cut while it waits or between groups, or let the turn get on. */
type Step = 'take' | 'cut' | 'leave' | 'wait'
const steps = fc.array(fc.constantFrom<Step>('take', 'cut', 'leave', 'wait'), { maxLength: 15 })

it('OV-3, AC-6: any cuts and resumes of readers at the dispatcher, live or ended, two at once, give the uncut log', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ maxLength: 40 }), { maxLength: 12 }),
      steps,
      steps,
      fc.boolean(),
      async (chunks, one, two, ended) => {
        const { dispatcher, entries } = turnServices(
          {
            async run(io) {
              for (const chunk of chunks) {
                io.emit({ event_type: 'text', chunk, type: 'chunk' })
                if (chunk.length % 2 === 0) await tick()
              }
              return { as: 'completed' }
            },
          },
          // Small groups, so that there is something between which to cut.
          { log: createMemoryFrameLog({ max_group_bytes: 700 }) },
        )
        // A reader that leaves for good would stop it; these come back, but not within any grace.
        const { response_id } = await dispatcher.start(request({ on_disconnect: 'continue' }))
        if (ended) await entries(response_id)

        const readInPieces = async (script: readonly Step[]): Promise<NumberedFrame[]> => {
          const seen: NumberedFrame[] = []
          let cut = new AbortController()
          const attach = () => dispatcher.read(response_id, seen.length, cut.signal)[Symbol.asyncIterator]()
          let reader = attach()
          const take = async () => {
            const { done, value } = await reader.next()
            if (done !== true) seen.push(...value)
            return done !== true
          }
          for (const step of script) {
            if (step === 'wait') await tick()
            else if (step === 'take') await take()
            else {
              if (step === 'cut') {
                const waiting = take()
                cut.abort()
                await waiting
              } else await reader.return?.()
              cut = new AbortController()
              reader = attach()
            }
          }
          while (await take());
          return seen
        }

        const [first, second] = await Promise.all([readInPieces(one), readInPieces(two)])
        const uncut = await entries(response_id)
        expect(uncut.map(({ seq }) => seq)).toEqual(uncut.map((_, index) => index + 1))
        expect(uncut.length).toBe(chunks.length + 3)
        expect(first).toEqual(uncut)
        expect(second).toEqual(uncut)
        await dispatcher.close(0)
      },
    ),
    { numRuns: 200 },
  )
})
