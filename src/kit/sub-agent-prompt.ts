import { SystemMessage } from '@langchain/core/messages'
import { dynamicSystemPromptMiddleware } from 'langchain'
import { getScope } from '../write/index.ts'

/** The system message of a sub-agent's model call: its instructions, and the language of the turn that runs now. */
export function subAgentPrompt(instructions: string): SystemMessage {
  const { turn } = getScope('subAgentPrompt()')
  return new SystemMessage(
    [
      '<role>sub-agent</role>',
      `<language>${turn.locale}</language>`,
      instructions.trim(),
      'Report what you found in a few short sentences, in that language. Another voice will speak to the user: no greeting, no offer of more help, no ids, no mention of tools.',
    ].join('\n'),
  )
}

/** The same for `createAgent`: `middleware: [promptMiddleware('…')]`. */
export const promptMiddleware = (instructions: string) =>
  dynamicSystemPromptMiddleware(() => subAgentPrompt(instructions))
