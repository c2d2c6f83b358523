import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkTurn } from '../../bench/load/check-turn.ts'
import { chatRequest, createConnection } from '../../bench/load/connection.ts'
import { runLoad } from '../../bench/load/run-load.ts'
import { SERVER_NAMES, startServer, type BenchServer, type ServerName } from '../../bench/start-server.ts'
import { frameCount, frameCounts, messageFor } from '../../bench/turn-shape.ts'

const servers = new Map<ServerName, BenchServer>()

beforeAll(async () => {
  for (const server of await Promise.all(SERVER_NAMES.map((name) => startServer(name))))
    servers.set(server.name, server)
}, 60_000)

afterAll(async () => {
  for (const server of servers.values()) await server[Symbol.asyncDispose]()
})

const server = (name: ServerName) => servers.get(name) as BenchServer

async function turnOf(name: ServerName, shape: { chunks: number; events: number }): Promise<string> {
  const { url } = server(name)
  const connection = createConnection(url)
  try {
    return (await connection.turn(chatRequest(url, messageFor(shape)))).body
  } finally {
    connection.close()
  }
}

const countTypes = (body: string): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const [, type] of body.matchAll(/^event: (.+)$/gm)) counts[type as string] = (counts[type as string] ?? 0) + 1
  return counts
}

describe('the servers of the bench', () => {
  it.each([
    { chunks: 1, events: 0 },
    { chunks: 12, events: 0 },
    { chunks: 3, events: 5 },
  ])('send the same frames, in number and type: $chunks chunks, $events events', async (shape) => {
    for (const name of SERVER_NAMES) {
      const body = await turnOf(name, shape)
      expect({ name, ...checkTurn(body, shape) }).toEqual({ name, frames: frameCount(shape) })
      expect({ name, ...countTypes(body) }).toEqual({ name, ...frameCounts(shape) })
    }
  })

  it.each(SERVER_NAMES)('%s is measured under a load of several clients', async (name) => {
    const shape = { chunks: 4, events: 0 }
    const result = await runLoad(server(name), { shape, concurrency: 3, duration_ms: 200, ramp_ms: 50 })
    expect(result.turns).toBeGreaterThan(0)
    expect(result.frames).toBe(result.turns * frameCount(shape))
    expect(result.first_frame_ms).toHaveLength(result.turns)
    expect(result.cpu_us).toBeGreaterThan(0)
    expect(result.seconds).toBeGreaterThan(0)
  })

  it('is not measured when a turn is not as long as was asked for', async () => {
    const target = server('floor')
    const connection = createConnection(target.url)
    const { body } = await connection.turn(chatRequest(target.url, messageFor({ chunks: 2, events: 0 })))
    connection.close()
    expect(() => checkTurn(body, { chunks: 3, events: 0 })).toThrow('it has 2 text frames, not 3')
  })

  it('does not measure an answer that is no turn', async () => {
    const { url } = server('onevoice')
    const connection = createConnection(url)
    await expect(connection.turn(chatRequest(url, ''))).rejects.toThrow('answered http/1.1 400')
    connection.close()
  })
})
