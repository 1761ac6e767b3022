import type { FinishPart } from '@reason/core/parts'
import { isText } from '@reason/wire-kit'

/**
 * The stop sequence that ended a message, which Anthropic names: as the provider said it, or the only one that was asked for.
 *
 * @param request - As the client sent it. What it did not ask for has not stopped it.
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
