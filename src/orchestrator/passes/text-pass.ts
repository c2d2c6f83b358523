/** A stage of the composed answer's way out. It works on the stream: what it need not hold back, it gives at once. */
export interface TextPass {
  push(chunk: string): string
  /** The rest; nothing may be pushed any more. */
  end(): string
}

/** The same as one pass: what leaves one stage enters the next. */
export function chain(passes: readonly TextPass[]): TextPass {
  return {
    push: (chunk) => passes.reduce((text, pass) => (text === '' ? '' : pass.push(text)), chunk),
    end: () => passes.reduce((text, pass) => (text === '' ? '' : pass.push(text)) + pass.end(), ''),
  }
}
