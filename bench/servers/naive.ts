import { createServer } from 'node:http'
import express from 'express'
import { completed, createEncoder, DONE, HEADERS, newResponseId, prelude, type Payload } from './frames.ts'
import { graph } from './naive-graph.ts'
import { listenAndTell } from './ready.ts'

/** Express and LangGraph as they come: no policy, no state machine, no log, no passes over the answer. */
const app = express()
app.use(express.json())

// oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 passes its rejections on by itself
app.post('/v1/chat', async (req, res) => {
  const { message } = req.body as { message: string }
  const encode = createEncoder(newResponseId())
  res.set(HEADERS)
  for (const payload of prelude()) res.write(encode(payload))

  let shown = false
  for await (const payload of (await graph.stream({ message }, { streamMode: 'custom' })) as AsyncIterable<Payload>) {
    // Both sub-agents say what is going on; once is enough.
    if (payload.event_type === 'status' && 'message' in (payload['data'] as object)) {
      if (shown) continue
      shown = true
    }
    res.write(encode(payload))
  }
  res.write(encode(completed()))
  res.end(DONE)
})

listenAndTell(createServer(app), 'The naive server')
