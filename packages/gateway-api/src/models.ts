import { visibilities } from '@reason/keys/record'
import * as z from 'zod'
import { count } from './shapes.ts'

/** Settings and questions that show a recording best. */
const example = z.object({
  title: z.string().exactOptional().meta({ description: 'Absent: a short recording of one format.' }),
  questions: z.array(z.string()).readonly().meta({ description: 'One for each turn of the user.' }),
  visibility: z.enum(visibilities).exactOptional(),
  budgetTokens: count.exactOptional(),
  tools: z.array(z.unknown()).readonly().exactOptional(),
  results: z.array(z.string()).readonly().exactOptional().meta({ description: 'Results of tools, one for each call.' }),
  compareWith: z.string().exactOptional().meta({ description: 'Another recording to ask the same.' }),
})

/** A model as an upstream lists it, with its own fields. */
export const model = z.looseObject({
  id: z.string(),
  description: z.string().exactOptional().meta({ description: 'What a recording shows.' }),
  owned_by: z.string().exactOptional().meta({ description: '`reason`: a recording of ours.' }),
  example: example.exactOptional(),
})

/** Response of `GET /v1/models`, in OpenAI's format. */
export const modelList = z.looseObject({ data: z.array(model) })

export type ModelExample = z.output<typeof example>
export type Model = z.output<typeof model>
export type ModelList = z.output<typeof modelList>
