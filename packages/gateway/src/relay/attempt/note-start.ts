import type { StartWatcher } from '@reason/core/start'
import type { Destination } from '../../generation/destination.ts'

/** Remembers where the answers of a model begin. @param prefill - The beginning of the answer that was sent to the upstream. */
export function noteStart(
  start: StartWatcher,
  model: string,
  { backend, request }: Pick<Destination, 'backend' | 'request'>,
  prefill: string | undefined,
): void {
  const told = start.kind()
  const kind = told === 'plain' && request.thinking === false ? 'off' : told
  // These answers are no evidence of where others begin: they continue the gateway's own prefill, or their client chose the reasoning's place.
  const isUsual = prefill === request.prefill && !(kind === 'field' && choosesPlace(request))
  if (kind !== undefined && isUsual) backend.starts.note(model, kind, start.build())
}

/** Request fields that choose whether the server splits its text: llama-server's and SGLang's. */
const placeFields = ['reasoning_format', 'separate_reasoning'] as const

const choosesPlace = ({ json }: Destination['request']): boolean =>
  placeFields.some((field) => json[field] !== undefined && json[field] !== null)
