import { ReasonError, type WireFormat, type WrittenRequest } from '@reason/core'
import type { Conversation, Target } from '@reason/core/conversation'
import type { Settings } from '../config/settings.ts'
import { badRequest, type ApiError } from '../clients/api-error.ts'
import type { ClientRequest } from '../clients/client-request.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** What is sent, and what became of the client's wishes on the way. */
export interface UpstreamRequest {
  body: Buffer
  /** What was left out, changed or added, and why; none of what was said in the conversation. */
  notes: readonly string[]
}

/** @returns An error, where the upstream is known to refuse the request. */
export type WriteRequest = (request: ClientRequest, bytes: Buffer) => UpstreamRequest | ApiError

/**
 * Requests as the upstream wants them: the client's own bytes where both speak one format, else a conversation written anew.
 *
 * @param from - What clients speak.
 * @param to - What the upstream speaks.
 */
export function createRequestWriter(
  from: WireFormat,
  to: WireFormat,
  upstream: Pick<Upstream, 'name' | 'provider' | 'api'>,
  { askUsage, askReasoning }: Pick<Settings, 'askUsage' | 'askReasoning'>,
): WriteRequest {
  if (from.id === to.id) return (request, bytes) => ({ body: request.api.passOn?.(request, bytes, { askUsage }) ?? bytes, notes: [] })

  return (request) => {
    if (request.choices > 1 && !upstream.api.choices) return oneChoiceOnly(request.choices, to.id)
    const conversation = read(request)
    const target: Target = {
      wire: to.id,
      model: request.model,
      upstream: upstream.name,
      ...(upstream.provider !== undefined && { provider: upstream.provider }),
    }
    try {
      const written = to.writeRequest!(conversation, target)
      return { body: Buffer.from(JSON.stringify(written.body)), notes: notesOf(written, conversation) }
    } catch (error) {
      if (ReasonError.is(error) && error.code === 'REASON_REQUEST_REFUSED') return badRequest(error.message, null, 'request_refused')
      throw error
    }
  }

  /** Whether it streams is said in any case: servers differ in what they do when it is not. */
  function read({ json, stream }: ClientRequest): Conversation {
    const conversation = from.readRequest!(json)
    const knobs = { ...(askReasoning !== undefined && { visibility: askReasoning }), ...conversation.knobs }
    return { ...conversation, stream, ...(Object.keys(knobs).length > 0 && { knobs }) }
  }
}

function notesOf({ plan, knobs, notCarried }: WrittenRequest, { messages }: Conversation): string[] {
  const decisions = plan.decisions
    .filter(({ action, message, item }) => action !== 'kept' && !isNative(messages[message], item))
    .map(({ action, message, reason }) => `message ${message}, reasoning ${action}: ${reason}`)
  return [...knobs.notes, ...decisions, ...notCarried.map((what) => `left out: ${what}`)]
}

/** How the client laid its message out is of no interest to anybody else. */
function isNative(message: Conversation['messages'][number] | undefined, item: number | undefined): boolean {
  return message?.role === 'assistant' && item !== undefined && message.items[item]?.type === 'native'
}

const oneChoiceOnly = (choices: number, format: string): ApiError =>
  badRequest(`n is ${choices}, but an upstream that speaks ${format} gives one answer. Leave n out.`, 'n', 'unsupported_value')
