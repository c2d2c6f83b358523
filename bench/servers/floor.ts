import { createServer, type ServerResponse } from 'node:http'
import { chunkAt, shapeOf, SUB_AGENTS } from '../turn-shape.ts'
import {
  completed,
  createEncoder,
  DONE,
  HEADERS,
  newResponseId,
  prelude,
  status,
  step,
  text,
  toolCall,
  usage,
} from './frames.ts'
import { listenAndTell } from './ready.ts'

/**
 * The floor: what the frames alone cost. Raw node:http, no framework, no graph, no model. It reads the body, writes the
 * first frames at once and the rest in the next two ticks: no server can do with much less.
 */
const server = createServer((req, res) => {
  const parts: Buffer[] = []
  req.on('data', (part: Buffer) => parts.push(part))
  req.on('end', () => {
    const { message } = JSON.parse(Buffer.concat(parts).toString()) as { message: string }
    answer(res, message)
  })
})

function answer(res: ServerResponse, message: string): void {
  const { chunks, events } = shapeOf(message)
  const encode = createEncoder(newResponseId())
  res.socket?.setNoDelay(true)
  res.writeHead(200, HEADERS)
  res.write(prelude().map(encode).join(''))

  const work = () => {
    let out = ''
    for (const [index, sub_agent] of SUB_AGENTS.entries()) {
      const tool_call = toolCall(sub_agent, `call_${index + 1}`)
      out += encode({ event_type: 'tool_call', tool_call })
      out += encode({ event_type: 'tool_completed', tool_call })
    }
    out += encode(status())
    for (let number = 1; number <= events; number++) out += encode(step(number))
    res.write(out)
    setImmediate(say)
  }
  const say = () => {
    let out = ''
    for (let index = 0; index < chunks; index++) out += encode(text(chunkAt(index)))
    res.end(out + encode(usage(2)) + encode(completed()) + DONE)
  }
  setImmediate(work)
}

listenAndTell(server, 'The floor')
