import { spawn } from 'node:child_process'

export type Run = { code: number | null; stdout: string; stderr: string }

export function runCommand(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const run: Run = { code: null, stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (run.stdout += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (run.stderr += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...run, code }))
  })
}
