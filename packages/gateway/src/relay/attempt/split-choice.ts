import type { TextAdapter } from '@reason/core'
import type { JsonValue } from '@reason/core/adapter'
import { withoutMarkers, type MarkerOptions } from '@reason/marker'
import type { ClientRequest } from '../../client-apis/client-request.ts'
import type { Split } from '../../generation/split.ts'
import { asObject } from '../../json.ts'
import type { Chosen } from '../../upstreams/adapter-choice.ts'

/**
 * Chooses how the answer to a request is split. A request that asks for a marker is split there. If the model may write channels instead,
 * these decide, and the marker splits only text without channels. Markers that the gateway asked for are removed from the answer.
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

/** Binds options to an adapter. The options of the stream belong to another adapter. */
const withOptions = (adapter: TextAdapter, options: JsonValue): TextAdapter => ({
  ...adapter,
  createSplitter: (context) => adapter.createSplitter({ ...context, options }),
})
