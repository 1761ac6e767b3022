import type { IncomingHttpHeaders } from 'node:http'
import type { ApiError } from '../clients/api-error.ts'

import { errorFromUpstream, unusableAnswer } from '../relay/upstream-error.ts'
import { idsIn } from './model-list.ts'
import type { Upstream } from './upstream.ts'

/** A list of models that is being fetched. */
export interface Listing {
  /** The list, as the upstream wrote it. Never rejects, and never ends after `abort`. */
  text: Promise<string | ApiError>
  abort(): void
}

/** @param limit - Of the list, in bytes. */
export function fetchModels(upstream: Upstream, headers: IncomingHttpHeaders, limit: number): Listing {
  const { promise: text, resolve } = Promise.withResolvers<string | ApiError>()
  const pieces: Buffer[] = []
  let length = 0
  let status = 0
  let head = {}
  const exchange = upstream.models(headers, {
    onHead(responseStatus, responseHeaders) {
      status = responseStatus
      head = responseHeaders
    },
    onData(bytes) {
      length += bytes.length
      pieces.push(Buffer.from(bytes))
      if (length <= limit) return
      exchange.abort()
      resolve(unusableAnswer(upstream.name, `is longer than ${limit} bytes`))
    },
    onEnd() {
      const body = Buffer.concat(pieces)
      resolve(status === 200 ? body.toString('utf8') : errorFromUpstream(status, head, body, upstream))
    },
    onFailure: resolve,
  })
  return { text, abort: () => exchange.abort() }
}

/** The names in a list. */
export function idsOf(text: string, { name, api }: Pick<Upstream, 'name' | 'api'>): string[] | ApiError {
  try {
    return idsIn(JSON.parse(text), api.models)
  } catch {
    return unusableAnswer(name, 'is no list of models')
  }
}
