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
 * Headers that choose the account to bill (`openai-organization`, `x-goog-user-project`). They are only forwarded with a key of the client,
 * even if a format lists them.
 */
const choosesAccount = /organi[sz]ation|project|workspace|account|tenant|billing|customer/

/** Response headers that are forwarded to the client. `openai-organization` would name the operator's account. */
const responseHeaders =
  /^(?:x-request-id|request-id|x-amzn-requestid|retry-after(?:-ms)?|x-should-retry|(?:x|anthropic)-ratelimit-.*|openai-(?:model|processing-ms|version))$/

/** Describes why the gateway cannot read a compressed body, which it did not accept. Undefined for other bodies. */
export function compression({ 'content-encoding': encoding }: Head): string | undefined {
  return encoding === undefined || encoding === 'identity' ? undefined : `came compressed (${encoding}), which the gateway did not accept`
}

/** Key headers of the OpenAI, Azure and Anthropic APIs. */
const keyHeaders = ['authorization', 'api-key', 'x-api-key']
const anthropicHeader = 'x-api-key'

/** Prefix of Anthropic's keys, which no other provider accepts. */
const anthropicKey = 'sk-ant-'

/** Prefix of tokens for Claude subscriptions. Anthropic only accepts them as bearer tokens, not as keys. */
const anthropicToken = `${anthropicKey}oat`

/** Creates the headers for the upstream. A configured key replaces the client's. */
export function forUpstream(client: Head, api: Api, key: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { ...api.headers }
  const take = (name: string): void => {
    const value = client[name]
    if (typeof value === 'string' && !isOurKey(value)) headers[name] = value
  }
  requestHeaders.forEach(take)
  if (headers['idempotency-key'] !== undefined) headers['idempotency-key'] = ofOneKey(headers['idempotency-key'], client)
  const own = ownKeyOf(client, api)
  if (api.keyHeader !== 'authorization') {
    const shown = key ?? keyOf(client) ?? own
    const isToken = api.keyHeader === anthropicHeader && shown?.startsWith(anthropicToken) === true
    if (shown !== undefined) headers[isToken ? 'authorization' : api.keyHeader] = isToken ? `Bearer ${shown}` : shown
  } else if (key !== undefined || (own !== undefined && (client.authorization === undefined || isOurKey(client.authorization))))
    headers['authorization'] = `Bearer ${key ?? own}`
  else for (const name of ['authorization', 'api-key']) take(name)
  const isClients = key === undefined && [api.keyHeader, 'authorization', 'api-key'].some((name) => headers[name] !== undefined)
  for (const name of api.passes) if (isClients || !choosesAccount.test(name)) take(name)
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

/** True if a client sends a key for the upstream. It is forwarded if no key is configured. */
export const bringsKey = (client: Head): boolean => keyHeaders.some((name) => typeof client[name] === 'string' && !isOurKey(client[name]))

function keyOf({ authorization, 'api-key': azure }: Head): string | undefined {
  const bearer = authorization?.match(/^Bearer +(\S+) *$/i)?.[1]
  return [bearer, azure].find((shown): shown is string => typeof shown === 'string' && !isOurKey(shown))
}

/** The key in Anthropic's header. Undefined for an Anthropic key if the upstream is another provider. */
function ownKeyOf({ [anthropicHeader]: shown }: Head, { keyHeader }: Api): string | undefined {
  if (typeof shown !== 'string' || isOurKey(shown)) return undefined
  return keyHeader !== anthropicHeader && shown.startsWith(anthropicKey) ? undefined : shown
}

export function forClient(upstream: Head): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  for (const name in upstream) {
    const value = upstream[name]
    if (value !== undefined && responseHeaders.test(name)) headers[name] = value
  }
  return headers
}
