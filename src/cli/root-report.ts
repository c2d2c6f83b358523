import path from 'node:path'
import { styleText } from 'node:util'
import { formatProblems } from '../../registry/format-problems.ts'
import { PROJECT } from '../../registry/types.ts'
import type { StartProblem } from '../contract/index.ts'
import type { Io } from './command.ts'

/** What `registry` and `scan` share: which root, and how its problems are told. */

export const rootOf = (io: Io): string =>
  io.env['ONEVOICE_ROOT'] ? path.resolve(io.cwd, io.env['ONEVOICE_ROOT']) : PROJECT

export const rootText = (root: string): string => (root === PROJECT ? 'the project' : root)

export const count = (number: number, name: string): string => `${number} ${name}${number === 1 ? '' : 's'}`

/** Colour for people only: on a terminal, unless NO_COLOR says otherwise. */
export const paint = (io: Io, style: Parameters<typeof styleText>[0], text: string): string =>
  io.stdout.isTTY === true && !io.env['NO_COLOR'] ? styleText(style, text, { validateStream: false }) : text

/** Problems, then warnings, each set apart by an empty line; nothing when there are none. */
export function problemsReport(io: Io, problems: readonly StartProblem[], warnings: readonly StartProblem[]): string {
  const told = [
    formatProblems(problems),
    formatProblems(warnings).replaceAll(/^(?=\S)/gm, `${paint(io, 'yellow', 'warning')}  `),
  ]
  return told
    .filter((text) => text !== '')
    .map((text) => `${text}\n`)
    .join('')
}
