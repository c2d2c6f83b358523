import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { z } from 'zod'
import { START_PROBLEMS, type StartProblem, type StartProblemCode } from '../contract/index.ts'
import type { SubAgentDefinition } from '../kit/index.ts'
import { ensureBoundary } from '../kit/tool-boundary.ts'
import type { CompiledSubAgent } from './compiled-sub-agent.ts'
import { resolveKit } from './resolve-kit.ts'

/**
 *   agents/<id>/index.ts ─► import ─► check its shape ─► build once ─► compiled
 *
 * What the scan has found in the source comes before this; here is what only running it can show.
 */
export interface FactoryResult {
  sub_agents: CompiledSubAgent[]
  problems: StartProblem[]
}

const method = z.custom<(...args: never[]) => unknown>((value) => typeof value === 'function', 'must be a function')
const tool = z.custom((value) => typeof (value as { invoke?: unknown } | null)?.invoke === 'function', 'must be a tool')

const definitionSchema = z.object({
  id: z.string(),
  vertical: z.string().min(1),
  card: z.object({ description: z.string().min(1), examples: z.array(z.string()).optional() }),
  tools: z.array(tool),
  build: method,
  onStart: method.optional(),
  onCancel: method,
})

export async function buildSubAgents(root: string, model: BaseChatModel): Promise<FactoryResult> {
  resolveKit(root)
  const results = await Promise.all((await discover(root)).map((id) => buildSubAgent(root, id, model)))
  return {
    sub_agents: results.filter((result) => 'graph' in result),
    problems: results.filter((result) => Array.isArray(result)).flat(),
  }
}

/** The folders below agents/ that hold an index.ts, in the order of their names. */
export async function discover(root: string): Promise<string[]> {
  const folders = await readdir(join(root, 'agents'), { withFileTypes: true }).catch(() => [])
  const ids: string[] = []
  for (const { name } of folders
    .filter((folder) => folder.isDirectory())
    .toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    if (
      await access(join(root, 'agents', name, 'index.ts')).then(
        () => true,
        () => false,
      )
    )
      ids.push(name)
  return ids
}

async function buildSubAgent(
  root: string,
  id: string,
  model: BaseChatModel,
): Promise<CompiledSubAgent | StartProblem[]> {
  const file = `agents/${id}/index.ts`
  const problem = (code: StartProblemCode, message: string): StartProblem[] => [
    { code, file, line: 1, column: 1, message, remedy: START_PROBLEMS[code] },
  ]
  let exported: unknown
  try {
    exported = ((await import(pathToFileURL(join(root, file)).href)) as { default?: unknown }).default
  } catch (error) {
    return problem('unreadable_module', `${id} could not be loaded: ${firstLine(error)}`)
  }
  const checked = definitionSchema.safeParse(exported)
  if (!checked.success)
    return checked.error.issues.flatMap((issue) =>
      issue.path[0] === 'onCancel'
        ? problem('missing_cancel_handler', `${id} has no cancellation handler: onCancel ${issue.message}`)
        : problem('invalid_sub_agent', `${id}: ${['default export', ...issue.path].join('.')} ${issue.message}`),
    )
  const definition = exported as SubAgentDefinition
  if (definition.id !== id)
    return problem('invalid_sub_agent', `${id} calls itself ${definition.id}: a sub-agent’s id is its folder’s name`)
  try {
    const graph = await definition.build({ model, tools: definition.tools.map((one) => ensureBoundary(one)) })
    if (typeof graph?.invoke !== 'function') return problem('build_failed', `${id}: build returned no compiled graph`)
    return { definition, graph }
  } catch (error) {
    return problem('build_failed', `${id}: build threw: ${firstLine(error)}`)
  }
}

const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? ''
