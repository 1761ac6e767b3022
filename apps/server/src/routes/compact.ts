import type { FastifyRequest } from 'fastify'
import type { KeyRecord, Visibility } from '@reason/keys'
import { type ApiError, isApiError, notSupported } from '@reason/gateway/errors'
import { openaiResponses as shape } from '@reason/gateway/client-apis'
import { asObject } from '@reason/gateway/json'
import { type Backend, named } from '@reason/gateway/host'
import type { Config } from '../config/load.ts'
import { admitted, askBeside, parseStyled, postBeside, tell, type Said, type Taker } from './auxiliary-calls.ts'
import { withFieldsOf } from './request-fields.ts'
import type { Routes, Services } from './routes.ts'

/** `POST /v1/responses/compact`: OpenAI's, where the upstream speaks Responses. A model digests the conversation, in a form that its provider alone can read. */
export const compact: Routes = (app, services) =>
  postBeside(app, services, shape, '/v1/responses/compact', (request, left) => compactOf(request, left, services))

async function compactOf(request: FastifyRequest, left: AbortSignal, services: Services): Promise<Said | ApiError> {
  const client = await admitted(request, services, (body) => parseStyled(shape, body, request, services))
  if (isApiError(client)) return client
  const { asked, key, visibility } = client
  const refused = notAllowed(key, visibility, services.config)
  if (refused !== undefined) return refused
  const can = ({ upstream }: Backend): boolean => upstream.api.id === shape.id
  return askBeside({ model: asked.model, can, nobodyCan: noneThere, ask }, request, left, services)

  async function ask(taker: Taker): Promise<Said | ApiError> {
    const { backend, model } = taker
    const sealing = services.governance.sealingOf(asked, key)
    const bytes = request.body as Buffer
    const own = named({ request: { ...asked, sealing }, bytes }, model)
    const written = backend.clients[shape.id].requests.write(own.request, own.bytes)
    if (isApiError(written)) return written
    const body = written.body === bytes ? bytes : await withFieldsOf(written.body, (field) => taken.has(field))
    const path = `${backend.upstream.api.path(own.request.model, false)}/compact`
    const said = await tell(taker, { path, body, media: asked.media, visibility, sealing }, request, left, services)
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
function notAllowed(key: KeyRecord | undefined, visibility: Visibility, config: Config): ApiError | undefined {
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
