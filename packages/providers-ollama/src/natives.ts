import type { Channel, NativePart } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { writesNative } from '@reason/wire-kit'
import { WIRE } from './wire.ts'

/** Fields that other readers handle. */
export const ownFields = {
  response: new Set('model created_at message response thinking done done_reason prompt_eval_count eval_count error'.split(' ')),
  message: new Set(['role', 'content', 'thinking', 'tool_calls']),
}

/** Fields without text of the model. All others may contain it: log probabilities name tokens, and a context consists of them. */
const harmless = new Set([
  'response.total_duration',
  'response.load_duration',
  'response.prompt_eval_duration',
  'response.eval_duration',
  'response.remote_host',
  'response.remote_model',
  'message.images',
  'message.tool_name',
])

export const channelOf = (event: string): { channel?: Channel } => (harmless.has(event) ? {} : { channel: 'reasoning' })

/** Finds the field that a native part is written to. Undefined if there is none, or if the part may not be shown. */
export function placeOf(part: NativePart, options: WriterOptions): { scope: 'response' | 'message'; field: string } | undefined {
  const { wire, event } = part
  if (wire !== WIRE || !writesNative(part, options)) return undefined
  for (const scope of ['response', 'message'] as const) {
    if (event.startsWith(`${scope}.`)) return { scope, field: event.slice(scope.length + 1) }
  }
  return undefined
}
