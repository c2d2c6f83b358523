import { runInScope, type ContextCall, type Scope } from '../../src/write/index.ts'
import { recordedTurn } from './recorded-turn.ts'

/** Runs something as the sub-agent `shop` of a recorded turn. */
export async function inScope<T>(options: Parameters<typeof recordedTurn>[0], run: (scope: Scope) => Promise<T>) {
  const turn = recordedTurn(options)
  const contextCalls: ContextCall[] = []
  const scope: Scope = {
    turn: turn.io.turn,
    sub_agent_id: 'shop',
    signal: turn.controller.signal,
    write: turn.io.writerFor('shop'),
    emit: turn.io.emit,
    noteContextCall: (call) => contextCalls.push(call),
    noteToolError: (tool, error) => turn.io.noteError(tool, error),
  }
  const result = await runInScope(scope, () => run(scope))
  return { ...turn, contextCalls, result }
}
