import type { Conversation, Knobs } from '@reason/core/conversation'
import { isApiError, type ApiError } from '../../errors/api-error.ts'
import { readJsonReply } from '../../upstreams/json-reply.ts'
import type { RequestRules } from '../../generation/generation.ts'
import type { Requests, RequestWriter, UpstreamRequest } from '../../generation/upstream-requests.ts'
import type { Send } from '../../upstreams/upstream.ts'
import type { Destination } from '../../generation/destination.ts'
import { sendWithinLimits } from '../send-within-limits.ts'
import { withRetryDelay } from '../retry-delay.ts'
import { limitScopeOf } from './limit-scope.ts'
import { writeNow, type SendableFields, type SendableRequest } from './pending-body.ts'
import type { Head } from '../../head.ts'
import { asObject, type Json } from '../../json.ts'

/** Longest reply to `tell`, in bytes. */
const replyLimit = 65_536

/**
 * Sends a body to the current destination, within the limits of its model.
 *
 * @param onNotes - Called with notes about what a limit has changed.
 * @param otherwise - Creates another request after a refusal that teaches no limit.
 */
export const sendTo = (
  destination: Destination,
  { body, headers: own = {}, isWithinLimits, whole }: SendableFields,
  headers: Head,
  rules: Pick<RequestRules, 'sends' | 'requestHeaders'>,
  onNotes: (notes: readonly string[]) => void = () => {},
  otherwise?: (refusal: readonly Buffer[]) => Send | undefined,
): Send => {
  const { backend, request } = destination
  const { model, stream, choices } = request
  const { upstream, limits, wire } = backend
  const to = ({ body: bytes, whole }: Pick<SendableRequest, 'body' | 'whole'>): Send => {
    const client = withOwn(bytes === body ? headers : ofAnother(headers), own)
    return withRetryDelay(
      rules.sends((listener) =>
        upstream.chat(
          {
            body: request.media?.restore(bytes) ?? bytes,
            headers: rules.requestHeaders(upstream, client),
            model,
            stream: stream && whole !== true,
            choices,
          },
          listener,
        ),
      ),
    )
  }
  return limits === undefined
    ? to({ body, whole })
    : sendWithinLimits({
        body,
        whole,
        isWithinLimits,
        scope: limitScopeOf(destination, headers),
        limits,
        streaming: wire.id === 'openai-chat' ? countedStream : { stream: true },
        to,
        onNotes,
        otherwise,
      })
}

/** Chat Completions only counts a stream's tokens if the request asks for it. */
const countedStream: Json = { stream: true, stream_options: { include_usage: true } }

/** Adds the gateway's headers to the client's. Both hold comma-separated lists. */
function withOwn(client: Head, own: Readonly<Record<string, string>>): Head {
  const joined = Object.entries(own).map(([name, value]) => {
    const said = client[name]
    return [name, typeof said === 'string' && !said.includes(value) ? `${said},${value}` : (said ?? value)] as const
  })
  return joined.length === 0 ? client : { ...client, ...Object.fromEntries(joined) }
}

/** Headers for another request than the client's. With the same idempotency key, an upstream would repeat its first answer. */
function ofAnother(headers: Head): Head {
  const { 'idempotency-key': _, ...rest } = headers
  return rest
}

/** Creates the requests for one request of a client. `first` is the client's own. */
export function createRequests(
  first: Send,
  destination: Destination,
  headers: Head,
  rules: Pick<RequestRules, 'sends' | 'requestHeaders'>,
): Requests {
  const writer = (): RequestWriter => destination.backend.clientFormats[destination.request.api.id].requests
  const sendable = (written: UpstreamRequest | ApiError): Send | undefined =>
    isApiError(written) ? undefined : sendTo(destination, writeNow(written), ofAnother(headers), rules)

  const conversation = (): Conversation => writer().conversation(destination.request)

  return {
    first,
    conversation,
    withKnobs(knobs) {
      const fields = switchedOff(knobs, destination)
      if (fields === undefined) return sendable(writer().write(destination.request, destination.bytes, { knobs, fields: {} }))
      return sendable(writer().writeConversation(destination.request, { ...conversation(), knobs }, fields))
    },
    conversationAs: (conversation, fields) => sendable(writer().writeConversation(destination.request, conversation, fields)),
    async tell(path, body) {
      const { upstream } = destination.backend
      const bytes = Buffer.from(JSON.stringify(body))
      const { json } = await readJsonReply(
        (listener) => upstream.tell(path, bytes, rules.requestHeaders(upstream, headers), listener),
        replyLimit,
      )
      return json
    },
  }
}

/**
 * Adds the chat template's switch to OpenAI's field, for a server of unknown provider. Most of these are vLLM, SGLang and llama.cpp, which
 * ignore OpenAI's field. Only used to turn thinking off, since other servers may refuse an unknown field.
 *
 * @returns Undefined: the knobs suffice.
 */
function switchedOff({ enabled }: Knobs, { backend: { upstream, wire }, request: { json } }: Destination): Json | undefined {
  if (enabled !== false || upstream.provider !== undefined || wire.id !== 'openai-chat') return undefined
  return { chat_template_kwargs: { ...asObject(json['chat_template_kwargs']), enable_thinking: false } }
}
