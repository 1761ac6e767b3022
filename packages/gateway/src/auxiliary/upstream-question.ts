import { Buffer } from 'node:buffer'
import type { KeyRecord, Visibility } from '@reason/keys'
import { outcomeOf, routingConfig, type Lease, type AttemptOutcome } from '@reason/routing'
import type { ExtractedMedia } from '../client-apis/body/media-extraction.ts'
import { requestRefusal } from '../client-apis/client-access.ts'
import type { ClientApi } from '../client-apis/client-api.ts'
import { parseRequest, type RequestBasics, type ClientRequest, type Sealing } from '../client-apis/client-request.ts'
import { isProblem, leastVisible, visibilityWish } from '../client-apis/effective-access.ts'
import { withStyle } from '../client-apis/reasoning-style.ts'
import type { Backend } from '../generation/backend.ts'
import { answeredBy } from '../dispatch/upstream-headers.ts'
import { isApiError, type ApiError } from '../errors/api-error.ts'
import { errorOfRefusal } from '../errors/routing-refusal.ts'
import { isUnusable } from '../errors/upstream-failures.ts'
import type { Runtime } from '../exchange.ts'
import type { Head } from '../head.ts'
import { secretOf } from '../seals/seals.ts'
import { rulesFor } from '../settings/routing-rules.ts'
import { bringsKey, forClient } from '../upstreams/headers.ts'
import { gone, replyOf, type ReadReply, type UpstreamBody as UpstreamReply } from '../upstreams/reply.ts'
import type { UpstreamFailure } from '../errors/failure.ts'
import type { Send } from '../upstreams/upstream.ts'
import type { AuxiliaryExchange, AuxiliaryReply } from './auxiliary-call.ts'

/** A request that passed the access checks. */
export interface AdmittedQuestion<A> {
  asked: A
  key: KeyRecord | undefined
  /** Visibility of reasoning for this client. */
  visibility: Visibility
}

/** Checks a request. @returns The error, if the request is not allowed. */
export async function admitted<A extends RequestBasics>(
  { head, headLines, body }: AuxiliaryExchange,
  { access, config }: Runtime,
  parse: (body: Buffer) => Promise<A | ApiError>,
): Promise<AdmittedQuestion<A> | ApiError> {
  const client = access.identify(head)
  if (isApiError(client)) return client
  const { key } = client
  const asked = await parse(body)
  if (isApiError(asked)) return asked
  const wish = visibilityWish(headLines)
  if (isProblem(wish)) return wish
  const visibility = leastVisible(config.visibility, key?.visibility, wish)
  return requestRefusal(key, asked) ?? { asked, key, visibility }
}

/** Parses a conversation in the format of an answer request. Tags in it are those that the gateway wrote for the client's style. */
export async function parseStyled(
  shape: ClientApi,
  { body, headLines }: AuxiliaryExchange,
  { config }: Runtime,
): Promise<ClientRequest | ApiError> {
  const parsed = await parseRequest(shape, body)
  return isApiError(parsed) ? parsed : withStyle(parsed, headLines, config.style)
}

/** An upstream that takes the request, with its name of the model. */
export interface QuestionTaker {
  backend: Backend
  model: string
  /** Lease that records the outcome, if there are several upstreams. */
  lease?: Lease
}

/** A request to an upstream that generates no answer: token counts, embeddings, compaction. */
export interface UpstreamQuestion {
  /** The model's name in the client's request. */
  model: string
  /** Whether an upstream supports the request. */
  can(backend: Backend): boolean
  /** The reply if no upstream supports it. */
  otherwise(first: Backend): AuxiliaryReply | ApiError
  ask(taker: QuestionTaker): Promise<AuxiliaryReply | ApiError>
}

/**
 * Tries the capable upstreams in routing order until one succeeds. It takes no concurrency slot, so it never waits for one. Each upstream
 * is tried once.
 */
