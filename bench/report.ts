import type { Limit, Row } from './rows.ts'

export interface Machine {
  date: string
  cpu: string
  cores: number
  /** Whether server and load had a core each. */
  pinned: boolean
  platform: string
  node: string
  packages: Readonly<Record<string, string>>
}

export interface Report {
  machine: Machine
  quick: boolean
  seconds: number
  /** The share of its core that each server had while it was loaded; below about 0.9, something else ran there. */
  core_share: Readonly<Record<string, number>>
  rows: readonly Row[]
}

const HEAD = ['id', 'what', 'OneVoice', 'against', 'ratio', 'limit', ''] as const

export function renderTable(rows: readonly Row[]): string {
  const cells = [[...HEAD], ...rows.map(cellsOf)]
  const widths = HEAD.map((_, column) => Math.max(...cells.map((line) => (line[column] as string).length)))
  const lines = cells.map((line) =>
    line
      .map((cell, column) =>
        NUMERIC.has(column) ? cell.padStart(widths[column] as number) : cell.padEnd(widths[column] as number),
      )
      .join('  ')
      .trimEnd(),
  )
  lines.splice(1, 0, widths.map((width) => '─'.repeat(width)).join('  '))
  return lines.join('\n')
}

const NUMERIC: ReadonlySet<number> = new Set([2, 4])

const cellsOf = ({ id, what, unit, value, against, floor, ratio, limit, pass }: Row): string[] => [
  id,
  what,
  figure(value, unit),
  `${against} ${figure(floor, unit)}`,
  `${figure(ratio)}×`,
  limit === null ? '' : formatLimit(limit),
  pass === null ? '' : pass ? 'ok' : 'MISSED',
]

export const formatLimit = (limit: Limit): string =>
  'at_most' in limit ? `≤ ${limit.at_most}×` : `≥ ${limit.at_least}×`

/** Three significant digits: more would be noise. */
export function figure(value: number, unit = ''): string {
  const digits = Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3)
  if (unit === '') return digits
  return unit.startsWith('/') ? digits + unit : `${digits} ${unit}`
}

export const renderJson = (report: Report): string => `${JSON.stringify(report, null, 2)}\n`

export function renderMarkdown({ machine, quick, seconds, core_share, rows }: Report): string {
  const packages = Object.entries(machine.packages).map(([name, version]) => `${name} ${version}`)
  return `# Bench

Written by \`npm run bench\`${quick ? ' -- --quick' : ''}; the same figures are in [bench.json](bench.json). Not edited by hand.

${machine.date}, ${machine.cpu}, ${machine.cores} cores, ${machine.platform}, Node ${machine.node}; ${packages.join(', ')}; ${seconds.toFixed(0)} s.
${machine.pinned ? 'The servers had one core, the load another.' : 'Nothing was pinned: servers and load shared the cores.'} Share of its core that each server had under load: ${Object.entries(
    core_share,
  )
    .map(([name, share]) => `${name} ${share.toFixed(2)}`)
    .join(', ')}.

| ${HEAD.join(' | ')} |
|${HEAD.map((_, column) => (NUMERIC.has(column) ? '---:' : '---')).join('|')}|
${rows.map((row) => `| ${cellsOf(row).join(' | ')} |`).join('\n')}

${HOW}`
}

const HOW = `## How to read it

Absolute figures are this machine's. What counts is the ratio: everything in a row was measured in the same run, in
rounds that alternate between the servers, and a ratio is the median of the rounds' ratios. A row with a limit fails the
run when it misses it.

Three servers, each a process of its own, send the same frames: two sub-agents with a tool call each, a status, 20 text
chunks, usage, \`completed\`, \`[DONE]\`. Every turn is checked: its frames' numbers, their types, the words of the answer
and its end. One that is not whole fails the run.

- **floor** is raw \`node:http\`: it reads the body, writes the first frames at once and the rest in the next two ticks. No
  framework, no graph, no model.
- **naive** is Express and LangGraph as a team would first write them: a router with bound tools, \`Send\` to two compiled
  subgraphs, \`config.writer\`, \`streamMode: 'custom'\`. No policy, no state machine, no frame log, no passes over the answer.
- **OneVoice** is \`npm start\`, with all of those, on [bench/root](../bench/root).

Naive and OneVoice use the same chat model, [bench/model.ts](../bench/model.ts), which costs what LangChain costs and gives
one chunk a tick, so that each is a packet of its own.

- *32 turns at once*: 32 clients on kept-alive connections, each sending its next turn when the last one is whole. The
  server is saturated, so the time to first frame is mostly the wait for the event loop; *one turn at a time* is without it.
- *one more event*: server CPU of turns with 200 events minus that of turns without, a frame. The events are written in
  one go, so this is the way from the writer to the socket alone: bounds, policy, state machine, log, dialect.
- *one more text chunk*: the same between 10 and 210 chunks, so it adds the model's own chunk, the passes, and a packet.
- *policy*: one decision in this process, with the table, the renderer and the stage of a real turn.
- *bare Send fan-out*: a StateGraph that routes to the same two trivial subgraphs and joins them, without any model call;
  server CPU of one run, 32 at once.
- *readers that do not read*: 200 sockets attach to a turn of 12 MB and read nothing, while 50 clients read turns with an
  event each 20 ms. The delay is from the sub-agent's write to the client's socket, by the machine's own clock; the memory is
  the process's resident set after a collection, with the stalled readers and without.
- *scan*: 200 sub-agents of 5 files each.
`
