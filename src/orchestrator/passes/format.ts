import type { TextPass } from './text-pass.ts'

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

function trimLineEnds(text: string): number {
  let length = text.length
  while (text[length - 1] === '\n') length--
  return length
}

/** How the answer is laid out: no space before it, no more than one empty line, whole characters only, and no tag. */
export function createFormatPass(): TextPass {
  let begun = false
  let lineEnds = 0
  let afterAngle = false
  let high = ''

  function layOut(text: string): string {
    let rest = begun ? text : text.trimStart()
    if (rest === '') return ''
    begun = true
    // Line ends at the seam of two chunks count together.
    rest = rest.replace(/^\n+/, (ends) => '\n'.repeat(Math.max(0, Math.min(ends.length, 2 - lineEnds))))
    const trailing = text.length - trimLineEnds(text)
    lineEnds = Math.min(2, trailing === text.length ? lineEnds + trailing : trailing)
    rest = rest.replace(/\n{3,}/g, '\n\n')
    if (rest === '') return ''
    // A tag was taken out earlier; what still looks like the beginning of one may not become one.
    if (afterAngle && /^[A-Za-z/!?]/.test(rest)) rest = ` ${rest}`
    afterAngle = rest.endsWith('<')
    return rest.replace(/<(?=[A-Za-z/!?])/g, '< ')
  }

  return {
    push(chunk) {
      let text = high + chunk
      high = ''
      if (text !== '' && isHigh(text.charCodeAt(text.length - 1))) {
        high = text.slice(-1)
        text = text.slice(0, -1)
      }
      return layOut(text.toWellFormed())
    },
    end() {
      const rest = layOut(high.toWellFormed())
      high = ''
      return rest
    },
  }
}
