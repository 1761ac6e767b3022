import { asObject, type Json } from '../json.ts'

/** Stop sequences of a request, in the field of any API. */
export function stopsOf({ stop, stop_sequences: sequences = stop }: Json): string[] {
  return (Array.isArray(sequences) ? sequences : [sequences]).filter((one) => typeof one === 'string')
}

/** Whether a request sets what ends an answer: sequences, or an engine's own token ids (`stop_token_ids`) and patterns (`stop_regex`). */
export const hasStops = (json: Json): boolean => [json, asObject(json['extra_body'])].some(setsStops)

function setsStops(fields: Json): boolean {
  for (const name in fields) if (name.startsWith('stop') && !isEmpty(fields[name])) return true
  return false
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
