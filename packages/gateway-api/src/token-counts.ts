import * as z from 'zod'
import { count } from './shapes.ts'

/** Fields of a provider's request that the gateway itself reads. Other fields are forwarded to the upstream. */
export const providerRequest = z.looseObject({ model: z.string().min(1), stream: z.boolean().nullable().exactOptional() })

/** Response of `POST /v1/messages/count_tokens`. An upstream may add fields. */
export const inputTokens = z.looseObject({
  input_tokens: count,
  estimated: z
    .literal(true)
    .exactOptional()
    .meta({ description: 'true: the count is an estimate of four characters per token. Absent: the upstream counted.' }),
})

/** Response of `POST /v1/responses/input_tokens`. */
export const responseInputTokens = inputTokens.extend({ object: z.literal('response.input_tokens') })
