import type { IncomingHttpHeaders } from 'node:http'
import { isOurKey } from '../access/access.ts'
import type { Api } from './api.ts'

/**
 * What of a client's headers goes on. A list of those that may, not of those that may not: `X-Conversation-Id`, for one,
 * makes llama-server keep the reasoning for whoever asks for it later.
 */
const requestHeaders = ['idempotency-key', 'http-referer', 'x-title', 'x-request-id', 'traceparent', 'tracestate']

/** What of an upstream's headers comes back. */
const responseHeaders =
  /^(?:x-request-id|request-id|x-amzn-requestid|retry-after(?:-ms)?|x-should-retry|(?:x|anthropic)-ratelimit-.*|openai-(?:model|organization|processing-ms|version))$/

/** Headers in which OpenAI's clients show their keys. */
const keyHeaders = ['authorization', 'api-key']

/** Headers for the upstream; a configured key replaces whatever the client showed. */
export function forUpstream(client: IncomingHttpHeaders, api: Api, key: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { ...api.headers }
  const take = (name: string): void => {
    const value = client[name]
    if (typeof value === 'string' && !isOurKey(value)) headers[name] = value
  }
  requestHeaders.forEach(take)
  api.passes.forEach(take)
  if (api.keyHeader === 'authorization') {
    if (key === undefined) keyHeaders.forEach(take)
    else headers['authorization'] = `Bearer ${key}`
  } else {
    const shown = key ?? keyOf(client)
    if (shown !== undefined) headers[api.keyHeader] = shown
  }
  return headers
}

/** Whether a client shows a key that goes on where none is configured. */
export const bringsKey = (client: IncomingHttpHeaders): boolean =>
  keyHeaders.some((name) => typeof client[name] === 'string' && !isOurKey(client[name]))

function keyOf({ authorization, 'api-key': own }: IncomingHttpHeaders): string | undefined {
  const bearer = authorization?.match(/^Bearer +(\S+) *$/i)?.[1]
  return [bearer, own].find((shown): shown is string => typeof shown === 'string' && !isOurKey(shown))
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
