import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Listens on a free port of the loopback and says where, as `onevoice serve` does. */
export function listenAndTell(server: Server, name: string): void {
  server.keepAliveTimeout = 65_000
  server.listen(0, '127.0.0.1', () => {
    console.log(`${name} is ready on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
}
