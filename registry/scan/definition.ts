import type { Place, StartProblem } from '../../src/contract/index.ts'
import { problem } from '../problem.ts'
import { exportTable } from './evaluate/exports.ts'
import type { SourceFile } from './source/source-file.ts'
import type { Alternative, Evaluator, Value } from './evaluate/value.ts'

/** Can't be a sub-agent, whatever else happens. */
const NO_DEFINITION: ReadonlySet<Alternative['kind']> = new Set([
  'text',
  'words',
  'scalar',
  'nothing',
  'object',
  'array',
  'function',
  'class',
])
const NO_FUNCTION: ReadonlySet<Alternative['kind']> = new Set(['text', 'words', 'scalar', 'nothing', 'object', 'array'])

/** What the source already tells about a sub-agent's default export. What it doesn't tell, the factory checks. */
export function checkDefinition(
  ev: Evaluator,
  id: string,
  index: SourceFile,
  verticals: readonly string[],
): StartProblem[] {
  const start: Place = { file: index.file, line: 1, column: 1 }
  const { names } = exportTable(index)
  const exported = names.get('default')
  if (exported === undefined) return [problem('invalid_sub_agent', start, `The sub-agent ${id} has no default export.`)]
  const [found, ...others] = ev.exported(index, 'default')
  if (found === undefined || others.length > 0) return []
  const place = exported.kind === 'here' ? index.place(exported.node.start) : start
  if (NO_DEFINITION.has(found.kind))
    return [
      problem('invalid_sub_agent', place, `The default export of the sub-agent ${id} is not made by defineSubAgent.`),
    ]
  return found.kind === 'definition' ? checkMembers(ev, id, found, verticals) : []
}

function checkMembers(
  ev: Evaluator,
  id: string,
  definition: Extract<Alternative, { kind: 'definition' }>,
  verticals: readonly string[],
): StartProblem[] {
  const [argument, ...others] = definition.argument
  const call = definition.file.place(definition.call.start)
  if (argument === undefined || others.length > 0) return []
  if (NO_FUNCTION.has(argument.kind) && argument.kind !== 'object')
    return [problem('invalid_sub_agent', call, `defineSubAgent was not given the definition of the sub-agent ${id}.`)]
  if (argument.kind !== 'object' && argument.kind !== 'layers') return []
  const object = argument.kind === 'object' ? argument.frame.body.file.place(argument.node.start) : call
  const member = (name: string): Value => ev.property([argument], name)
  const problems: StartProblem[] = []
  if (member('onCancel').every(({ kind }) => NO_FUNCTION.has(kind)))
    problems.push(problem('missing_cancel_handler', object, `The sub-agent ${id} has no onCancel function.`))
  const named = only(member('id'))
  if (named !== null && named.value !== id)
    problems.push(
      problem(
        'invalid_sub_agent',
        placeOf(named, object),
        `The sub-agent in agents/${id} calls itself “${named.value}”.`,
        `Write id: '${id}', or rename the folder.`,
      ),
    )
  const vertical = only(member('vertical'))
  if (vertical !== null && verticals.length > 0 && !verticals.includes(vertical.value))
    problems.push(
      problem(
        'unknown_vertical',
        placeOf(vertical, object),
        `The sub-agent ${id} belongs to the vertical “${vertical.value}”, which is none of: ${verticals.join(', ')}.`,
      ),
    )
  return problems
}

function only(value: Value): Extract<Alternative, { kind: 'text' }> | null {
  const [first, ...others] = value
  return first?.kind === 'text' && others.length === 0 && first.sure ? first : null
}

const placeOf = ({ origin }: Alternative, otherwise: Place): Place =>
  origin === null ? otherwise : origin.file.place(origin.node.start)
