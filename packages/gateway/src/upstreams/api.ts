import type { WireEndpoint } from '@reason/core/wire'
import { defined } from '@reason/wire-kit'
import type { UpstreamWire } from '../wires.ts'

/** Endpoints that only some APIs have. */
type Beside = 'models' | 'embeddings'

/** Address scheme of a wire format, with defaults for everything that the format leaves out. */
export interface Api extends Readonly<Required<Omit<WireEndpoint, Beside>>>, Pick<WireEndpoint, Beside> {
  /** Id of the wire format. */
  id: string
  /** Names of the headers in `passes` that decide which fields a request may have: the version of the API, and beta features. */
  featureHeaders: readonly string[]
  /** A stream has another address than a whole answer. */
  streamsByAddress: boolean
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
    featureHeaders: passes.filter((name) => name.endsWith('-beta') || headers[name] !== undefined),
    streamsByAddress: endpoint.path('model', true) !== endpoint.path('model', false),
    ...defined({ models, embeddings }),
  }
}

/**
 * Encodes a model name as one path segment, since clients may send any name. A name of only dots would change the path even if encoded, and
 * half a surrogate pair cannot be encoded.
 */
const segment = (model: string): string => encodeURIComponent(model.replace(/^\.{1,2}$/, '-').toWellFormed())
