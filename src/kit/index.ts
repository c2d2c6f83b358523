/**
 * What a sub-agent imports: `#kit` inside the project, `onevoice/kit` outside it.
 */

/**
 * The registered status ids and the sub-agents that may emit each. `onevoice registry types` fills it in
 * by declaration merging, so that a wrong id is a type error in the editor.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- merged into by the generated types
export interface RegisteredStatusEvents {}

export { ccsTool, type CcsToolOptions } from './ccs-tool.ts'
export {
  defineSubAgent,
  type BuildContext,
  type CancelledTurn,
  type SubAgentCard,
  type SubAgentDefinition,
  type SubAgentGraph,
} from './define-sub-agent.ts'
export { defineTool, type ToolOptions } from './define-tool.ts'
export {
  fetchedItem,
  renderComponentTool,
  renderTool,
  type RenderComponentOptions,
  type RenderListOptions,
} from './render-tool.ts'
export {
  emitStatus,
  emitterFor,
  type StatusFields,
  type StatusId,
  type StatusIdOf,
  type StreamWriter,
} from './status.ts'
export { promptMiddleware, subAgentPrompt } from './sub-agent-prompt.ts'
export { getTurn, type AmbientTurn } from './turn.ts'
export { getStreamWriter } from '../write/index.ts'
