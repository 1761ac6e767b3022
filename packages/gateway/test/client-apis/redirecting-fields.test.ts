import { expect, test } from 'vitest'
import { redirectingField } from '../../src/client-apis/redirecting-fields.ts'

test.each<[object, string | undefined]>([
  [{ headers: { a: 'b' } }, 'headers'],
  [{ tools: [{ type: 'mcp', headers: { a: 'b' } }] }, undefined],
  [{ extra_body: { organization: 'o' } }, 'extra_body.organization'],
  [{ provider: { organization: 'o' } }, undefined],
  [{ router: [{ api_base: 'http://x' }] }, 'router[0].api_base'],
  [{ messages: [{ role: 'user', content: 'Q', api_base: 'http://x' }] }, undefined],
  [{ metadata: '{"langfuse_host":"http://x"}' }, 'metadata.langfuse_host'],
  [{ metadata: { user: 'u', api_base: 'a note' } }, undefined],
  [{ api_key: null }, undefined],
])('in %j: %s', (json, field) => {
  expect(redirectingField(json as Readonly<Record<string, unknown>>)).toBe(field)
})
