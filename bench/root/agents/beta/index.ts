import { AIMessage } from '@langchain/core/messages'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { z } from 'zod'
import { defineSubAgent, defineTool, emitStatus } from '#kit'

const count = defineTool({
  name: 'count',
  description: 'Counts.',
  schema: z.object({ what: z.string() }),
  run: ({ what }) => ({ counted: what.length }),
})

export default defineSubAgent({
  id: 'beta',
  vertical: 'bench',
  card: { description: 'Counts.' },
  tools: [count],
  onStart: () => emitStatus('counting' as never),
  build: () =>
    new StateGraph(MessagesAnnotation)
      .addNode('count', async ({ messages }) => {
        const counted: unknown = await count.invoke({ what: messages.at(-1)?.text ?? '' })
        return { messages: [new AIMessage(`Counted: ${String(counted)}`)] }
      })
      .addEdge(START, 'count')
      .addEdge('count', END)
      .compile(),
  onCancel: () => {},
})
