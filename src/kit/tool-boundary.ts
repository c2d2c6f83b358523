import { ToolMessage } from '@langchain/core/messages'
import { DynamicStructuredTool, type StructuredToolInterface, type ToolRunnableConfig } from '@langchain/core/tools'
import { isGraphInterrupt } from '@langchain/langgraph'
import { boundMessage, TOOLS_FACET, type ToolCall, type ToolsFacet, type ToolType } from '../contract/index.ts'
import { getScope, jsonBytes, type Scope } from '../write/index.ts'

/**
 *   tool_call_start ─► the tool ─► tool_result ─► tool_call_end      (also when it throws)
 *
 * A tool that throws is not a failed sub-agent: its caller is told, in words that carry nothing of the error.
 */
export const TOOL_FAILED = JSON.stringify({
  failed: true,
  note: 'This tool is not working right now. Go on without it.',
})

/** As much of a tool's result as its caller is given: several times what a model makes good use of. */
export const MAX_RESULT_BYTES = 131_072

const wrapped = new WeakSet<object>()

export type BoundaryRun = (tool_call: ToolCall, scope: Scope) => Promise<unknown>

export async function withBoundary(name: string, type: ToolType, input: unknown, run: BoundaryRun): Promise<unknown> {
  const scope = getScope(`The tool ${name}`)
  scope.signal.throwIfAborted()
  const tool_call: ToolCall = { id: scope.turn.newId('call'), name, type }
  const started = performance.now()
  scope.emit({ event_type: 'tool_call_start', tool_call, data: facet(scope, tool_call, 'start', 'running', 0) })
  const end = (result: unknown, failed: boolean) => {
    const duration_ms = performance.now() - started
    scope.emit({ event_type: 'tool_result', tool_call, arguments: input, result, is_error: failed, duration_ms })
    const data = facet(
      scope,
      tool_call,
      failed ? 'fail' : 'complete',
      failed ? 'failed' : 'completed',
      jsonBytes(result),
    )
    scope.emit({ event_type: 'tool_call_end', tool_call, data })
  }
  try {
    const result = await run(tool_call, scope)
    end(result instanceof ToolMessage ? result.content : result, false)
    return result
  } catch (error) {
    // A pause is not an end: the call goes on when the turn is resumed.
    if (isGraphInterrupt(error)) throw error
    end(TOOL_FAILED, true)
    scope.signal.throwIfAborted()
    scope.noteToolError(name, error)
    return TOOL_FAILED
  }
}

function facet(
  scope: Scope,
  call: ToolCall,
  phase: 'start' | 'complete' | 'fail',
  status: 'running' | 'completed' | 'failed',
  result: number,
): ToolsFacet {
  return {
    schema: TOOLS_FACET,
    tool: {
      backend_item_id: null,
      thread_id: scope.turn.conversation_id,
      turn_id: scope.turn.response_id,
      kind: call.type,
      phase,
      status,
      exit_code: null,
      bytes: { stdout: 0, stderr: 0, diff: 0, result },
      tool_name: call.name,
      tool_use_id: call.id,
    },
  }
}

export interface BoundTool<Input> {
  name: string
  description: string
  schema: StructuredToolInterface['schema']
  type: ToolType
  run(input: Input, tool_call: ToolCall, scope: Scope, config: ToolRunnableConfig): Promise<unknown>
}

/** A LangChain tool whose every call is between its two boundary events. */
export function boundTool<Input>({ name, description, schema, type, run }: BoundTool<Input>): StructuredToolInterface {
  const tool = new DynamicStructuredTool({
    name,
    description,
    schema: schema as never,
    func: async (input: unknown, _manager: unknown, config?: ToolRunnableConfig) => {
      const result = await withBoundary(name, type, input, (call, scope) =>
        run(input as Input, call, scope, config ?? {}),
      )
      const id = config?.toolCall?.id
      return result === TOOL_FAILED && id !== undefined
        ? new ToolMessage({ content: TOOL_FAILED, tool_call_id: id, name, status: 'error' })
        : boundResult(result)
    },
  })
  wrapped.add(tool)
  return tool
}

/** Only text is read by a model; a result of another kind goes to code, and is its own business. */
function boundResult(result: unknown): unknown {
  if (typeof result === 'string') return boundMessage(result, MAX_RESULT_BYTES)
  if (!(result instanceof ToolMessage)) return result
  const { content, tool_call_id, name, status, artifact } = result
  const text = typeof content === 'string' ? content : result.text
  const bounded = boundMessage(text, MAX_RESULT_BYTES)
  return bounded === text ? result : new ToolMessage({ content: bounded, tool_call_id, name, status, artifact })
}

/** Gives a tool of any other make its boundary events; one of the kit's own is returned as it is. */
export function ensureBoundary(tool: StructuredToolInterface, type: ToolType = 'function'): StructuredToolInterface {
  if (wrapped.has(tool)) return tool
  return boundTool<Record<string, unknown>>({
    name: tool.name,
    description: tool.description,
    schema: tool.schema,
    type,
    run: (input, _call, _scope, config) => {
      const id = config.toolCall?.id
      return tool.invoke(id === undefined ? input : { type: 'tool_call', name: tool.name, args: input, id }, config)
    },
  })
}
