import { setTimeout as pause } from 'node:timers/promises'
import { AIMessage } from '@langchain/core/messages'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { z } from 'zod'
import { defineSubAgent, defineTool, emitStatus, getStreamWriter } from '#kit'

const lookAround = defineTool({
  name: 'look_around',
  description: 'Looks around.',
  schema: z.object({ where: z.string() }),
  run: ({ where }) => ({ found: where.length }),
})

/** As the bench's turn-shape.ts writes them into the message. */
const wish = (request: string, name: string): number => Number(new RegExp(`\\b${name}=(\\d+)`).exec(request)?.[1] ?? 0)

export default defineSubAgent({
  id: 'alpha',
  vertical: 'bench',
  card: { description: 'Looks around.' },
  tools: [lookAround],
  onStart: () => emitStatus('looking_around' as never),
  build: () =>
    new StateGraph(MessagesAnnotation)
      .addNode('look', async ({ messages }) => {
        const write = getStreamWriter()
        const request = messages.at(-1)?.text ?? ''
        const found: unknown = await lookAround.invoke({ where: request })
        const events = wish(request, 'events')
        const gap_ms = wish(request, 'gap_ms')
        const padding = 'x'.repeat(wish(request, 'bytes'))
        for (let step = 1; step <= events; step++) {
          if (gap_ms > 0) await pause(gap_ms)
          // The machine's own clock: what another process reads of it is the same.
          if (gap_ms > 0) write({ event_type: 'step_taken', step, at_ns: String(process.hrtime.bigint()) })
          else write({ event_type: 'step_taken', step, ...(padding !== '' && { padding }) })
        }
        return { messages: [new AIMessage(`Looked around: ${String(found)}`)] }
      })
      .addEdge(START, 'look')
      .addEdge('look', END)
      .compile(),
  onCancel: () => {},
})