export async function askBeside(
  { model, can, otherwise, ask }: UpstreamQuestion,
  head: Head,
  left: AbortSignal,
  { routing, backends, first, config }: Runtime,
): Promise<AuxiliaryReply | ApiError> {
  if (routing === undefined) return can(first) ? ask({ backend: first, model }) : otherwise(first)
  const { attempts, withinMs } = routingConfig.parse({ ...rulesFor(config.routing ?? {}), upstreams: [] }).retries
  const since = performance.now()
  const plan = routing.route({ model, canTake: (id) => can(backends.get(id)!) })
  const { candidates, refusal } = plan.refusal?.code === 'model-unknown' ? routing.route({ model }) : plan
  if (refusal !== undefined) return errorOfRefusal(refusal)
  let others = candidates.filter(({ verdict }) => verdict === 'taken')
  let last: ApiError | undefined
  for (let asked = 1; ; asked++) {
    const lease = await routing.acquire({ model, candidates: others, warnings: [] }, { slot: false })
    // The remaining upstreams may have failed in the meantime.
    if (!lease.granted) return last ?? errorOfRefusal(lease.refusal)
    try {
      const backend = backends.get(lease.upstream)!
      if (!can(backend)) return otherwise(backend)
      const said = await ask({ backend, model: lease.model, lease })
      const told = { ...said, headers: { ...said.headers, ...answeredBy(lease, model) } }
      others = others.slice(others.indexOf(lease.candidate) + 1)
      const isLast = others.length === 0 || asked >= attempts || performance.now() - since > withinMs
      if (!isApiError(told) || isLast || left.aborted || !isWorthAnother(told, backend, head)) return told
      last = told
    } finally {
      lease.release()
    }
  }
}

const isWorthAnother = ({ status }: ApiError, backend: Backend, head: Head): boolean =>
  outcomeOf(status, {}, credentialOf(backend, head)).kind !== 'client-error'

/** Without a key of the client's own, the gateway's key is used, so a rejected key concerns all clients. */
const credentialOf = ({ ownKey }: Backend, head: Head) => ({ ownCredential: ownKey || !bringsKey(head) })

export interface AuxiliaryRequest<Text extends string | Buffer = string> extends Pick<AdmittedQuestion<RequestBasics>, 'visibility'> {
  path: string
  body: Buffer
  media: ExtractedMedia | undefined
  sealing?: Sealing | undefined
  read: ReadReply<Text>
  /** Wraps the request to count its outcome. Default: the upstream metrics. */
  watch?: (send: Send) => Send
}

/** Sends the request and waits for the whole reply. */
export async function tell<Text extends string | Buffer>(
  { backend, lease }: QuestionTaker,
  { path, body, media, visibility, sealing, read, watch }: AuxiliaryRequest<Text>,
  head: Head,
  left: AbortSignal,
  { config, governance }: Runtime,
): Promise<AuxiliaryReply<Text> | ApiError> {
  const { upstream } = backend
  const send: Send = (listener) => upstream.tell(path, media?.restore(body) ?? body, head, listener)
  const secret = () => secretOf(visibility, sealing)
  const reply = await replyOf(watch?.(send) ?? governance.watched(send, backend), {
    upstream,
    limit: config.answerLimit,
    left,
    secret,
    read,
  })
  lease?.end(outcomeOfReply(reply, backend, head))
  return isApiError(reply) ? reply : { headers: forClient(reply.headers), text: reply.text }
}

function outcomeOfReply(reply: UpstreamReply<unknown> | ApiError, backend: Backend, head: Head): AttemptOutcome {
  if (!isApiError(reply)) return { kind: 'success' }
  if (reply === gone) return { kind: 'cancelled' }
  const { kind } = reply as Partial<UpstreamFailure>
  if (kind !== undefined) return { kind }
  if (isUnusable(reply)) return { kind: 'invalid' }
  // The upstream lacks the feature (llama-server without `--embeddings`) but is healthy.
  if (reply.status === 501) return { kind: 'client-error' }
  return outcomeOf(reply.status, reply.headers, credentialOf(backend, head))
}
