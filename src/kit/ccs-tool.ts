import type { StructuredToolInterface } from '@langchain/core/tools'
import type { z } from 'zod'
import type { ContextPayload } from '../contract/index.ts'
import type { Scope } from '../write/index.ts'
import { rememberItems } from './fetched-items.ts'
import { boundTool } from './tool-boundary.ts'

export interface CcsToolOptions<Schema extends z.ZodObject> {
  name: string
  /** For the model: what it finds and when to call it. */
  description: string
  /** The enricher it calls, for example `offers.search`. */
  enricher: string
  schema: Schema
  /** Runs first: the place to tell the user, with `emitStatus`. */
  before?(input: z.output<Schema>): void
  /** What is sent as the enricher's params; the tool's input when left out. */
  params?(input: z.output<Schema>): Record<string, unknown>
  /** What the model is given of the payload; all of it when left out. */
  summarise?(payload: ContextPayload, input: z.output<Schema>): unknown
}

/** A tool backed by the context service. The envelope is opened here and goes no further. */
export const ccsTool = <Schema extends z.ZodObject>(options: CcsToolOptions<Schema>): StructuredToolInterface =>
  boundTool<z.output<Schema>>({
    name: options.name,
    description: options.description,
    schema: options.schema,
    type: 'ccs',
    run: async (input, _call, scope) => {
      options.before?.(input)
      const result = await enrich(scope, options.enricher, options.params?.(input) ?? input)
      if (!result.ok) return JSON.stringify({ unavailable: true })
      const summary = options.summarise?.(result.payload, input) ?? result.payload
      return JSON.stringify(result.partial ? { ...Object(summary), partial: true } : summary)
    },
  })

/** One context call for the sub-agent that runs now. Its failures and gaps are noted for the orchestrator. */
export async function enrich(scope: Scope, enricher: string, params: Record<string, unknown>) {
  // None starts for a turn that has ended. One that is out is not called back: it would count against its endpoint.
  scope.signal.throwIfAborted()
  const { principal, response_id } = scope.turn
  const result = await scope.turn.context.enrich(enricher, params, { principal, response_id })
  // Cancelled meanwhile: what came back is nobody's.
  scope.signal.throwIfAborted()
  if (!result.ok) scope.noteContextCall({ enricher_id: result.enricher_id, outcome: 'error', reason: result.reason })
  else {
    scope.noteContextCall({ enricher_id: enricher, outcome: result.partial ? 'partial' : 'ok' })
    rememberItems(scope, result.payload.items ?? [])
  }
  return result
}
