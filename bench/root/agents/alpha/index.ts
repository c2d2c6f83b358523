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

const EVENTS = /events=(\d+)/

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
        const events = Number(EVENTS.exec(request)?.[1] ?? 0)
        for (let step = 1; step <= events; step++) write({ event_type: 'step_taken', step })
        return { messages: [new AIMessage(`Looked around: ${String(found)}`)] }
      })
      .addEdge(START, 'look')
      .addEdge('look', END)
      .compile(),
  onCancel: () => {},
})
