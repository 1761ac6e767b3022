import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import type { KeyRecord, Visibility } from '@reason/keys'
import { outcomeOf, routingConfig, type Lease, type Outcome } from '@reason/routing'
import {
  type Asked,
  type ClientApi,
  type ClientRequest,
  type ExtractedMedia,
  isProblem,
  leastVisible,
  modelRefusal,
  parseRequest,
  type Sealing,
  visibilityWish,
  withStyle,
} from '@reason/gateway/client-apis'
import { type ApiError, errorOfRefusal, isApiError, isUnusable } from '@reason/gateway/errors'
import { rulesFor } from '@reason/gateway/settings'
import { answeredBy, type Backend, orFault, secretOf, sendError, sendJson } from '@reason/gateway/host'
import { bringsKey, type Failure, forClient, gone, type ReadReply, type Reply, replyOf } from '@reason/gateway/upstreams'
import { permitFor } from '../access/permit.ts'
import { createResponseSink } from '../listen/response-sink.ts'
import { beforeItsBody } from './answers.ts'
import type { Services } from './routes.ts'

/** What an upstream says where no answer of a model is asked for: as it came. */
export interface Said {
  headers: Record<string, string | string[]>
  text: string
}

/** `POST` to a path where no model answers. @param ask - Asks the upstream, until its client has left, or may not ask any more. */
export function postBeside(
  app: FastifyInstance,
  services: Services,
  shape: ClientApi,
  path: string,
  ask: (request: FastifyRequest, left: AbortSignal) => Promise<Said | ApiError>,
): void {
  app.post(path, { onRequest: beforeItsBody(shape, path, services) }, async (request, reply) => {
    reply.hijack()
    const timer = services.governance.requestStarted(path, request.headers)
    const permit = permitFor(services.access, request.headers, reply.raw)
    const answered = await orFault(() => ask(request, permit.signal), request.log)
    permit.end()
    const said = permit.takenBack() ?? answered
    // Nobody is there to be told.
    const sink = createResponseSink(reply.raw, services.config.stallTimeout)
    if (sink.isGone) return timer.finished('aborted')
    timer.finished(isApiError(said) ? said.status : 200)
    if (isApiError(said)) sendError(sink, shape, said)
    else sendJson(sink, 200, said.text, said.headers)
  })
}

/** A request that may be asked. */
export interface Admitted<A> {
  asked: A
  key: KeyRecord | undefined
  /** How much of a model's thoughts whoever asks may see. */
  visibility: Visibility
}

/** @returns Why it may not be asked, where it may not. */
export async function admitted<A extends Asked>(
  { headers, raw, body }: FastifyRequest,
  { access, config }: Services,
  parse: (body: Buffer) => Promise<A | ApiError>,
): Promise<Admitted<A> | ApiError> {
  const client = access.identify(headers)
  if (isApiError(client)) return client
  const { key } = client
  const asked = await parse(body as Buffer)
  if (isApiError(asked)) return asked
  const wish = visibilityWish(raw.headersDistinct)
  if (isProblem(wish)) return wish
  const visibility = leastVisible(config.visibility, key?.visibility, wish)
  return modelRefusal(key, asked) ?? { asked, key, visibility }
}

/** A conversation as clients send it for an answer, where tags in it are what the gateway wrote for their style. */
export async function parseStyled(
  shape: ClientApi,
  body: Buffer,
  { raw }: FastifyRequest,
  { config }: Services,
): Promise<ClientRequest | ApiError> {
  const parsed = await parseRequest(shape, body)
  return isApiError(parsed) ? parsed : withStyle(parsed, raw.headersDistinct, config.style)
}

/** Who is asked, and what the model is called there. */
export interface Taker {
  backend: Backend
  model: string
  /** Takes what became of it; of several. */
  lease?: Lease
}

/** What is asked of an upstream beside answers. */
export interface Question {
  /** As its client says it. */
  model: string
  /** Whether an upstream has an answer to it at all. */
  can(backend: Backend): boolean
  /** Where none has. */
  nobodyCan(first: Backend): Said | ApiError
  ask(taker: Taker): Promise<Said | ApiError>
}

