import type { FastifyRequest } from 'fastify'
import { type ApiError, isApiError, notSupported, unusableAnswer } from '@reason/gateway/errors'
import { openaiChat as shape, parseAsked } from '@reason/gateway/client-apis'
import { asObject, parseJson } from '@reason/gateway/json'
import type { ReadReply } from '@reason/gateway/upstreams'
import type { Backend } from '@reason/gateway/host'
import { admitted, askBeside, postBeside, tell, type Said, type Taker } from './auxiliary-calls.ts'
import type { Routes, Services } from './routes.ts'

/** `POST /v1/embeddings`: OpenAI's, where the upstream has it. Nobody thinks there; but whoever is given one address asks there for everything. */
export const embeddings: Routes = (app, services) =>
  postBeside(app, services, shape, '/v1/embeddings', (request, left) => embed(request, left, services))

async function embed(request: FastifyRequest, left: AbortSignal, services: Services): Promise<Said | ApiError> {
  const client = await admitted(request, services, (body) => parseAsked(body, '{"model": "...", "input": "..."}'))
  if (isApiError(client)) return client
  const { asked, visibility } = client
  const can = ({ upstream }: Backend): boolean => upstream.api.embeddings !== undefined
  return askBeside({ model: asked.model, can, nobodyCan: noneThere, ask }, request, left, services)

  async function ask(taker: Taker): Promise<Said | ApiError> {
    const { backend, model } = taker
    const { name, api } = backend.upstream
    const body = model === asked.model ? (request.body as Buffer) : Buffer.from(JSON.stringify({ ...asked.json, model }))
    const read: ReadReply = (text) => onlyVectors(text) ?? unusableAnswer(name, 'is no list of embeddings')
    const question = { path: api.embeddings!, body, media: asked.media, visibility, ...(visibility !== 'full' && { read }) }
    return tell(taker, question, request, left, services)
  }
}

/** What is known to be in a reply, for whoever may not see all that an upstream may say. */
function onlyVectors(text: string): string | undefined {
  const { model, data, usage } = asObject(parseJson(text))
  if (!Array.isArray(data)) return undefined
  const { prompt_tokens, total_tokens } = asObject(usage)
  return JSON.stringify({
    object: 'list',
    data: data.map((one, at) => {
      const { index, embedding } = asObject(one)
      return { object: 'embedding', index: typeof index === 'number' ? index : at, embedding: vectorOf(embedding) }
    }),
    ...(typeof model === 'string' && { model }),
    usage: { prompt_tokens: numberOf(prompt_tokens), total_tokens: numberOf(total_tokens) },
  })
}

/** Numbers, or their bytes in Base64, as clients ask for them. */
function vectorOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'number')
  return typeof value === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(value) ? value : []
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

const noneThere = ({ upstream: { name, api } }: Backend): ApiError =>
  notSupported(
    `The upstream ${name} speaks ${api.id}, where embeddings are not asked for as OpenAI's API does. Ask a model of an upstream that speaks openai-chat or openai-responses.`,
  )
