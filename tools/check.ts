import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Everything that can be said about the project without running it. All of it, then all that failed. */

export type Step = { name: string; command: readonly [string, ...string[]] }
export type StepResult = { step: Step; ok: boolean; output: string; seconds: number }

const bin = (name: string): string => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url))
const node = (...args: string[]): [string, ...string[]] => [process.execPath, ...args]
const onevoice = (...args: string[]): [string, ...string[]] => node('bin/onevoice.mjs', ...args)

export const STEPS: readonly Step[] = [
  { name: 'format', command: [bin('oxfmt'), '--check'] },
  { name: 'lint', command: [bin('oxlint'), '--deny-warnings'] },
  { name: 'types', command: [bin('tsc'), '--noEmit'] },
  { name: 'registry', command: onevoice('registry', 'check') },
  { name: 'registry types', command: onevoice('registry', 'types', '--check') },
  { name: 'registry docs', command: onevoice('registry', 'docs', '--check') },
  { name: 'architecture', command: node('tools/architecture.ts') },
  { name: 'dependencies', command: node('tools/dependencies.ts') },
  { name: 'golden frames', command: node('tools/golden.ts', '--check') },
  { name: 'reference', command: node('tools/reference.ts', '--check') },
]

const AT_ONCE = 2

/** Runs every step, whatever the others say; a line for each as it ends, then what the failed ones had to say. */
export async function runChecks(
  steps: readonly Step[],
  { cwd, write }: { cwd: string; write: (text: string) => void },
): Promise<boolean> {
  const waiting = [...steps]
  const results: StepResult[] = []
  const width = Math.max(...steps.map(({ name }) => name.length))
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const result = await runStep(step, cwd)
      results.push(result)
      write(`${result.ok ? 'ok    ' : 'FAILED'}  ${step.name.padEnd(width)}  ${result.seconds.toFixed(1)} s\n`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const failed = results.filter(({ ok }) => !ok)
  for (const { step, output } of failed) write(`\n── ${step.name} ──\n${output.trim()}\n`)
  write(failed.length === 0 ? '\nAll checks pass.\n' : `\n${failed.length} of ${steps.length} checks failed.\n`)
  return failed.length === 0
}

function runStep(step: Step, cwd: string): Promise<StepResult> {
  const [command, ...args] = step.command
  const started = performance.now()
  return new Promise((resolve) => {
    let output = ''
    const end = (ok: boolean) => resolve({ step, ok, output, seconds: (performance.now() - started) / 1000 })
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    const collect = (chunk: string) => {
      output += chunk
    }
    child.stdout.setEncoding('utf8').on('data', collect)
    child.stderr.setEncoding('utf8').on('data', collect)
    child.on('error', (error) => {
      output += error.message
      end(false)
    })
    child.on('close', (code) => end(code === 0))
  })
}

if (import.meta.main) {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const ok = await runChecks(STEPS, { cwd, write: (text) => process.stdout.write(text) })
  process.exitCode = ok ? 0 : 1
}
