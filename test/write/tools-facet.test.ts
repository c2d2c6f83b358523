import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { DROPPED, TOOLS_FACET, toolsFacetSchema, type TrustedEvent } from '../../src/contract/index.ts'
import { defineTool } from '../../src/kit/index.ts'
import { boundTrustedEvent } from '../../src/write/index.ts'
import { inScope } from '../support/in-scope.ts'

const isBoundary = (event: TrustedEvent) =>
  event.event_type === 'tool_call_start' || event.event_type === 'tool_call_end'

/** Found nowhere else, whatever it is part of. */
const canary = fc.stringMatching(/^[a-z]{0,8}CANARY[a-z ]{0,20}$/)

it('EV-2: both events of a tool call carry the facet, and nothing of what went in, came out or was thrown', async () => {
  await fc.assert(
    fc.asyncProperty(canary, canary, fc.boolean(), async (given, answer, throws) => {
      const tool = defineTool({
        name: 'probe',
        description: 'Probes',
        schema: z.object({ given: z.string(), nested: z.array(z.string()) }),
        run: () => {
          if (throws) throw new Error(answer)
          return { answer, list: [answer] }
        },
      })
      const { events } = await inScope({}, () => tool.invoke({ given, nested: [given] }))
      const boundaries = events.flatMap(boundTrustedEvent).filter(isBoundary)
      expect(JSON.stringify(boundaries)).not.toContain('CANARY')
      const facets = boundaries.map((event) =>
        z.strictObject(toolsFacetSchema.shape).parse('data' in event && event.data),
      )
      expect(facets.map(({ tool: { phase, status } }) => `${phase} ${status}`)).toEqual([
        'start running',
        throws ? 'fail failed' : 'complete completed',
      ])
      const { result } = facets[1]!.tool.bytes
      expect(result).toBeGreaterThan(0)
      // It is in the message, which is no frame.
      expect(JSON.stringify(events.filter((event) => event.event_type === 'tool_result'))).toContain('CANARY')
    }),
    { numRuns: 30 },
  )
})

it('EV-2: a facet past the bound of data is dropped; the call keeps its id, and its name as far as it fits', () => {
  const name = 'n'.repeat(70_000)
  const tool_call = { id: 'call_1', name, type: 'function' as const }
  const data = {
    schema: TOOLS_FACET,
    tool: {
      backend_item_id: null,
      thread_id: 'conv_1',
      turn_id: 'resp_1',
      kind: 'function',
      phase: 'start' as const,
      status: 'running' as const,
      exit_code: null,
      bytes: { stdout: 0, stderr: 0, diff: 0, result: 0 },
      tool_name: name,
      tool_use_id: 'call_1',
    },
  } as const
  const [start] = boundTrustedEvent({ event_type: 'tool_call_start', tool_call, data })
  const [end] = boundTrustedEvent({ event_type: 'tool_call_end', tool_call, data })
  expect(start).toMatchObject({
    data: DROPPED,
    tool_call: { id: 'call_1', name: expect.stringMatching(/^n+…/) as unknown },
  })
  // The same at both ends: a client finds the one by the other.
  expect(end).toEqual({ ...start, event_type: 'tool_call_end' })
  const small = { ...data, tool: { ...data.tool, tool_name: 'probe' } }
  expect(boundTrustedEvent({ event_type: 'tool_call_end', tool_call, data: small })[0]).toMatchObject({ data: small })
})
