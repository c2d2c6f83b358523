import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A root of a vertical team, outside the project. */
export async function makeRoot(files: Record<string, string>) {
  const root = await mkdtemp(join(tmpdir(), 'onevoice-root-'))
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
  return {
    root,
    async [Symbol.asyncDispose]() {
      await rm(root, { recursive: true })
    },
  }
}

export const fragmentEntry = (id: string, sub_agent: string, more = '') => `- id: ${id}
  description: ${id}
  default_render_key: status.${id}
  default_policy: transform
  emitter_subagents: [${sub_agent}]
  lifecycle: active
${more}`

export const subAgentSource = (
  id: string,
  vertical: string,
  body: string,
  card = id,
) => `import { AIMessage } from '@langchain/core/messages'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { defineSubAgent, emitStatus, getStreamWriter } from '#kit'

export default defineSubAgent({
  id: '${id}',
  vertical: '${vertical}',
  card: { description: '${card}' },
  tools: [],
  build: () =>
    new StateGraph(MessagesAnnotation)
      .addNode('work', async () => {
        ${body}
        return { messages: [new AIMessage('The ${id} report.')] }
      })
      .addEdge(START, 'work')
      .addEdge('work', END)
      .compile(),
  onCancel() {},
})
`
