import type { FinishReason } from '@reason/core/parts'
import { isLoose, isText, type Loose } from '@reason/wire-kit'

export interface ResponseFinish {
  reason: FinishReason
  /** Status of the response. If it is `incomplete`, the reason follows after a colon. */
  native: string
}

/** @param seen - Content of the output, which decides the finish reason of a completed response. */
export function readOutcome(response: Loose, status: string, seen: { called: boolean; refused: boolean }): ResponseFinish {
  const details = isLoose(response.incomplete_details) ? response.incomplete_details.reason : undefined
  const native = status === 'incomplete' && isText(details) ? `${status}:${details}` : status
  return { reason: reasonOf(status, details, seen), native }
}

function reasonOf(status: string, details: unknown, { called, refused }: { called: boolean; refused: boolean }): FinishReason {
  switch (status) {
    case 'completed':
      return called ? 'tool-calls' : refused ? 'refusal' : 'stop'
    case 'incomplete':
      return isText(details) && details.startsWith('max_') ? 'length' : details === 'content_filter' ? 'content-filter' : 'unknown'
    case 'failed':
      return 'error'
    case 'cancelled':
      return 'aborted'
    default:
      return 'unknown'
  }
}

/** Status of the response and, if it is incomplete, the reason. */
export interface WrittenOutcome {
  status: string
  details: { reason: string } | null
}

/** @param refused - True if the output has a refusal, so that the response is complete. */
export function writeOutcome(reason: FinishReason | undefined, native: string | undefined, refused: boolean): WrittenOutcome {
  switch (reason) {
    case undefined:
    case 'error':
    case 'aborted':
      return { status: 'failed', details: null }
    case 'length':
    case 'reasoning-exhausted':
      return incomplete(ownLimits.find((own) => native === `incomplete:${own}`) ?? 'max_output_tokens')
    case 'content-filter':
      return incomplete('content_filter')
    case 'refusal':
      return refused ? { status: 'completed', details: null } : incomplete('content_filter')
    case 'unknown':
      if (native?.startsWith('incomplete:') === true) return incomplete(native.slice('incomplete:'.length))
      // A background response, with the status that it had when it was fetched.
      if (native === 'incomplete' || native === 'in_progress' || native === 'queued') return { status: native, details: null }
      return { status: 'completed', details: null }
    default:
      // Anthropic's stop reason for a turn that the client should continue.
      return native === 'pause_turn' ? incomplete('max_output_tokens') : { status: 'completed', details: null }
  }
}

/** Limits of a response beside that of its tokens. */
const ownLimits = ['max_messages', 'max_tool_calls'] as const

const incomplete = (reason: string): WrittenOutcome => ({ status: 'incomplete', details: { reason } })
