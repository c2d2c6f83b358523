import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { StartProblem } from '../../src/contract/index.ts'
import { problem } from '../problem.ts'

export interface SubAgentFolder {
  /** The folder's name. */
  readonly id: string
  readonly entry: string
}

/** The folders below agents/, each with its index.ts. */
export function discoverSubAgents(root: string): { folders: SubAgentFolder[]; problems: StartProblem[] } {
  const agents = join(root, 'agents')
  const folders: SubAgentFolder[] = []
  const problems: StartProblem[] = []
  if (!isFolder(agents)) return { folders, problems }
  for (const id of readdirSync(agents).sort()) {
    if (id.startsWith('.') || id === 'node_modules' || !isFolder(join(agents, id))) continue
    const entry = join(agents, id, 'index.ts')
    if (statSync(entry, { throwIfNoEntry: false })?.isFile()) folders.push({ id, entry })
    else {
      const place = { file: `agents/${id}/index.ts`, line: 1, column: 1 }
      const remedy = 'Create it: export default defineSubAgent({ id, vertical, card, tools, build, onCancel }).'
      problems.push(problem('invalid_sub_agent', place, `The sub-agent ${id} has no index.ts.`, remedy))
    }
  }
  return { folders, problems }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
