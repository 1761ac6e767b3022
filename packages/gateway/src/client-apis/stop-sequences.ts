import { asObject, type Json } from '../json.ts'

/** Stop sequences of a request, in the field of any API. */
export function stopsOf({ stop, stop_sequences: sequences = stop }: Json): string[] {
  return (Array.isArray(sequences) ? sequences : [sequences]).filter((one) => typeof one === 'string')
}

/** Most sequences that the gateway compares, and most UTF-16 units of each. They are compared at each unit of the answer. */
const mostCompared = 64
const longestCompared = 512

/**
 * Takes the stop sequences out of a request, for an upstream that would also find them in the reasoning.
 *
 * @returns Undefined: the request has none, or not only such as the gateway compares.
 */
export function withoutStops(json: Json): { json: Json; stops: readonly string[] } | undefined {
  const { stop, stop_sequences: sequences, ...rest } = json
  const said = [stop, sequences].flat().filter((one) => one !== undefined && one !== null)
  const stops = said.filter((one) => typeof one === 'string' && one !== '' && one.length <= longestCompared)
  if (stops.length === 0 || stops.length < said.length || stops.length > mostCompared) return undefined
  return { json: rest, stops: stops as string[] }
}

/** Whether a request sets what ends an answer: sequences, or an engine's own token ids (`stop_token_ids`) and patterns (`stop_regex`). */
export const hasStops = (json: Json): boolean => [json, asObject(json['extra_body'])].some(setsStops)

function setsStops(fields: Json): boolean {
  for (const name in fields) if (name.startsWith('stop') && !isEmpty(fields[name])) return true
  return false
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