/**
 * Asks the upstream; of several the first that can, of those that would answer, and the next ones as long as they fail. It takes no place there, so that none
 * is waited for, and none is asked twice.
 */
export async function askBeside(
  { model, can, nobodyCan, ask }: Question,
  { headers }: FastifyRequest,
  left: AbortSignal,
  { routing, backends, first, config }: Services,
): Promise<Said | ApiError> {
  if (routing === undefined) return can(first) ? ask({ backend: first, model }) : nobodyCan(first)
  const { attempts, withinMs } = routingConfig.parse({ ...rulesFor(config.routing ?? {}), upstreams: [] }).retries
  const since = performance.now()
  const plan = routing.route({ model, canTake: (id) => can(backends.get(id)!) })
  const { candidates, refusal } = plan.refusal?.code === 'model-unknown' ? routing.route({ model }) : plan
  if (refusal !== undefined) return errorOfRefusal(refusal)
  let others = candidates.filter(({ verdict }) => verdict === 'taken')
  let last: ApiError | undefined
  for (let asked = 1; ; asked++) {
    const lease = await routing.acquire({ model, candidates: others, warnings: [] }, { slot: false })
    // Whoever was left may be out of order since.
    if (!lease.granted) return last ?? errorOfRefusal(lease.refusal)
    try {
      const backend = backends.get(lease.upstream)!
      if (!can(backend)) return nobodyCan(backend)
      const said = await ask({ backend, model: lease.model, lease })
      const told = { ...said, headers: { ...said.headers, ...answeredBy(lease, model) } }
      others = others.slice(others.indexOf(lease.candidate) + 1)
      const isLast = others.length === 0 || asked >= attempts || performance.now() - since > withinMs
      if (!isApiError(told) || isLast || left.aborted || !isWorthAnother(told, backend, headers)) return told
      last = told
    } finally {
      lease.release()
    }
  }
}

const isWorthAnother = ({ status }: ApiError, backend: Backend, headers: IncomingHttpHeaders): boolean =>
  outcomeOf(status, {}, credentialOf(backend, headers)).kind !== 'client-error'

/** Where nobody shows a key of his own, what an upstream says of it holds for everybody. */
const credentialOf = ({ ownKey }: Backend, headers: IncomingHttpHeaders) => ({ ownCredential: ownKey || !bringsKey(headers) })

export interface Beside extends Pick<Admitted<Asked>, 'visibility'> {
  path: string
  body: Buffer
  /** Of the request that it is written from. */
  media: ExtractedMedia | undefined
  sealing?: Sealing | undefined
  read?: ReadReply
}

/** Asks it, and waits for all of what it says. */
export async function tell(
  { backend, lease }: Taker,
  { path, body, media, visibility, sealing, read }: Beside,
  { headers }: FastifyRequest,
  left: AbortSignal,
  { config, governance }: Services,
): Promise<Said | ApiError> {
  const { upstream } = backend
  const reply = await replyOf(
    governance.watched((listener) => upstream.tell(path, media?.restore(body) ?? body, headers, listener), backend),
    upstream,
    config.answerLimit,
    left,
    () => secretOf(visibility, sealing),
    read,
  )
  lease?.end(outcomeOfReply(reply, backend, headers))
  return isApiError(reply) ? reply : { headers: forClient(reply.headers), text: reply.text }
}

function outcomeOfReply(reply: Reply | ApiError, backend: Backend, headers: IncomingHttpHeaders): Outcome {
  if (!isApiError(reply)) return { kind: 'success' }
  if (reply === gone) return { kind: 'cancelled' }
  const { kind } = reply as Partial<Failure>
  if (kind !== undefined) return { kind }
  if (isUnusable(reply)) return { kind: 'invalid' }
  // It does no such thing (llama-server without `--embeddings`), and answers all the same.
  if (reply.status === 501) return { kind: 'client-error' }
  return outcomeOf(reply.status, reply.headers, credentialOf(backend, headers))
}
