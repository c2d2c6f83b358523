/** What the model answers: words, or calls. */
export interface Reply {
  text: string
  calls: readonly { name: string; args: Record<string, unknown> }[]
}

export const say = (text: string): Reply => ({ text, calls: [] })

export const call = (...calls: Reply['calls']): Reply => ({ text: '', calls })
