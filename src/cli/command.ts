/** What a command is given and what it answers: an exit code. Commands are loaded only when called. */
export interface Io {
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  stdout: Output
  stderr: Output
  /** Aborted on SIGINT or SIGTERM. */
  signal: AbortSignal
}

export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

export interface Command {
  /** One line for `onevoice --help`. */
  summary: string
  /** All of `onevoice <name> --help`. */
  usage: string
  run(args: string[], io: Io): Promise<number>
}

/** A call whose words are off: printed with the command's usage, exit code 2. */
export class UsageError extends Error {
  readonly type = 'usage'
}
