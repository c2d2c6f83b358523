/** ONEVOICE_MODEL names nothing that can be used. The message says what to do. */
export class ModelError extends Error {
  readonly type = 'model'
  constructor(name: string, problem: string, cause?: unknown) {
    super(`ONEVOICE_MODEL is ${JSON.stringify(name)}: ${problem}`, { cause })
  }
}
