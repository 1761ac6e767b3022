import type { Json } from '../json.ts'

/** Stop sequences of a request, in the field of any API. */
export function stopsOf({ stop, stop_sequences: sequences = stop }: Json): string[] {
  return (Array.isArray(sequences) ? sequences : [sequences]).filter((one) => typeof one === 'string')
}
