import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { FRAME_SAMPLES as S } from '../contract/samples.ts'
import { serve, until } from './serve.ts'

/** The kernel's timer of one of our own sockets: 02 is that of keep-alive; `when` is in hundredths of a second. */
function timerOf(local: number, remote: number): { kind: string; when: number } | undefined {
  const port = (address: string | undefined) => parseInt(address?.split(':')[1] ?? '', 16)
  const rows = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const row = rows.find((fields) => port(fields[1]) === local && port(fields[2]) === remote)
  const [kind, when] = row?.[5]?.split(':') ?? []
  return kind === undefined ? undefined : { kind, when: parseInt(when ?? '', 16) }
}

describe('half-open sockets', () => {
  it('RT-2: a silent reader’s peer is asked for, before a heartbeat would wait for it', async () => {
    const { port, dispatcher } = await serve()
    dispatcher.script = [S.response_id, S.episode]
    const socket = connect(port, '127.0.0.1')
    let got = ''
    socket.on('data', (chunk) => (got += chunk.toString()))
    const body = '{"message":"a"}'
    socket.write(
      `POST /v1/chat HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n${body}`,
    )
    await until('the first frames', () => got.includes('event: episode'))
    const asked = () => timerOf(port, socket.localPort ?? 0)
    // What was just sent may still wait for its acknowledgement.
    await until('the keep-alive timer', () => asked()?.kind === '02')
    expect(asked()?.when).toBeLessThanOrEqual(300)
    socket.destroy()
  })
})
