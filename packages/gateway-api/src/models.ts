import { visibilities } from '@reason/keys/record'
import * as z from 'zod'
import { count } from './shapes.ts'

/** Settings and questions that show a recording best. */
const example = z.object({
  title: z.string().exactOptional().meta({ description: 'Title of the example. Absent: a short recording of one format.' }),
  questions: z.array(z.string()).readonly().meta({ description: 'Questions to send, one per user turn.' }),
  visibility: z.enum(visibilities).exactOptional(),
  budgetTokens: count.exactOptional(),
  tools: z.array(z.unknown()).readonly().exactOptional(),
  results: z.array(z.string()).readonly().exactOptional().meta({ description: 'Results of tools, one per call.' }),
  compareWith: z.string().exactOptional().meta({ description: 'Id of another recording that answers the same questions, for comparison.' }),
})

/** A model as an upstream lists it, with its own fields. */
export const model = z.looseObject({
  id: z.string(),
  description: z.string().exactOptional().meta({ description: 'Short text about the recording.' }),
  owned_by: z.string().exactOptional().meta({ description: 'Owner. `reason` marks a recording that ships with the gateway.' }),
  example: example.exactOptional(),
})

/** Response of `GET /v1/models`, in OpenAI's format. */
export const modelList = z.looseObject({ data: z.array(model) })

export type ModelExample = z.output<typeof example>
export type Model = z.output<typeof model>
export type ModelList = z.output<typeof modelList>
