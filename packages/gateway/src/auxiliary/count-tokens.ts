import { stepByStep } from '../event-loop/steps.ts'
import type { ClientApi } from '../client-apis/client-api.ts'
import { estimateInput } from '../client-apis/input-estimate.ts'
import { anthropicMessages } from '../client-apis/messages/messages.ts'
import { openaiResponses } from '../client-apis/responses/responses.ts'
import type { Backend } from '../generation/backend.ts'
import { named } from '../dispatch/address.ts'
import { isApiError, type ApiError } from '../errors/api-error.ts'
import { unusableAnswer } from '../errors/upstream-error.ts'
import type { Runtime } from '../exchange.ts'
import { asObject, isObject, parseJson, type Json } from '../json.ts'
import type { ReadReply } from '../upstreams/reply.ts'
import type { AuxiliaryCall, AuxiliaryExchange, AuxiliaryReply } from './auxiliary-call.ts'
import { withFieldsOf } from './request-fields.ts'
import { admitted, askBeside, parseStyled, tell, type QuestionTaker } from './upstream-question.ts'

interface Counter {
  shape: ClientApi
  /** Path suffix, after the path for answers. */
  path: string
  /** True if a field of an answer request also exists in a count request. */
  isTaken(field: string): boolean
  /** Fields of the reply in addition to the count. */
  beside: Json
}

const ofAnswers = ['max_tokens', 'stream', 'temperature', 'top_p', 'top_k', 'stop_sequences', 'metadata', 'service_tier']

/** Fields of `InputTokenCountParams` of openai 6.49.0. */
const ofCounts =
  'conversation input instructions model parallel_tool_calls personality previous_response_id reasoning text tool_choice tools truncation'.split(
    ' ',
  )

/**
 * Endpoint that counts tokens, for upstreams of the same API. For other upstreams the count is an estimate, marked as one, because Claude
 * Code asks before each step.
 */
const counting = (counter: Counter): AuxiliaryCall => ({
  method: 'POST',
  path: counter.shape.path + counter.path,
  shapeOf: () => counter.shape,
  ask: (exchange, left, runtime) => count(counter, exchange, left, runtime),
})

export const countMessageTokens = counting({
  shape: anthropicMessages,
  path: '/count_tokens',
  isTaken: (field) => !ofAnswers.includes(field),
  beside: {},
})

export const countResponseTokens = counting({
  shape: openaiResponses,
  path: '/input_tokens',
  isTaken: (field) => ofCounts.includes(field),
  beside: { object: 'response.input_tokens' },
})

async function count(
  { shape, path: suffix, isTaken, beside }: Counter,
  exchange: AuxiliaryExchange,
  left: AbortSignal,
  runtime: Runtime,
): Promise<AuxiliaryReply | ApiError> {
  const client = await admitted(exchange, runtime, () => parseStyled(shape, exchange, runtime))
  if (isApiError(client)) return client
  const { asked, key, visibility } = client
  const can = ({ upstream }: Backend): boolean => upstream.api.id === shape.id
  const estimate = (): AuxiliaryReply => estimated(asked.json, beside)
  return askBeside({ model: asked.model, can, otherwise: estimate, ask }, exchange.head, left, runtime)

  async function ask(taker: QuestionTaker): Promise<AuxiliaryReply | ApiError> {
    const { backend, model } = taker
    const { upstream, clientFormats } = backend
    const sealing = runtime.governance.sealingOf(asked, key)
    const bytes = exchange.body
    const own = named({ request: { ...asked, sealing }, bytes }, model)
    const writer = clientFormats[shape.id].requests
    await writer.readAhead(own.request, own.bytes)
    const written = await stepByStep(writer.writeInSteps(own.request, own.bytes))
    if (isApiError(written)) return written
    const body = written.body === bytes ? bytes : await withFieldsOf(written.body, isTaken)
    const path = upstream.api.path(own.request.model, false) + suffix
    const read: ReadReply = (reply) => {
      const text = reply.toString('utf8')
      return visibility === 'full' ? text : (onlyCounts(text, beside) ?? unusableAnswer(upstream.name, 'is no count of tokens'))
    }
    const question = { path, body, media: asked.media, visibility, sealing, read }
    const said = await tell(taker, question, exchange.head, left, runtime)
    return isApiError(said) && lacksPath(said) ? estimate() : said
  }
}

/** Reduces a reply to its counts. The request contained sealed reasoning, and an upstream may repeat it to a client that must not see it. */
function onlyCounts(text: string, beside: Json): string | undefined {
  const counts = countsIn(parseJson(text))
  return typeof counts['input_tokens'] === 'number' ? JSON.stringify({ ...beside, ...counts }) : undefined
}

/** Keeps the numbers in an object, and in objects one level deeper, such as `context_management`. */
function countsIn(value: unknown, depth = 1): Json {
  const fields = Object.entries(asObject(value)).flatMap(([name, one]): [string, unknown][] => {
    if (!/^\w{1,64}$/.test(name)) return []
    if (isObject(one) && depth > 0) return [[name, countsIn(one, depth - 1)]]
    return typeof one === 'number' ? [[name, one]] : []
  })
  return Object.fromEntries(fields)
}

/** True if an upstream of this API lacks the endpoint. A missing model is a different error. */
const lacksPath = ({ status, code, type }: ApiError): boolean =>
  (status === 404 || status === 405 || status === 501) &&
  ![code, type].some((word) => word === 'not_found_error' || word === 'model_not_found')

/** The reply with an estimate. Official clients ignore unknown fields. */
const estimated = (json: Json, beside: Json): AuxiliaryReply => ({
  headers: { 'x-reason-estimate': 'input_tokens' },
  text: JSON.stringify({ ...beside, input_tokens: estimateInput(json), estimated: true }),
})
