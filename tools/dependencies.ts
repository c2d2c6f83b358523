import { readFileSync } from 'node:fs'

/** Every dependency has its line in docs/dependencies.md, which says what it is for and why this one. */

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> }

/** `| \`name\` | what for | why this one |` */
const LINE = /^\| *`([^`]+)` *\|(.*)\|(.*)\|$/

export function checkDependencies(manifest: Manifest, document: string): string[] {
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const lines = document.split('\n').flatMap((line) => {
    const [, name, purpose, reason] = LINE.exec(line) ?? []
    return name === undefined ? [] : [{ name, empty: purpose?.trim() === '' || reason?.trim() === '' }]
  })
  const described = lines.map(({ name }) => name)
  return [
    ...names.filter((name) => !described.includes(name)).map((name) => `${name} has no line`),
    ...described.filter((name) => !names.includes(name)).map((name) => `${name} is not a dependency any more`),
    ...described.filter((name, at) => described.indexOf(name) !== at).map((name) => `${name} has two lines`),
    ...lines.filter(({ empty }) => empty).map(({ name }) => `${name} does not say what for, or why this one`),
  ]
}

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

if (import.meta.main) {
  const problems = checkDependencies(JSON.parse(read('package.json')) as Manifest, read('docs/dependencies.md'))
  if (problems.length > 0) {
    process.stdout.write(`${problems.map((problem) => `docs/dependencies.md: ${problem}`).join('\n')}\n`)
    process.exitCode = 1
  }
}
