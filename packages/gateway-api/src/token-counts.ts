import * as z from 'zod'
import { count } from './shapes.ts'

/** What the gateway itself reads of a request of a provider's API. Its other fields go on to the upstream. */
export const providerRequest = z.looseObject({ model: z.string().min(1), stream: z.boolean().nullable().exactOptional() })

/** What `POST /v1/messages/count_tokens` answers: an upstream may say more. */
export const inputTokens = z.looseObject({
  input_tokens: count,
  estimated: z
    .literal(true)
    .exactOptional()
    .meta({ description: 'The count is an estimate: a quarter of the characters. Absent if the upstream counted.' }),
})

/** What `POST /v1/responses/input_tokens` answers. */
export const responseInputTokens = inputTokens.extend({ object: z.literal('response.input_tokens') })
