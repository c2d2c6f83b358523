import type { Node } from 'oxc-parser'
import { isCalled, type Frame } from '../evaluate/frame.ts'
import { perFile, type SourceFile } from '../source/source-file.ts'

/**
 * Whether a function of a shared file is none of this sub-agent's business: nobody in its tree so much as mentions it.
 * In the sub-agent's own files everything counts.
 */
export function unusedIn(
  files: readonly SourceFile[],
  isOwn: (file: SourceFile) => boolean,
): (frame: Frame) => boolean {
  const known = new Map<Node, boolean>()
  return (frame) => {
    const { file } = frame.body
    if (isOwn(file) || isCalled(frame)) return false
    const name = declaredName(frame)
    if (name === null) return false
    const unused = known.get(name) ?? !isMentioned(name.name, file, files)
    known.set(name, unused)
    return unused
  }
}

/** The name that the module gives to what this frame is in; null when it has none. */
function declaredName(frame: Frame): Extract<Node, { type: 'Identifier' }> | null {
  let { body } = frame
  while (body.parent !== null && body.parent.parent !== null) body = body.parent
  if (body.parent === null) return null
  for (let node: Node | null | undefined = body.node; node; node = node.parent) {
    if (node.type === 'VariableDeclarator') return node.id.type === 'Identifier' ? node.id : null
    if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') return node.id
    // Handed to something as the module is loaded, or a default export.
    if (node.type === 'CallExpression' || node.type === 'NewExpression') return null
  }
  return null
}

const isMentioned = (name: string, declaring: SourceFile, files: readonly SourceFile[]): boolean =>
  files.some((file) => (wordsOf(file).get(name) ?? 0) > (file === declaring ? 1 : 0))

/** How often each word stands in a file, in comments and strings too: better once too often. */
const wordsOf = perFile((file) => {
  const words = new Map<string, number>()
  for (const [word] of file.text.matchAll(/[\p{ID_Continue}$]+/gu)) words.set(word, (words.get(word) ?? 0) + 1)
  return words
})
