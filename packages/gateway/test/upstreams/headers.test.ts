import { expect, it } from 'vitest'
import { forClient, forUpstream } from '../../src/upstreams/headers.ts'
import { apis } from '../support/apis.ts'

const account = { 'openai-organization': 'org', 'openai-project': 'project' }
const api = { ...apis['openai-chat'], passes: [...apis['openai-chat'].passes, 'x-goog-user-project', 'acme-workspace-id', 'acme-lab'] }
const more = { 'x-goog-user-project': 'p', 'acme-workspace-id': 'w' }

it.each([
  ['beside the operator’s key', 'sk-operator', {}, {}],
  ['beside the operator’s key, with one of the client’s own', 'sk-operator', { authorization: 'Bearer sk-client' }, {}],
  ['with no key at all', undefined, {}, {}],
  ['with a key of the gateway', undefined, { authorization: 'Bearer rsk_abc_def' }, {}],
  ['with a key that stays here', undefined, { 'x-api-key': 'sk-ant-api03-x' }, {}],
  ['beside its own key', undefined, { authorization: 'Bearer sk-client' }, { ...account, ...more }],
  ['beside its own key, as Azure has it', undefined, { 'api-key': 'sk-client' }, { ...account, ...more }],
])('a client chooses whose account pays: %s', (_, key, shown, expected) => {
  const headers = forUpstream({ ...account, ...more, 'openai-beta': 'b', 'acme-lab': 'l', ...shown }, api, key)
  const { authorization: _a, 'api-key': _k, ...rest } = headers
  expect(rest).toEqual({ 'openai-beta': 'b', 'acme-lab': 'l', ...expected })
})

it('an idempotency key is the name of one client’s request', () => {
  const sent = (shown: Record<string, string>, name: string) =>
    forUpstream({ 'idempotency-key': name, ...shown }, api, 'sk-operator')['idempotency-key']
  const [one, another] = [{ authorization: 'Bearer rsk_one_secret' }, { 'x-api-key': 'rsk_two_secret' }]
  expect(sent({}, 'a')).toBe('a')
  expect(sent(one, 'a')).toBe(sent(one, 'a'))
  expect(new Set([sent(one, 'a'), sent(one, 'b'), sent(another, 'a'), 'a']).size).toBe(4)
  expect(sent(one, 'a')).toMatch(/^[\da-f]{64}$/)
})

it.each([
  ['a token of a subscription', 'sk-ant-oat01-x', { authorization: 'Bearer sk-ant-oat01-x' }],
  ['a key', 'sk-ant-api03-x', { 'x-api-key': 'sk-ant-api03-x' }],
])('Anthropic gets %s where it takes it, from the client and from the operator', (_, secret, expected) => {
  const messages = apis['anthropic-messages']
  for (const headers of [
    forUpstream({ authorization: `Bearer ${secret}` }, messages, undefined),
    forUpstream({ 'x-api-key': secret }, messages, undefined),
    forUpstream({}, messages, secret),
  ]) {
    const { authorization, 'x-api-key': key } = headers
    expect({ ...(authorization && { authorization }), ...(key && { 'x-api-key': key }) }).toEqual(expected)
  }
})

it.each([
  ['the key of another provider goes on as a bearer', 'sk-deepseek', 'Bearer sk-deepseek'],
  ['one of Anthropic stays here', 'sk-ant-api03-x', undefined],
  ['one of the gateway stays here', 'rsk_abc_def', undefined],
])('of a client of Messages before an API of OpenAI: %s', (_, shown, expected) => {
  for (const ours of [{}, { authorization: 'Bearer rsk_abc_def' }]) {
    const { authorization, 'x-api-key': own } = forUpstream({ ...ours, 'x-api-key': shown }, apis['openai-chat'], undefined)
    expect([authorization, own]).toEqual([expected, undefined])
  }
})

it('gives clients the limits and the time of an answer, and not the account of the operator', () => {
  const limits = { 'openai-processing-ms': '12', 'openai-model': 'm', 'x-ratelimit-remaining-tokens': '7', 'request-id': 'r' }
  expect(forClient({ ...limits, ...account, 'set-cookie': ['a=b'], 'server-timing': 'think' })).toEqual(limits)
})
