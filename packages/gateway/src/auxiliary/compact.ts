import { stepByStep } from '../event-loop/steps.ts'
import { createPipeline } from '@reason/core'
import { openaiResponses as shape } from '../client-apis/responses/responses.ts'
import type { Backend } from '../generation/backend.ts'
import { named } from '../dispatch/address.ts'
import { forbidden, isApiError, notSupported, type ApiError } from '../errors/api-error.ts'
import type { Runtime } from '../exchange.ts'
import { asList, asObject, parseJson } from '../json.ts'
import { notRelayed, outcomeOf, type RelayOutcome } from '../generation/relay-outcome.ts'
import type { Generation } from '../generation/generation.ts'
import type { AuxiliaryCall, AuxiliaryExchange, AuxiliaryReply } from './auxiliary-call.ts'
import { withFieldsOf } from './request-fields.ts'
import { admitted, askBeside, parseStyled, tell, type QuestionTaker } from './upstream-question.ts'

/** OpenAI's compaction, for upstreams that use Responses. A model condenses the conversation into a form that only its provider can read. */
export const compact: AuxiliaryCall = { method: 'POST', path: '/v1/responses/compact', shapeOf: () => shape, ask: compactOf }

async function compactOf(exchange: AuxiliaryExchange, left: AbortSignal, runtime: Runtime): Promise<AuxiliaryReply | ApiError> {
  const startedAt = performance.now()
  const client = await admitted(exchange, runtime, () => parseStyled(shape, exchange, runtime))
  if (isApiError(client)) return client
  const { asked, key, visibility } = client
  if (visibility !== 'full' || runtime.config.delivery === 'off') return notToSee
  const { id, head, headLines, body: bytes, log } = exchange
  const incoming = { id, headers: headLines, key, log, bodyBytes: bytes.length, startedAt, telemetry: undefined }
  const admission = await runtime.governance.admit(asked, incoming)
  if (isApiError(admission)) return admission
  const generation = admission
  const { sealing, requests } = generation
  let outcome: RelayOutcome = { ...notRelayed, status: 500, error: 'internal_error' }
  try {
    const can = ({ upstream }: Backend): boolean => upstream.api.id === shape.id
    const reply = await askBeside({ model: asked.model, can, otherwise: noneThere, ask }, head, left, runtime)
    outcome = { ...notRelayed, ...(isApiError(reply) ? outcomeOf(reply) : { status: 200 }), aborted: left.aborted }
    return reply
  } finally {
    generation.over(outcome)
  }

  async function ask(taker: QuestionTaker): Promise<AuxiliaryReply | ApiError> {
    const { backend, model } = taker
    const own = named({ request: { ...asked, sealing }, bytes }, model)
    const writer = backend.clientFormats[shape.id].requests
    await writer.readAhead(own.request, own.bytes)
    const written = await stepByStep(writer.writeInSteps(own.request, own.bytes))
    if (isApiError(written)) return written
    const body = written.body === bytes ? bytes : await withFieldsOf(written.body, (field) => taken.has(field))
    const path = `${backend.upstream.api.path(own.request.model, false)}/compact`
    requests.goesTo(backend)
    const reply = await tell(
      taker,
      { path, body, media: asked.media, visibility, sealing, watch: requests.sends, read: (text) => text.toString('utf8') },
      head,
      left,
      runtime,
    )
    if (isApiError(reply)) return reply.status === 404 && reply.code === null ? noneThere(backend) : reply
    meter(generation, backend, model, reply.text)
    return { ...reply, headers: { ...reply.headers, ...generation.answer.headers() } }
  }
}

/** Reports a compaction to budgets, limits, traces and metrics as an empty answer, because its text belongs to the client. */
function meter({ answer }: Generation, { wire, upstream, choose }: Backend, model: string, text: string): void {
  const { output, ...rest } = asObject(parseJson(text))
  const items = asList(output).filter((item) => asObject(item)['type'] === 'compaction')
  const body = { ...rest, object: 'response', status: 'completed', model: rest['model'] ?? model, output: items }
  const pipeline = createPipeline(answer.begin(choose(model, upstream.provider)))
  const reader = wire.createReader({})
  for (const part of [...reader.pushFrame({ data: JSON.stringify(body) }), ...reader.end()]) pipeline.push(part)
}

/** Fields of a compaction request (`ResponseCompactParams` of openai 6.49.0). */
const taken: ReadonlySet<string> = new Set(
  'model input instructions previous_response_id prompt_cache_key prompt_cache_options prompt_cache_retention service_tier'.split(' '),
)

/** Error for clients that may not see all reasoning, since a compaction contains all of it. */
const notToSee = forbidden(
  'A compaction contains all reasoning, sealed by its provider, and your key may not see all reasoning. Request a text summary with POST /v1/responses.',
  null,
  'compaction_not_visible',
)

const noneThere = ({ upstream: { name, api } }: Backend): ApiError =>
  notSupported(
    `The upstream ${name} has no compaction; it speaks ${api.id}. Use an upstream that speaks openai-responses and has it, or request a text summary.`,
  )
