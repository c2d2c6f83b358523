import type { Node } from 'oxc-parser'
import { contains } from '../source/names.ts'
import { exits, statementsOf } from '../source/reaching.ts'
import { argumentValue, decide } from './conditions.ts'
import { isCalled, type Frame } from './frame.ts'
import type { Evaluator } from './value.ts'

/** Whether this call of the function gets to that expression, as far as its arguments decide it. */
export function isReachable(ev: Evaluator, node: Node, frame: Frame): boolean {
  if (!isCalled(frame)) return true
  for (let at = node; at !== frame.body.node && at.parent; at = at.parent) {
    const parent: Node = at.parent
    switch (parent.type) {
      case 'IfStatement':
      case 'ConditionalExpression':
        if (parent.consequent === at && decide(ev, parent.test, frame) === false) return false
        if (parent.alternate === at && decide(ev, parent.test, frame) === true) return false
        break
      case 'LogicalExpression':
        if (parent.right === at && parent.operator === '&&' && decide(ev, parent.left, frame) === false) return false
        if (parent.right === at && parent.operator === '||' && decide(ev, parent.left, frame) === true) return false
        break
      case 'SwitchCase':
        if (!caseIsReachable(ev, parent, frame)) return false
        break
    }
    for (const statement of statementsOf(parent)) {
      if (contains(statement, at) || statement.start > at.start) break
      if (statement.type === 'IfStatement' && exits(statement.consequent) && decide(ev, statement.test, frame) === true)
        return false
    }
  }
  return true
}

function caseIsReachable(ev: Evaluator, node: Extract<Node, { type: 'SwitchCase' }>, frame: Frame): boolean {
  const { parent } = node
  if (parent?.type !== 'SwitchStatement') return true
  const value = argumentValue(ev, parent.discriminant, frame)
  const [only] = value ?? []
  if (value?.length !== 1 || only?.kind !== 'text') return true
  const tests = parent.cases.map(({ test }) => (test === null ? null : ev.evaluate(test, frame)))
  const matches = tests.map(
    (test) => test !== null && test.length === 1 && test[0]?.kind === 'text' && test[0].value === only.value,
  )
  if (tests.some((test) => test !== null && test.some(({ kind }) => kind !== 'text'))) return true
  const hit = matches.indexOf(true)
  const start = hit === -1 ? tests.indexOf(null) : hit
  if (start === -1) return false
  for (let index = start; index < parent.cases.length; index += 1) {
    if (parent.cases[index] === node) return true
    if (parent.cases[index]?.consequent.some(exits)) return false
  }
  return false
}
