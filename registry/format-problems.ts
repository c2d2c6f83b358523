import type { StartProblem } from '../src/contract/index.ts'

/**
 *   file:line:column  code  message
 *       remedy
 */
export const formatProblems = (problems: readonly StartProblem[]): string =>
  problems.map((found) => `${formatPlace(found)}  ${found.code}  ${found.message}\n    ${found.remedy}\n`).join('')

export const formatPlace = ({ file, line, column }: Pick<StartProblem, 'file' | 'line' | 'column'>): string =>
  `${file}:${line}:${column}`
