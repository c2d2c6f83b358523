import { START_PROBLEMS, type Place, type StartProblem, type StartProblemCode } from '../src/contract/index.ts'

/** One thing that is wrong, where it stands, and what to do about it. */
export const problem = (
  code: StartProblemCode,
  place: Place,
  message: string,
  remedy: string = START_PROBLEMS[code],
): StartProblem => ({ code, file: place.file, line: place.line, column: place.column, message, remedy })

/** The order in which a person reads them: by file, then downwards. */
export const comparePlaces = (a: Place, b: Place): number =>
  a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column

/** Sorted by place; the same problem found twice is told once. */
export function sortProblems(problems: readonly StartProblem[]): StartProblem[] {
  const unique = new Map(problems.map((found) => [JSON.stringify(found), found]))
  return [...unique.values()].sort(comparePlaces)
}
