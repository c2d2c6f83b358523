import type { StructuredToolInterface } from '@langchain/core/tools'
import type { z } from 'zod'
import { boundTool } from './tool-boundary.ts'

export interface ToolOptions<Schema extends z.ZodObject> {
  name: string
  /** For the model: what it does and when to call it. */
  description: string
  schema: Schema
  /** Its result goes to the sub-agent's model as JSON, or as it is when it is a string. */
  run(input: z.output<Schema>): unknown
}

/** A tool that is a function. */
export const defineTool = <Schema extends z.ZodObject>({
  name,
  description,
  schema,
  run,
}: ToolOptions<Schema>): StructuredToolInterface =>
  boundTool<z.output<Schema>>({
    name,
    description,
    schema,
    type: 'function',
    run: async (input) => asText(await run(input)),
  })

export const asText = (result: unknown): string =>
  typeof result === 'string' ? result : (JSON.stringify(result) ?? 'null')
