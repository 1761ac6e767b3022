import type { WireEndpoint } from '@reason/core/wire'
import type { UpstreamWire } from '../wires.ts'

/** What some have beside answers. */
type Beside = 'models' | 'embeddings'

/** How requests of a wire format are addressed: what it says of that, and what holds where it says nothing. */
export interface Api extends Readonly<Required<Omit<WireEndpoint, Beside>>>, Pick<WireEndpoint, Beside> {
  /** Of the wire format. */
  id: string
}

export function apiOf({ id, endpoint }: Pick<UpstreamWire, 'id' | 'endpoint'>): Api {
  const { base, keyHeader = 'authorization', headers = {}, passes = [], framing = 'sse', choices = false, models, embeddings } = endpoint
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
    ...(embeddings !== undefined && { embeddings }),
  }
}

/**
 * Models are named by clients, who may name anything: it stays one segment of the path. Dots alone would not, however they are encoded, and
 * half a character cannot be encoded at all.
 */
const segment = (model: string): string => encodeURIComponent(model.replace(/^\.{1,2}$/, '-').replaceAll(/\p{Cs}/gu, '\uFFFD'))
