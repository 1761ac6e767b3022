import type { WireEndpoint } from '@reason/core'
import type { UpstreamWire } from '../wires.ts'

/** How requests of a wire format are addressed: what it says of that, and what holds where it says nothing. */
export interface Api extends Readonly<Required<Omit<WireEndpoint, 'models'>>>, Pick<WireEndpoint, 'models'> {
  /** Of the wire format. */
  id: string
}

export function apiOf({ id, endpoint }: Pick<UpstreamWire, 'id' | 'endpoint'>): Api {
  const { base, keyHeader = 'authorization', headers = {}, passes = [], framing = 'sse', choices = false, models } = endpoint
  return {
    id,
    base,
    path: (model, stream) => endpoint.path(segment(model), stream),
    keyHeader,
    headers,
    passes,
    framing,
    choices,
    ...(models !== undefined && { models }),
  }
}

/**
 * Models are named by clients, who may name anything: it stays one segment of the path. Dots alone would not, however they are encoded, and
 * half a character cannot be encoded at all.
 */
const segment = (model: string): string => encodeURIComponent(model.replace(/^\.{1,2}$/, '-').replaceAll(/\p{Cs}/gu, '\uFFFD'))
