import type { KeyRecord, Visibility } from '@reason/keys'
import { openaiResponses as shape } from '../client-apis/responses/responses.ts'
import type { Backend } from '../dispatch/backend.ts'
import { named } from '../dispatch/upstream-request.ts'
import { isApiError, notSupported, type ApiError } from '../errors/api-error.ts'
import type { Runtime } from '../handle.ts'
import { asObject } from '../json.ts'
import type { AuxiliaryCall, AuxiliaryExchange, Reply } from './auxiliary-call.ts'
import { withFieldsOf } from './request-fields.ts'
import { admitted, askBeside, parseStyled, tell, type Taker } from './upstream-question.ts'

/** OpenAI's compaction, where the upstream speaks Responses: a model digests the conversation, in a form that only its provider can read. */
export const compact: AuxiliaryCall = { method: 'POST', path: '/v1/responses/compact', shapeOf: () => shape, ask: compactOf }

async function compactOf(exchange: AuxiliaryExchange, left: AbortSignal, runtime: Runtime): Promise<Reply | ApiError> {
  const client = await admitted(exchange, runtime, () => parseStyled(shape, exchange, runtime))
  if (isApiError(client)) return client
  const { asked, key, visibility } = client
  const refused = notAllowed(key, visibility, runtime.config)
  if (refused !== undefined) return refused
  const can = ({ upstream }: Backend): boolean => upstream.api.id === shape.id
  return askBeside({ model: asked.model, can, nobodyCan: noneThere, ask }, exchange.head, left, runtime)

  async function ask(taker: Taker): Promise<Reply | ApiError> {
    const { backend, model } = taker
    const sealing = runtime.governance.sealingOf(asked, key)
    const bytes = exchange.body
    const own = named({ request: { ...asked, sealing }, bytes }, model)
    const written = backend.clients[shape.id].requests.write(own.request, own.bytes)
    if (isApiError(written)) return written
    const body = written.body === bytes ? bytes : await withFieldsOf(written.body, (field) => taken.has(field))
    const path = `${backend.upstream.api.path(own.request.model, false)}/compact`
    const said = await tell(taker, { path, body, media: asked.media, visibility, sealing }, exchange.head, left, runtime)
    return isApiError(said) && said.status === 404 && said.code === null ? noneThere(backend) : said
  }
}

/** Fields of a request to compact (`ResponseCompactParams` of openai 6.49.0). */
const taken: ReadonlySet<string> = new Set([
  'model',
  'input',
  'instructions',
  'previous_response_id',
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
  'service_tier',
])

const instead = 'Ask for a summary in words with POST /v1/responses, or end its input with a compaction_trigger.'

/** What comes back holds all that was thought, and its tokens count against no limit but that of requests. */
function notAllowed(key: KeyRecord | undefined, visibility: Visibility, config: Runtime['config']): ApiError | undefined {
  if (visibility !== 'full' || config.delivery === 'off')
    return forbidden(
      'compaction_not_visible',
      `A compaction holds all that was thought, sealed by its provider, and you may not see all of it. Ask for a summary in words with POST /v1/responses.`,
    )
  if (config.requireTraces)
    return forbidden('compaction_not_traced', `Each generation has to leave a trace here, and a compaction leaves none. ${instead}`)
  const isLimited = hasAny(key?.budgets) || key?.rateLimits?.tokensPerMinute !== undefined || hasAny(config.budgets)
  return isLimited
    ? forbidden('compaction_not_metered', `Tokens are limited here, and those of a compaction would not be counted. ${instead}`)
    : undefined
}

const hasAny = (limits: unknown): boolean => Object.values(asObject(limits)).some((one) => one !== undefined)

const forbidden = (code: string, message: string): ApiError => ({ status: 403, type: 'permission_error', code, message })

const noneThere = ({ upstream: { name, api } }: Backend): ApiError =>
  notSupported(
    `The upstream ${name} (${api.id}) has no compaction that can be asked for. Ask a model of an upstream that speaks openai-responses and has it, or for a summary in words.`,
  )
