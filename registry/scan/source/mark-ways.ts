import type { SourceFile } from './source-file.ts'

/** Without one of these words, in itself or in what it imports, a file holds no way to a writer of its own. */
const WAYS =
  /getStreamWriter|getWriter|emitStatus|emitterFor|getConfig|[wW]riter|#kit|onevoice\/kit|src\/kit|src\/write|langgraph/

/** Marks the files of a tree in which an emission may begin. What they hand to others is followed into any file. */
export function markWays(files: readonly SourceFile[]): void {
  const importers = new Map<string, SourceFile[]>()
  const found = new Set<SourceFile>()
  for (const file of files) {
    if (file.hasWay || WAYS.test(file.text)) found.add(file)
    for (const target of file.targets.values()) {
      if (target.kind !== 'file') continue
      const known = importers.get(target.path) ?? []
      known.push(file)
      importers.set(target.path, known)
    }
  }
  for (const file of found) {
    file.hasWay = true
    for (const importer of importers.get(file.path) ?? []) found.add(importer)
  }
}
