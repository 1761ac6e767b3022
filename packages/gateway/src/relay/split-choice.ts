import type { TextAdapter } from '@reason/core'
import type { JsonValue, Resolution } from '@reason/core/adapter'
import { withoutMarkers, type MarkerOptions } from '@reason/marker'
import type { ClientRequest } from '../client-apis/client-request.ts'
import { asObject } from '../json.ts'
import type { Chosen } from '../upstreams/adapter-choice.ts'

export interface Split extends Resolution {
  /** What decided where the text begins. Undefined: the adapter does not say. Absent: the text has not begun. */
  startedBy?(): string | undefined
  /** The model was asked for a marker as well, and may not need it. */
  hasNet?: true
}

/**
 * How the answer to one request is split: at the marker that it asks for, where it asks for one. With channels that may come in its place, these
 * decide, and the marker is for text that shows none in time. What the model was only asked to write for us stands in no answer.
 */
export function splitAs(chosen: Chosen, { marker }: Pick<ClientRequest, 'marker'>): Split {
  if (marker === undefined) return chosen
  const { net } = chosen
  const { adapter, context } = net?.marked ?? chosen
  const options: MarkerOptions = { ...asObject(context.options), endTag: marker }
  const marked = withOptions(adapter, options as JsonValue)
  const { endTag, markerLine, caseInsensitive } = options
  const filter = { endTag, ...(markerLine !== undefined && { markerLine }), ...(caseInsensitive !== undefined && { caseInsensitive }) }
  return { ...chosen, adapter: withoutMarkers(net?.channelsOr(marked) ?? marked, filter), ...(net !== undefined && { hasNet: true }) }
}

/** An adapter that knows its options: those of the stream are for another one. */
const withOptions = (adapter: TextAdapter, options: JsonValue): TextAdapter => ({
  ...adapter,
  createSplitter: (context) => adapter.createSplitter({ ...context, options }),
})
