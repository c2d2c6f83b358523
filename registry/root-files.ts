import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { StartProblem } from '../src/contract/index.ts'
import { languageOf } from './locales.ts'
import { problem } from './problem.ts'
import { readYaml } from './yaml-file.ts'
import type { YamlFile } from './yaml-places.ts'

/** Whoever owns a fragment and its words: the platform, or a vertical. */
export interface Owner {
  /** `platform`, or the vertical's name. */
  name: string
  fragment: YamlFile | null
  locales: { language: string; yaml: YamlFile }[]
}

/** All files of a root that make up its registry, read and parsed; null is a file that is not there. */
export interface RootFiles {
  /** The platform first, then the verticals by name. */
  owners: Owner[]
  /** Folders below verticals/ that have a fragment. */
  verticals: string[]
  policy: YamlFile | null
  flags: YamlFile | null
  agent_definition: YamlFile | null
  /** Names below agents/. */
  sub_agents: Set<string>
  problems: StartProblem[]
  warnings: StartProblem[]
}

export const PLATFORM = 'platform'

export async function readRoot(root: string): Promise<RootFiles> {
  const problems: StartProblem[] = []
  const warnings: StartProblem[] = []
  const read = async (file: string): Promise<YamlFile | null> => {
    const { yaml, problems: found } = await readYaml(root, file)
    problems.push(...found)
    return yaml
  }
  const readOwner = async (name: string, folder: string): Promise<Owner> => {
    const fragment = await read(`${folder}/status_events.yaml`)
    const locales: Owner['locales'] = []
    for (const file_name of await namesIn(root, `${folder}/locales`)) {
      if (!/\.ya?ml$/.test(file_name)) continue
      const file = `${folder}/locales/${file_name}`
      const language = languageOf(file_name)
      const yaml = language === null || file_name.endsWith('.yml') ? undefined : await read(file)
      if (yaml === undefined) problems.push(badName(file, file_name))
      else if (language !== null && yaml !== null) locales.push({ language, yaml })
    }
    return { name, fragment, locales }
  }

  if (!(await isFolder(root))) problems.push(noRoot(root))
  const owners = [await readOwner(PLATFORM, PLATFORM)]
  const verticals: string[] = []
  for (const name of await namesIn(root, 'verticals')) {
    const folder = `verticals/${name}`
    if (!(await isFolder(path.join(root, folder)))) continue
    const owner = await readOwner(name, folder)
    owners.push(owner)
    if (owner.fragment === null) warnings.push(noFragment(folder))
    else verticals.push(name)
    if (name === PLATFORM) problems.push(notAVertical(folder))
  }
  return {
    owners,
    verticals,
    policy: await read(`${PLATFORM}/policy.yaml`),
    flags: await read(`${PLATFORM}/flags.yaml`),
    agent_definition: await read(`${PLATFORM}/agent_definition.yaml`),
    sub_agents: new Set(await namesIn(root, 'agents')),
    problems,
    warnings,
  }
}

/** Sorted; what is not there is empty; what begins with a dot is not ours. */
async function namesIn(root: string, folder: string): Promise<string[]> {
  try {
    return (await readdir(path.join(root, folder))).filter((name) => !name.startsWith('.')).sort()
  } catch {
    return []
  }
}

async function isFolder(folder: string): Promise<boolean> {
  try {
    return (await stat(folder)).isDirectory()
  } catch {
    return false
  }
}

const startOf = (file: string) => ({ file, line: 1, column: 1 })

const badName = (file: string, file_name: string): StartProblem =>
  problem('invalid_locale', startOf(file), `${file_name} is not named after a language, as <language>.yaml`)

const noFragment = (folder: string): StartProblem => {
  const message = `${folder} has no status_events.yaml`
  return problem(
    'invalid_fragment',
    startOf(`${folder}/status_events.yaml`),
    message,
    'Create it, or remove the folder.',
  )
}

const notAVertical = (folder: string): StartProblem => {
  const remedy = 'Give the vertical another name; the platform’s own files are in platform/.'
  return problem('invalid_fragment', startOf(`${folder}/status_events.yaml`), 'platform is not a vertical', remedy)
}

const noRoot = (root: string): StartProblem => {
  const remedy = 'Point ONEVOICE_ROOT at the folder that holds agents/, verticals/ and platform/.'
  return problem('invalid_fragment', startOf(root), 'There is no such folder', remedy)
}
