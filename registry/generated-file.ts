import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** A file that is made from the registry; `file` is relative to the root. */
export interface GeneratedFile {
  file: string
  text: string
}

/** Answers whether it had to be written. */
export async function writeGenerated(root: string, generated: GeneratedFile): Promise<boolean> {
  if (!(await hasDrifted(root, generated))) return false
  const target = path.join(root, generated.file)
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, generated.text)
  return true
}

/** True when what is there is not what the registry would make of it. */
export async function hasDrifted(root: string, { file, text }: GeneratedFile): Promise<boolean> {
  try {
    const there = await readFile(path.join(root, file), 'utf8')
    return there.replaceAll('\r\n', '\n') !== text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    throw error
  }
}
