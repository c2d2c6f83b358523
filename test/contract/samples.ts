import type { Envelope, FramePayload, FrameType, InternalEvent } from '../../src/contract/index.ts'

const tool_call = { id: 'call_1', name: 'search', type: 'ccs' } as const
const data = { id: 'offer_list_1', type: 'offer_list', key: { ids: [{ id: 'o1' }] } }
const mcp = { server: 'maps' }

export const ENVELOPE: Envelope = { version: '0.5', timestamp: '2026-05-15T18:00:00.300Z', response_id: 'resp_1' }

/** One good payload of every frame. */
export const FRAME_SAMPLES: { [K in FrameType]: FramePayload<K> } = {
  response_id: { event_type: 'response_id' },
  episode: { event_type: 'episode', episode_id: 'conv_1' },
  thinking: { event_type: 'thinking', content: 'so', role: 'reasoning' },
  reasoning: { event_type: 'reasoning', chunk: 'so' },
  text: { event_type: 'text', chunk: 'Hello', type: 'chunk' },
  tool_call: { event_type: 'tool_call', tool_call },
  tool_completed: { event_type: 'tool_completed', tool_call },
  data_loading: { event_type: 'data_loading', data },
  data_loaded: { event_type: 'data_loaded', data: { ...data, items: [{ id: 'o1', price: 2.5 }], omitted: 1 } },
  component: { event_type: 'component', chunk: { kind: 'card' }, tool_call },
  status: { event_type: 'status', data: { event_id: 'searching_offers', message: 'Searching for offers…' } },
  approval_request: {
    event_type: 'approval_request',
    approval: { id: 'a1', action: 'redeem', summary: 'Redeem 500 points', expires_at: '2026-05-15T18:10:00.000Z' },
  },
  mcp_list_tools_start: { event_type: 'mcp_list_tools_start', mcp },
  mcp_list_tools_completed: { event_type: 'mcp_list_tools_completed', mcp },
  mcp_session_start: { event_type: 'mcp_session_start', mcp },
  mcp_session_progress: { event_type: 'mcp_session_progress', mcp },
  node_enter: { event_type: 'node_enter', node: { id: 'route', type: 'router' } },
  node_exit: { event_type: 'node_exit', node: { id: 'route', type: 'router' }, duration_ms: 3 },
  usage: {
    event_type: 'usage',
    input_tokens: 1,
    output_tokens: 2,
    total_tokens: 3,
    reasoning_tokens: 0,
    cached_tokens: 0,
  },
  error: {
    event_type: 'error',
    error: { code: 'PARTIAL_FAN_OUT', failed: [{ code: 'SUB_AGENT_FAILED', sub_agent_id: 'shop' }] },
    is_final: false,
  },
  completed: { event_type: 'completed' },
  cancelled: { event_type: 'cancelled', error: { code: 'IDLE_TIMEOUT' } },
}

export const INTERNAL_SAMPLES: { [K in InternalEvent['event_type']]: Extract<InternalEvent, { event_type: K }> } = {
  tool_call_start: { event_type: 'tool_call_start', tool_call },
  tool_call_end: { event_type: 'tool_call_end', tool_call, data: { dropped: { reason: 'oversize' } } },
  tool_result: { event_type: 'tool_result', tool_call, arguments: {}, result: 'x', is_error: false, duration_ms: 1 },
  support_content: { event_type: 'support_content', content: 'for the history' },
}
