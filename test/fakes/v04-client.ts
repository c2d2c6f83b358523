import { createParser } from 'eventsource-parser'

/**
 * A client that was built for v0.4 and never changed: it binds to v0.4's types only, ignores types and fields it does not
 * know, and closes on any `error`, because v0.4 had none that is not the end.
 */
export type V04Turn = {
  response_id: string | undefined
  text: string
  /** By the call's id: whether it has completed. */
  tools: Map<string, { name: string; completed: boolean }>
  /** By the placeholder's id: what it was replaced by. */
  data: Map<string, unknown[] | undefined>
  components: unknown[]
  usage: number | undefined
  /** How it ended; `closed` is a stream that ended without a word it knows. */
  end: 'completed' | 'error' | 'closed'
  error_code: string | undefined
  /** Frames of types it does not know. */
  ignored: string[]
  /** The versions that it met. */
  versions: Set<string>
}

type ToolCall = { id: string; name: string }
type V04Frame = {
  event_type: string
  version: string
  response_id: string
  chunk: unknown
  tool_call: ToolCall
  data: { id: string; items: unknown[] }
  total_tokens: number
  error: { code: string }
}

const HANDLERS: Readonly<Record<string, (turn: V04Turn, frame: V04Frame) => void>> = {
  response_id: (turn, { response_id }) => void (turn.response_id = response_id),
  episode: () => undefined,
  thinking: () => undefined,
  reasoning: () => undefined,
  text: (turn, { chunk }) => void (turn.text += String(chunk)),
  tool_call: (turn, { tool_call: { id, name } }) => void turn.tools.set(id, { name, completed: false }),
  tool_completed: (turn, { tool_call: { id, name } }) => void turn.tools.set(id, { name, completed: true }),
  data_loading: (turn, { data: { id } }) => void turn.data.set(id, undefined),
  data_loaded: (turn, { data: { id, items } }) => void turn.data.set(id, items),
  component: (turn, { chunk }) => void turn.components.push(chunk),
  usage: (turn, { total_tokens }) => void (turn.usage = total_tokens),
  mcp_list_tools_start: () => undefined,
  mcp_list_tools_completed: () => undefined,
  mcp_session_start: () => undefined,
  mcp_session_progress: () => undefined,
  error: (turn, { error: { code } }) => {
    turn.end = 'error'
    turn.error_code = code
  },
  completed: (turn) => void (turn.end = 'completed'),
}

/** Reads until the end it knows, then closes; what may still come is not for it. */
export async function readAsV04(response: Response): Promise<V04Turn> {
  const turn: V04Turn = {
    response_id: undefined,
    text: '',
    tools: new Map(),
    data: new Map(),
    components: [],
    usage: undefined,
    end: 'closed',
    error_code: undefined,
    ignored: [],
    versions: new Set(),
  }
  const parser = createParser({
    onEvent({ data }) {
      if (turn.end !== 'closed' || data === '[DONE]') return
      const frame = JSON.parse(data) as V04Frame
      turn.versions.add(frame.version)
      const handle = HANDLERS[frame.event_type]
      if (handle === undefined) turn.ignored.push(frame.event_type)
      else handle(turn, frame)
    },
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  while (turn.end === 'closed') {
    const { value, done } = await reader.read()
    if (done) break
    parser.feed(value)
  }
  await reader.cancel()
  return turn
}

/** One turn as such a client has it: it asks for no version, unless the headers do. */
export async function chatAsV04(url: string, body: object, headers: Record<string, string> = {}): Promise<V04Turn> {
  const response = await fetch(`${url}/v1/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify(body),
  })
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  return readAsV04(response)
}
