import type { StructuredToolInterface } from '@langchain/core/tools'
import { z } from 'zod'
import { getScope } from '../write/index.ts'
import { enrich } from './ccs-tool.ts'
import { recallItems, type Item } from './fetched-items.ts'
import { boundTool } from './tool-boundary.ts'

const idsSchema = z.object({
  ids: z.array(z.string()).min(1).max(50).describe('The ids of the items to show, best first.'),
})

export interface RenderListOptions {
  /** Starts with render_. */
  name: `render_${string}`
  description: string
  /** What the client shows them as, for example `offer_list`. */
  type: string
  /**
   * Loads the full items behind the placeholders that the client already shows. Left out: the items that this
   * sub-agent's context tools brought are shown as they are.
   */
  load?: { enricher: string; params(ids: string[]): Record<string, unknown> }
}

/** A tool that shows a list of items: `data_loading` at once, `data_loaded` when they are there. */
export const renderTool = ({ name, description, type, load }: RenderListOptions): StructuredToolInterface =>
  boundTool<z.output<typeof idsSchema>>({
    name,
    description,
    schema: idsSchema,
    type: 'function',
    run: async ({ ids }, _call, scope) => {
      const data = { id: scope.turn.newId(type), type, key: { ids: ids.map((id) => ({ id })) } }
      scope.emit({ event_type: 'data_loading', data })
      let items: Item[] = []
      try {
        if (load === undefined) items = recallItems(scope, ids)
        else {
          const result = await enrich(scope, load.enricher, load.params(ids))
          if (result.ok) items = result.payload.items ?? []
        }
      } finally {
        scope.emit({ event_type: 'data_loaded', data: { ...data, items } })
      }
      return JSON.stringify({ shown: items.length })
    },
  })

export interface RenderComponentOptions<Schema extends z.ZodObject> {
  name: `render_${string}`
  description: string
  schema: Schema
  /** The component's JSON, as the client renders it. */
  component(input: z.output<Schema>): Record<string, unknown>
}

/** A tool that shows one component. */
export const renderComponentTool = <Schema extends z.ZodObject>(
  options: RenderComponentOptions<Schema>,
): StructuredToolInterface =>
  boundTool<z.output<Schema>>({
    name: options.name,
    description: options.description,
    schema: options.schema,
    type: 'function',
    run: async (input, tool_call, scope) => {
      scope.emit({ event_type: 'component', chunk: options.component(input), tool_call })
      return JSON.stringify({ shown: 1 })
    },
  })

/** An item that a context tool of this run brought, by its id. */
export const fetchedItem = (id: string): Item | undefined => recallItems(getScope('fetchedItem()'), [id])[0]
