import type { SubAgentDefinition, SubAgentGraph } from '../kit/index.ts'

/** A sub-agent, built once at start, serving every turn. */
export interface CompiledSubAgent {
  readonly definition: SubAgentDefinition
  readonly graph: SubAgentGraph
}
