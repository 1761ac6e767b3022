import type { FinishPart } from '@reason/core/parts'
import { isText } from '@reason/wire-kit'

/**
 * Returns the stop sequence that ended a message, as Anthropic names it: the provider's value, or the only one in the
 * request.
 *
 * @param request - Request of the client. A sequence that it lacks cannot have ended the message.
 */
export function stopSequenceOf(
  { reason, stopSequence }: Pick<FinishPart, 'reason' | 'stopSequence'>,
  stopReason: string,
  request: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  if (reason !== 'stop' || (stopReason !== 'end_turn' && stopReason !== 'stop_sequence')) return undefined
  const asked = request?.['stop_sequences']
  const known = Array.isArray(asked) ? asked.filter(isText) : undefined
  if (stopSequence !== undefined) return known === undefined || known.includes(stopSequence) ? stopSequence : undefined
  return stopReason === 'stop_sequence' && known?.length === 1 ? known[0] : undefined
}
