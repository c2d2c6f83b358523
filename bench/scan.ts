import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parseSync } from 'oxc-parser'
import { scanAgents } from '../registry/scan/index.ts'
import type { RegistryEntry } from '../src/contract/index.ts'

export const SUB_AGENTS = 200
const ROUNDS = 8

/** The files of one made-up sub-agent, of the kind and size that a vertical writes. */
export const subAgentFiles = (id: string): Record<string, string> => ({
  'index.ts': `import { createAgent } from 'langchain'
import { defineSubAgent, promptMiddleware } from '#kit'
import { buildGraph } from './graph.ts'
import { instructions } from './prompt.ts'
import { tools } from './tools.ts'

/** Finds what the user asks for in ${id}. */
export default defineSubAgent({
  id: '${id}',
  vertical: 'bench',
  card: {
    description: 'Answers questions about ${id}: what there is, what it costs, where it is.',
    examples: ['what do you have in ${id}', 'show me more of ${id}', 'qué hay en ${id}'],
  },
  tools,
  build: ({ model, tools }) => {
    const agent = createAgent({ model, tools, middleware: [promptMiddleware(instructions)] })
    return buildGraph(agent)
  },
  async onCancel({ response_id }) {
    pending.delete(response_id)
  },
})

const pending = new Map<string, AbortController>()
`,
  'graph.ts': `import { Annotation, END, START, StateGraph, type LangGraphRunnableConfig } from '@langchain/langgraph'
import { getStreamWriter } from '#kit'
import { IDS } from './ids.ts'

const State = Annotation.Root({
  messages: Annotation<unknown[]>({ reducer: (left, right) => left.concat(right), default: () => [] }),
  items: Annotation<Item[]>({ reducer: (_left, right) => right, default: () => [] }),
  attempts: Annotation<number>({ reducer: (left, right) => left + right, default: () => 0 }),
})

interface Item {
  id: string
  title: string
  price: number
  score: number
}

async function search(state: typeof State.State, config: LangGraphRunnableConfig) {
  const write = getStreamWriter()
  write({ event_type: IDS.search, attempt: state.attempts })
  const found: Item[] = []
  for (const message of state.messages) {
    const words = String(message).toLowerCase().split(/\\s+/).filter((word) => word.length > 2)
    for (const [index, word] of words.entries()) {
      if (found.some((item) => item.title.includes(word))) continue
      found.push({ id: \`item_\${index}\`, title: word, price: index * 3 + 1, score: 1 / (index + 1) })
    }
  }
  if (found.length === 0) config.writer?.({ event_type: '${id}_empty' })
  return { items: found.sort((a, b) => b.score - a.score).slice(0, 20), attempts: 1 }
}

async function compare(state: typeof State.State, { writer }: LangGraphRunnableConfig) {
  writer?.({ event_type: state.items.length > 1 ? IDS.compare : IDS.search })
  const cheapest = state.items.reduce((best, item) => (item.price < best.price ? item : best), state.items[0]!)
  const rows = state.items.map((item) => ({ ...item, saving: item.price - cheapest.price }))
  return { messages: [JSON.stringify({ cheapest, rows })] }
}

export function buildGraph(agent: { invoke(input: unknown): Promise<unknown> }) {
  return new StateGraph(State)
    .addNode('search', search)
    .addNode('compare', compare)
    .addNode('answer', async (state) => {
      const result = await agent.invoke({ messages: state.messages })
      return { messages: [result] }
    })
    .addEdge(START, 'search')
    .addConditionalEdges('search', (state) => (state.items.length > 0 ? 'compare' : 'answer'))
    .addEdge('compare', 'answer')
    .addEdge('answer', END)
    .compile()
}
`,
  'tools.ts': `import { ccsTool, defineTool, emitStatus, renderTool } from '#kit'
import { z } from 'zod'
import { IDS, idFor } from './ids.ts'

const announce = (id: string, fields: Record<string, unknown> = {}) => emitStatus(id, { ...fields, at: Date.now() })

export const searchTool = ccsTool({
  name: '${id}_search',
  description: 'Finds items by words, a category and a highest price.',
  enricher: 'offers.search',
  schema: z.object({
    query: z.string().min(1).max(200).describe('What to look for.'),
    category: z.enum(['food', 'drinks', 'books', 'garden', 'other']).optional(),
    max_price: z.number().positive().optional(),
    near: z.object({ lat: z.number(), lon: z.number() }).optional(),
  }),
  params: ({ query, category, max_price }) => ({ q: query.trim(), category: category ?? 'other', max_price }),
  summarise: (payload) => (payload.items ?? []).map(({ id, title, price }) => ({ id, title, price })),
})

export const stockTool = defineTool({
  name: '${id}_stock',
  description: 'Says whether an item is there.',
  schema: z.object({ item_id: z.string(), store: z.string().optional() }),
  run: async ({ item_id, store }) => {
    announce('${id}_stock', { store })
    const counts = new Map<string, number>()
    for (const part of item_id.split('_')) counts.set(part, (counts.get(part) ?? 0) + part.length)
    announce(idFor('compare'))
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    return { item_id, store: store ?? 'any', in_stock: total % 3 !== 0, count: total }
  },
})

export const listTool = renderTool({
  name: 'render_${id}',
  description: 'Shows items to the user.',
  type: 'item_list',
  load: { enricher: 'offers.search', params: (ids) => ({ ids }) },
})

export const tools = [searchTool, stockTool, listTool]
export const firstStatus = IDS.search
`,
  'ids.ts': `/** What ${id} tells the user while it works. */
export const IDS = {
  search: '${id}_search',
  compare: '${id}_compare',
} as const

export type IdKey = keyof typeof IDS
export const idFor = (key: IdKey) => IDS[key]
`,
  'prompt.ts': `const pattern = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })

/** A price as people write it. */
export function format(price: number, options: { short?: boolean } = {}): string {
  if (!Number.isFinite(price)) return '–'
  const whole = Math.trunc(price)
  const cents = Math.round((price - whole) * 100)
  if (options.short === true && cents === 0) return pattern.format(whole).replace(/\\.00$/, '')
  return pattern.format(price)
}

export const range = (from: number, to: number): string => (from === to ? format(from) : \`\${format(from)} to \${format(to)}\`)

export const instructions = [
  'You work for ${id}. You find items, compare them and say what is worth its price.',
  'Search first. Ask nothing that a search can answer.',
  'Show items with render_${id}; never list more than five in words.',
  \`Prices are written like this: \${format(1234.5)}.\`,
].join('\\n')
`,
})

