import { buildAutomaton } from './patterns/automaton.ts'
import { createReplacePass, type OnRemoved, type Replacement } from './replace-pass.ts'
import { chain, type TextPass } from './text-pass.ts'

/** These act without their end: what follows them is theirs, closed or not. */
const ACTIVE =
  'script|style|iframe|frame|object|embed|applet|img|image|svg|math|video|audio|source|link|meta|base|form|input|button|template'

const TAG_PATTERNS: readonly Replacement[] = [
  { name: 'html', by: '', pattern: /<\/?[A-Za-z][A-Za-z0-9-]{0,30}(?:[\s/][^<>]{0,240})?>/ },
  { name: 'html', by: '', pattern: new RegExp(String.raw`<(?:${ACTIVE})[\s\/][^<>]*>?`, 'i') },
  { name: 'html', by: '', pattern: /<[!?][A-Za-z[-][^<>]{0,240}>/ },
]

export const TAGS = buildAutomaton(TAG_PATTERNS)

// Control characters but for tab and line feed; and what can't be seen, and so could hide a match.
// oxlint-disable-next-line no-control-regex -- they are the point
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u2060\ufeff]/g

function createControlPass(): TextPass {
  let afterReturn = false
  return {
    push(chunk) {
      if (chunk === '') return ''
      const text = afterReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk
      afterReturn = chunk.endsWith('\r')
      return text.replace(/\r\n?/g, '\n').replace(UNSEEN, '')
    },
    end: () => '',
  }
}

/** Takes out what a reader would not see: before the other passes, so that nothing is hidden from them. */
export const createCleanPass = (onRemoved?: OnRemoved): TextPass =>
  chain([createControlPass(), createReplacePass(TAGS, onRemoved)])
