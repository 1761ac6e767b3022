import { expect, test } from 'vitest'
import { redirectingField } from '../../src/client-apis/redirecting-fields.ts'

test.each<[object, string | undefined]>([
  [{ headers: { a: 'b' } }, 'headers'],
  [{ tools: [{ type: 'mcp', headers: { a: 'b' } }] }, undefined],
  [{ extra_body: { organization: 'o' } }, 'extra_body.organization'],
  [{ provider: { organization: 'o' } }, undefined],
  ...['region_name', 'token', 'url'].map((name): [object, string] => [{ [name]: 'x' }, name]),
  [{ tools: [{ type: 'mcp', url: 'x' }] }, undefined],
  [{ router: [{ api_base: 'http://x' }] }, 'router[0].api_base'],
  [{ messages: [{ role: 'user', content: 'Q', api_base: 'http://x' }] }, undefined],
  [{ metadata: '{"langfuse_host":"http://x"}' }, 'metadata.langfuse_host'],
  [{ data_sources: [{ type: 'azure_search', parameters: { authentication: { type: 'api_key', key: 'k' } } }] }, undefined],
  [
    { data_sources: [{ type: 'azure_search', parameters: { authentication: { type: 'system_assigned_managed_identity' } } }] },
    'data_sources[0].parameters.authentication.type',
  ],
  [
    { dataSources: [{ type: 'AzureCognitiveSearch', parameters: { authentication: { type: 'UserAssignedManagedIdentity' } } }] },
    'dataSources[0].parameters.authentication.type',
  ],
  [{ metadata: { user: 'u', api_base: 'a note' } }, undefined],
  [{ api_key: null }, undefined],
  [{ model: 'm', temperature: 1, stream: { api_base: 'http://x' } }, 'stream.api_base'],
])('in %j: %s', (json, field) => {
  expect(redirectingField(json as Readonly<Record<string, unknown>>)).toBe(field)
})

test('a long name of a field takes linear time', () => {
  expect(redirectingField({ [`s${'n_webhook__'.repeat(40_000)}.`]: 1 })).toBeUndefined()
}, 5000)
