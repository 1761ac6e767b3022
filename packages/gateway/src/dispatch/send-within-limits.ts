import { isObject, parseJson, type Json } from '../json.ts'
import { mayHideRefusal } from './held-refusal.ts'
import { resendAfterRefusal } from './resend-after-refusal.ts'
import { asLimitsRead, fitRequest, type FittedRequest, type LimitScope } from './request/limit-scope.ts'
import type { ModelLimits } from '../upstreams/model-limits/model-limits.ts'
import { readRefusal } from '../upstreams/model-limits/read-refusal.ts'
import type { Send } from '../upstreams/upstream.ts'

/** Statuses with which providers refuse a request as invalid, and with which OpenRouter says that no provider takes a setting. */
const refusals: ReadonlySet<number> = new Set([400, 404, 422])

/** Most times that one request is sent again. Servers that refuse unknown fields name them one at a time. */
const mostResends = 4

/** Anthropic's words for a field that needs a beta header, or that another version has, and for an unknown field. */
const needsFeature = /extra inputs are not permitted/i

interface LimitedRequest extends SendableBody {
  /** The body contains nothing that is known to be refused. */
  isWithinLimits: true | undefined
  scope: LimitScope
  limits: ModelLimits
  /** Fields of a request whose answer is to come as a stream. */
  streaming: Json
  to(body: SendableBody): Send
  /** Called with each change, before the answer begins. */
  onNotes(notes: readonly string[]): void
  /** Creates another request after a refusal that teaches no limit. Undefined: the refusal is the answer. */
  otherwise: ((refusal: readonly Buffer[]) => Send | undefined) | undefined
}

interface SendableBody {
  body: Buffer
  /** The body goes to the address of whole answers. */
  whole?: true | undefined
}

/**
 * Sends a request within the known limits of its model. If the provider refuses a setting by name, it sends the request again without the
 * setting. Each refusal is remembered, so that the next request is accepted at once.
 */
export function sendWithinLimits({ body, whole, isWithinLimits, scope, limits, streaming, to, onNotes, otherwise }: LimitedRequest): Send {
  const { model, features } = scope
  const known = limits.of(model, features)
  if (known === undefined) return to({ body })
  const first = known.length === 0 || isWithinLimits === true ? undefined : withoutRefused(parsed(body), known)
  if (first !== undefined) onNotes(first.notes)
  return sending(first === undefined ? { body, whole } : sendable(first), mostResends)

  function sending(sent: SendableBody, resends: number): Send {
    const send = to(sent)
    if (resends === 0) return send
    return resendAfterRefusal(
      send,
      (status, head) => refusals.has(status) || mayHideRefusal(status, head),
      (refusal) => {
        const better = learnedFrom(sent.body, refusal)
        return better === undefined ? otherwise?.(refusal) : sending(better, resends - 1)
      },
    )
  }

  /** Remembers what a provider refuses. @returns The request without it. Undefined: the request was refused for another reason. */
  function learnedFrom(sent: Buffer, refusal: readonly Buffer[]): SendableBody | undefined {
    const text = Buffer.concat(refusal).toString('utf8')
    const json = parsed(sent)
    const limit = json && readRefusal(text, asLimitsRead(json, scope))
    // A request with other headers may be accepted, so that its client loses nothing.
    if (json === undefined || limit === undefined || !limits.learn(model, limit, needsFeature.test(text) ? features : undefined))
      return undefined
    const better = withoutRefused(json, limits.of(model, features)!)
    if (better === undefined) return undefined
    onNotes(better.notes)
    return sendable(better)
  }

  function withoutRefused(json: Json | undefined, known: NonNullable<ReturnType<ModelLimits['of']>>): FittedRequest | undefined {
    const found = json && fitRequest(json, known, scope, streaming)
    return found === undefined || found.notes.length === 0 ? undefined : found
  }
}

const sendable = ({ json, whole }: FittedRequest): SendableBody => ({ body: Buffer.from(JSON.stringify(json)), whole })

function parsed(body: Buffer): Json | undefined {
  const value = parseJson(body.toString('utf8'))
  return isObject(value) ? value : undefined
}
