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

/** Headers in which clients of OpenAI, Azure and Anthropic show their keys. */
const keyHeaders = ['authorization', 'api-key', 'x-api-key']
const anthropicHeader = 'x-api-key'

/** Begins each of Anthropic's keys, which no other provider knows. */
const anthropicKey = 'sk-ant-'

/** Begins a token of a Claude subscription. Anthropic takes it as a bearer token alone, and refuses it as a key. */
const anthropicToken = `${anthropicKey}oat`

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
  const own = ownKeyOf(client, api)
  if (api.keyHeader !== 'authorization') {
    const shown = key ?? keyOf(client) ?? own
    const isToken = api.keyHeader === anthropicHeader && shown?.startsWith(anthropicToken) === true
    if (shown !== undefined) headers[isToken ? 'authorization' : api.keyHeader] = isToken ? `Bearer ${shown}` : shown
  } else if (key !== undefined || (own !== undefined && client.authorization === undefined))
    headers['authorization'] = `Bearer ${key ?? own}`
  else for (const name of ['authorization', 'api-key']) take(name)
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

function keyOf({ authorization, 'api-key': azure }: Head): string | undefined {
  const bearer = authorization?.match(/^Bearer +(\S+) *$/i)?.[1]
  return [bearer, azure].find((shown): shown is string => typeof shown === 'string' && !isOurKey(shown))
}

/** The key that a client of Anthropic's API shows, unless it is one of Anthropic before another provider. */
function ownKeyOf({ [anthropicHeader]: shown }: Head, { keyHeader }: Api): string | undefined {
  if (typeof shown !== 'string' || isOurKey(shown)) return undefined
  return keyHeader !== anthropicHeader && shown.startsWith(anthropicKey) ? undefined : shown
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