const entriesOf = (id: string): RegistryEntry[] =>
  ['search', 'compare', 'stock', 'empty'].map((name) => ({
    id: `${id}_${name}`,
    description: name,
    default_render_key: `status.${id}_${name}`,
    default_policy: 'transform',
    emitter_subagents: [id],
    lifecycle: 'active',
    vertical: 'bench',
    place: { file: 'verticals/bench/status_events.yaml', line: 1, column: 1 },
    locales: ['en'],
  }))

/** How long a scan of 200 sub-agents takes, beside parsing the same files once: the best of some rounds of both. */
export async function benchScan(): Promise<{ parse_ms: number; scan_ms: number; ratio: number; files: number }> {
  const root = await mkdtemp(join(tmpdir(), 'onevoice-bench-scan-'))
  try {
    const ids = Array.from({ length: SUB_AGENTS }, (_, index) => `agent_${index}`)
    const paths: string[] = []
    for (const id of ids) {
      await mkdir(join(root, 'agents', id), { recursive: true })
      for (const [name, text] of Object.entries(subAgentFiles(id))) {
        paths.push(join(root, 'agents', id, name))
        await writeFile(join(root, 'agents', id, name), text)
      }
    }
    const entries = ids.flatMap(entriesOf)
    const sources = paths.map((path) => [path, readFileSync(path, 'utf8')] as const)
    const parse_ms = await best(() => sources.forEach(([path, text]) => parseSync(path, text).program))
    const scan_ms = await best(async () => {
      const { emissions, problems } = await scanAgents(root, entries, ['bench'])
      const expected = SUB_AGENTS * 6
      if (problems.length > 0 || emissions.length !== expected)
        throw new Error(`Found ${emissions.length} emissions instead of ${expected}, and ${problems.length} problems.`)
    })
    return { parse_ms, scan_ms, ratio: scan_ms / parse_ms, files: paths.length }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Milliseconds that this thread was at work, in the best of some rounds: what else the machine does is left out. */
async function best(run: () => unknown): Promise<number> {
  // Neither pays for what the other left behind.
  collect()
  let milliseconds = Infinity
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = process.threadCpuUsage()
    await run()
    const { user, system } = process.threadCpuUsage(start)
    milliseconds = Math.min(milliseconds, (user + system) / 1_000)
  }
  return milliseconds
}

if (import.meta.main) console.log(JSON.stringify(await benchScan()))
