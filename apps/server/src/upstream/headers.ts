import type { IncomingHttpHeaders } from 'node:http'

/**
 * What of a client's headers goes on. A list of those that may, not of those that may not: `X-Conversation-Id`, for one,
 * makes llama-server keep the reasoning for whoever asks for it later.
 */
const requestHeaders = [
  'authorization',
  'api-key',
  'openai-organization',
  'openai-project',
  'openai-beta',
  'idempotency-key',
  'http-referer',
  'x-title',
  'x-request-id',
  'traceparent',
  'tracestate',
]

/** What of an upstream's headers comes back. */
const responseHeaders =
  /^(?:x-request-id|request-id|retry-after(?:-ms)?|x-should-retry|x-ratelimit-.*|openai-(?:model|organization|processing-ms|version))$/

/** Headers for the upstream; a configured key replaces whatever the client showed. */
export function forUpstream(client: IncomingHttpHeaders, key: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of requestHeaders) {
    const value = client[name]
    if (typeof value === 'string') headers[name] = value
  }
  if (key !== undefined) {
    delete headers['api-key']
    headers['authorization'] = `Bearer ${key}`
  }
  return headers
}

/** Headers for the client. */
export function forClient(upstream: IncomingHttpHeaders): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  for (const name in upstream) {
    const value = upstream[name]
    if (value !== undefined && responseHeaders.test(name)) headers[name] = value
  }
  return headers
}
