import { baseInstance, constructorOf } from '../evaluate/class-members.ts'
import { MAX_CALLS, entryFrame, rootFrame, type Budget, type Frame } from '../evaluate/frame.ts'
import { invocationsOf, waylessFile } from '../evaluate/invocations.ts'
import { isReachable } from '../evaluate/reachable.ts'
import { framesOf, instanceOf } from '../evaluate/results.ts'
import { carry, type Alternative, type Arguments, type Evaluator, type Invocation } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { Body, CallNode } from '../source/syntax.ts'
import { gather, newFindings, type Findings } from './findings.ts'
import { isHarmless, matters, mayKeepWriter } from './follow.ts'
import { unusedIn } from './unused.ts'
import { writtenEvents, type Written } from './written-events.ts'

type Callee<Kind extends Alternative['kind']> = Extract<Alternative, { kind: Kind }>

/** Calls of one function beyond these are not kept. */
const MAX_SEEN = 16

/**
 * What a sub-agent may write, in all its files.
 *
 *   each body of a file ─► its calls ─┬─ of a writer: an emission
 *                                     ├─ of a function of the tree: the same, in a frame with these arguments
 *                                     └─ of anything else: functions handed to it may be entered from outside
 *
 * Every function is also looked at as entered from outside, with arguments that can't be known.
 */
export function findEmissions(
  ev: Evaluator,
  files: readonly SourceFile[],
  isOwn: (file: SourceFile) => boolean,
): Written[] {
  const budget: Budget = { calls: MAX_CALLS, exceeded: false }
  /** Something came to light too late for what had been looked at before. */
  let again = false

  function look(frame: Frame): Findings {
    if (frame.findings !== null) return frame.findings
    const findings = newFindings()
    frame.findings = findings
    for (const child of frame.body.children) {
      const { calls, children, node } = child
      const isEmpty = calls.length + children.length === 0 && !('superClass' in node)
      if (!isEmpty && isReachable(ev, node, frame)) lookInto(entryFrame(child, frame), findings)
    }
    for (const call of frame.body.calls) lookAtCall(call, frame, findings)
    if ('superClass' in frame.body.node) lookAtBases(frame, findings)
    findings.complete = true
    return findings
  }

  function lookInto(inner: Frame, findings: Findings): Findings {
    findings.frames.add(inner)
    return look(inner)
  }

  /** What a class inherits, as its own. */
  function lookAtBases(frame: Frame, findings: Findings): void {
    for (const base of baseInstance(ev, frame) ?? []) {
      if (base.kind !== 'instance') continue
      findings.called.add(base.frame.body)
      lookInto(base.frame, findings)
    }
  }

  function lookAtCall(call: CallNode, frame: Frame, findings: Findings): void {
    const wayless = call.type === 'CallExpression' ? waylessFile(ev, call.callee, frame) : null
    if (wayless !== null && isHarmless(ev, call, frame)) return
    const invocations = invocationsOf(ev, call, frame)
    if (wayless !== null && mayKeepWriter(wayless, invocations)) {
      wayless.hasWay = true
      again = true
    }
    if (invocations.some(({ callee }) => FOLLOWED.has(callee.kind)) && !isReachable(ev, call, frame)) return
    for (const invocation of invocations) lookAtInvocation(invocation, call, frame, findings)
    if (invocations.some(({ callee }) => OUT_OF_SIGHT.has(callee.kind))) findings.escapes.push(call)
  }

  function lookAtInvocation(invocation: Invocation, call: CallNode, frame: Frame, findings: Findings): void {
    const { callee, args } = invocation
    for (const body of callee.entered) {
      body.callsArguments = true
      body.callsWriters ||= callee.kind === 'unknown' && callee.ofWriter === true
    }
    if (callee.kind === 'function') enter(callee, args, frame, findings)
    else if (callee.kind === 'class') construct(callee, args, frame, findings)
    else if (callee.kind === 'unknown') note(handedOver(callee, args, call, frame), findings)
    else if (callee.kind === 'writer' || isEmitStatus(callee))
      note(writtenEvents(ev, invocation, call, frame), findings)
  }

  /** Follows a call of a function of the tree. */
  function enter(callee: Callee<'function'>, args: Arguments, frame: Frame, findings: Findings): void {
    const { body, outer, bound } = callee
    const seen = ev.seen.get(body) ?? []
    if (seen.length < MAX_SEEN && args.values.length > 0) seen.push({ values: args.values.map(carry), open: args.open })
    ev.seen.set(body, seen)
    const { complete } = lookInto(entryFrame(body, outer), findings)
    const isRecursive = isInside(frame.body, body)
    if (!isRecursive) findings.called.add(body)
    // It tells itself nothing new.
    else if (args.values.flat().every(({ kind }) => kind === 'unknown')) return
    const given = {
      complete,
      values: [...bound, ...args.values],
      look: (found: Callee<'function'>) => look(entryFrame(found.body, found.outer)),
    }
    if (!matters(ev, body, given)) return
    for (const inner of framesOf(callee, args, frame, budget)) {
      // Too deep, or too many: then it counts as entered from outside.
      if (inner === null) findings.notFollowed.add(body)
      else lookInto(inner, findings)
    }
  }

  function construct(callee: Callee<'class'>, args: Arguments, frame: Frame, findings: Findings): void {
    lookInto(instanceOf(callee, args, frame, budget), findings)
    const constructor = constructorOf(callee.body)
    if (constructor !== null) findings.called.add(constructor)
  }

  function lookAtFiles(): Written[] {
    budget.calls = MAX_CALLS
    ev.budget.calls = MAX_CALLS
    const roots = files.filter(({ hasWay }) => hasWay).map(rootFrame)
    for (const root of roots) look(root)
    return gather(ev, roots, unusedIn(files, isOwn))
  }

  const emissions = lookAtFiles()
  // A function that keeps its argument for others may have been called after the others had been looked at.
  if (!again && !ev.seen.keys().some(({ keepsArguments }) => keepsArguments)) return emissions
  for (const file of files) file.derived.clear()
  const all = lookAtFiles()
  // What was seen is this sub-agent's alone.
  for (const file of files) file.derived.clear()
  return all
}

type Kinds = ReadonlySet<Alternative['kind']>
const FOLLOWED: Kinds = new Set(['writer', 'known', 'function', 'class'])
const OUT_OF_SIGHT: Kinds = new Set(['unknown', 'global', 'known'])

const isEmitStatus = (callee: Alternative): boolean => callee.kind === 'known' && callee.name === 'emitStatus'

function note(emissions: readonly Written[], findings: Findings): void {
  for (const emission of emissions) {
    for (const body of emission.entered) body.writesArguments = true
    findings.emissions.push(emission)
  }
}

/** A writer given to a function out of sight: what that one writes can't be known. */
function handedOver(callee: Callee<'unknown'>, args: Arguments, call: CallNode, frame: Frame): Written[] {
  const given = args.values.flat()
  for (const { kind, entered } of given) if (kind === 'unknown') for (const body of entered) body.callsArguments = true
  const writer = given.find((found) => found.kind === 'writer' && found.sure)
  if (writer === undefined) return []
  const entered = [...new Set([...writer.entered, ...callee.entered])]
  return [{ file: frame.body.file, node: call, what: 'dynamic', id: null, sure: true, entered }]
}

function isInside(body: Body, outer: Body): boolean {
  for (let at: Body | null = body; at !== null; at = at.parent) if (at === outer) return true
  return false
}
