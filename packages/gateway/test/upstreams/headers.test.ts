import { expect, it } from 'vitest'
import { forUpstream } from '../../src/upstreams/headers.ts'
import { apis } from '../support/apis.ts'

const account = { 'openai-organization': 'org', 'openai-project': 'project' }
const api = { ...apis['openai-chat'], passes: [...apis['openai-chat'].passes, 'x-goog-user-project', 'acme-workspace-id', 'acme-lab'] }
const more = { 'x-goog-user-project': 'p', 'acme-workspace-id': 'w' }

it.each([
  ['beside the operator’s key', 'sk-operator', {}, {}],
  ['beside the operator’s key, with one of the client’s own', 'sk-operator', { authorization: 'Bearer sk-client' }, {}],
  ['with no key at all', undefined, {}, {}],
  ['with a key of the gateway', undefined, { authorization: 'Bearer rsk_abc_def' }, {}],
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
