import { isObject, parseJson, type Json } from '../json.ts'
import { resendAfterRefusal } from './resend-after-refusal.ts'
import { withinLimits } from '../upstreams/model-limits/limit.ts'
import type { ModelLimits } from '../upstreams/model-limits/model-limits.ts'
import { readRefusal } from '../upstreams/model-limits/read-refusal.ts'
import type { Send } from '../upstreams/upstream.ts'

/** Statuses with which providers refuse a request as invalid. */
const refusals: ReadonlySet<number> = new Set([400, 422])

/** Most times that one request is sent again. Servers that refuse unknown fields name them one at a time. */
const mostResends = 4

interface LimitedRequest {
  body: Buffer
  /** The body contains nothing that is known to be refused. */
  isWithinLimits: true | undefined
  model: string
  limits: ModelLimits
  /** Fields of a request whose answer is to come as a stream. */
  streaming: Json
  /** Sends a body. */
  to(body: Buffer): Send
  /** Called with each change, before the answer begins. */
  onNotes(notes: readonly string[]): void
}

/**
 * Sends a request within the known limits of its model. If the provider refuses a setting by name, it sends the request again without the
 * setting. Each refusal is remembered, so that the next request is accepted at once.
 */
export function sendWithinLimits({ body, isWithinLimits, model, limits, streaming, to, onNotes }: LimitedRequest): Send {
  const known = limits.of(model)
  if (known === undefined) return to(body)
  const first = known.length === 0 || isWithinLimits === true ? undefined : withoutRefused(parsed(body), known)
  if (first !== undefined) onNotes(first.notes)
  return sending(first === undefined ? body : Buffer.from(JSON.stringify(first.json)), mostResends)

  function sending(sent: Buffer, resends: number): Send {
    if (resends === 0) return to(sent)
    return resendAfterRefusal(
      to(sent),
      (status) => refusals.has(status),
      (refusal) => {
        const better = learnedFrom(sent, refusal)
        return better && sending(better, resends - 1)
      },
    )
  }

  /** Remembers what a provider refuses. @returns The body without it. Undefined: the request was refused for another reason. */
  function learnedFrom(sent: Buffer, refusal: readonly Buffer[]): Buffer | undefined {
    const json = parsed(sent)
    const limit = json && readRefusal(Buffer.concat(refusal).toString('utf8'), json)
    if (json === undefined || limit === undefined || !limits.learn(model, limit)) return undefined
    const better = withoutRefused(json, limits.of(model)!)
    if (better === undefined) return undefined
    onNotes(better.notes)
    return Buffer.from(JSON.stringify(better.json))
  }

  function withoutRefused(json: Json | undefined, known: NonNullable<ReturnType<ModelLimits['of']>>) {
    const found = json && withinLimits(json, model, known, streaming)
    return found === undefined || found.notes.length === 0 ? undefined : found
  }
}

function parsed(body: Buffer): Json | undefined {
  const value = parseJson(body.toString('utf8'))
  return isObject(value) ? value : undefined
}
