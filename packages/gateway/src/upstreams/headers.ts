import { hash } from 'node:crypto'
import { isOurKey } from '../our-key.ts'
import type { Api } from './api.ts'
import type { Head } from '../head.ts'

/**
 * Headers of the client that are forwarded. An allowlist, as unknown headers may be harmful: with `X-Conversation-Id`, for one,
 * llama-server keeps the reasoning for any client that asks for it later.
 */
const requestHeaders = ['idempotency-key', 'http-referer', 'x-title', 'x-request-id', 'traceparent', 'tracestate']

/**
 * Headers that choose whose account pays (`openai-organization`, `x-goog-user-project`), whatever a format lists: the client's to choose beside a
 * key of its own, and the operator's otherwise.
 */
const choosesAccount = /organi[sz]ation|project|workspace|account|tenant|billing|customer/

/** What of an upstream's headers comes back. */
const responseHeaders =
  /^(?:x-request-id|request-id|x-amzn-requestid|retry-after(?:-ms)?|x-should-retry|(?:x|anthropic)-ratelimit-.*|openai-(?:model|organization|processing-ms|version))$/

/** Headers in which OpenAI's clients show their keys. */
const keyHeaders = ['authorization', 'api-key']

/** Headers for the upstream; a configured key replaces whatever the client showed. */
export function forUpstream(client: Head, api: Api, key: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { ...api.headers }
  const take = (name: string): void => {
    const value = client[name]
    if (typeof value === 'string' && !isOurKey(value)) headers[name] = value
  }
  requestHeaders.forEach(take)
  if (headers['idempotency-key'] !== undefined) headers['idempotency-key'] = ofOneKey(headers['idempotency-key'], client)
  const isClients = key === undefined && bringsKey(client)
  for (const name of api.passes) if (isClients || !choosesAccount.test(name)) take(name)
  if (api.keyHeader === 'authorization') {
    if (key === undefined) keyHeaders.forEach(take)
    else headers['authorization'] = `Bearer ${key}`
  } else {
    const shown = key ?? keyOf(client)
    if (shown !== undefined) headers[api.keyHeader] = shown
  }
  return headers
}

/**
 * Makes an idempotency key unique to the client's own key. Within one account, a provider answers a repeated idempotency key with the
 * first answer, and the clients of a gateway share an account.
 */
function ofOneKey(name: string, { authorization, 'x-api-key': own, 'api-key': azure }: Head): string {
  const shown = [authorization, own, azure].find((one) => typeof one === 'string' && isOurKey(one))
  return shown === undefined ? name : hash('sha256', `${String(shown)} ${name}`)
}

/** Whether a client shows a key that goes on where none is configured. */
export const bringsKey = (client: Head): boolean => keyHeaders.some((name) => typeof client[name] === 'string' && !isOurKey(client[name]))

function keyOf({ authorization, 'api-key': own }: Head): string | undefined {
  const bearer = authorization?.match(/^Bearer +(\S+) *$/i)?.[1]
  return [bearer, own].find((shown): shown is string => typeof shown === 'string' && !isOurKey(shown))
}

/** Headers for the client. */
export function forClient(upstream: Head): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  for (const name in upstream) {
    const value = upstream[name]
    if (value !== undefined && responseHeaders.test(name)) headers[name] = value
  }
  return headers
}
