import type { Files } from '../scan-root.ts'
import { WRITE, form, one, type Form } from './form.ts'

/** With the writer at hand, as `write`. */
export const withWriter = (name: string, source: string, finds: readonly string[] = one, files: Files = {}): Form =>
  form(name, WRITE + source, finds, files)
