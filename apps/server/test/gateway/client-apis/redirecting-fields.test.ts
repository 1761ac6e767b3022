import { describe, expect, it } from 'vitest'
import { harmlessFields, redirectingFields, type RedirectingField } from '../../access/redirecting-fields.ts'
import { question, startGateway } from '../../support/gateway.ts'
import { connectGenerate } from '../../support/generate.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'

const requests = [
  ['/v1/chat/completions', 'openai-chat', { messages: question }],
  ['/v1/responses', 'openai-responses', { input: question }],
  ['/v1/messages', 'anthropic-messages', { messages: question, max_tokens: 9 }],
  ['/v1/messages/count_tokens', 'anthropic-messages', { messages: question }],
  ['/v1/embeddings', 'openai-chat', { input: 'Hi' }],
] as const

/** A body with a value at the end of a path. */
function bodyWith({ path, body }: Pick<RedirectingField, 'path' | 'body'>): Readonly<Record<string, unknown>> {
  if (body !== undefined) return body
  const [first, ...rest] = path.split('.')
  const [, name, index] = /^(.*?)(\[0\])?$/.exec(first!)!
  const value = rest.length === 0 ? 'https://elsewhere.example' : bodyWith({ path: rest.join('.') })
  return { [name!]: index === undefined ? value : [value] }
}

async function gatewayFor(format: string) {
  const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: '{"error":{"message":"none"}}', status: 400 })
  const { url } = await startGateway('--upstream', origin, '--upstream-format', format)
  const post = (path: string, body: object): Promise<Response> =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ model: 'm', ...body }) })
  return { url, seen, post }
}

describe.each(requests)('%s', (path, format, body) => {
  it('refuses a field that would send the request elsewhere, or with other credentials', async () => {
    const { post, seen } = await gatewayFor(format)
    for (const field of redirectingFields) {
      const response = await post(path, { ...body, ...bodyWith(field) })
      const said = (await response.json()) as { error: { message: string } }
      expect
        .soft([response.status, said.error.message], `${field.path}: ${field.source}`)
        .toEqual([
          403,
          `The field "${field.path}" would choose where the request goes, or whose credentials it uses. Only the operator chooses that. Leave it out.`,
        ])
    }
    expect(seen).toEqual([])
  })

  it('passes fields of similar names', async () => {
    const { post, seen } = await gatewayFor(format)
    for (const [name, fields] of Object.entries(harmlessFields)) {
      await post(path, { ...body, ...fields })
      expect.soft(seen.splice(0), name).toHaveLength(1)
    }
  })
})

it('passes metadata that is a text, but for settings in it', async () => {
  const { post, seen } = await gatewayFor('openai-chat')
  const ask = async (metadata: string) => (await post('/v1/chat/completions', { messages: question, metadata })).status
  expect(await ask('{"langfuse_host":"https://elsewhere.example"}')).toBe(403)
  await ask('{"a":1}')
  await ask('{"langfuse_host"')
  expect(seen).toHaveLength(2)
})

it('has no such field in a request of our own, over HTTP and over a WebSocket', async () => {
  const { url, post, seen } = await gatewayFor('openai-chat')
  const { send, rest } = await connectGenerate(url)
  for (const field of redirectingFields) {
    const { path } = field
    expect([400, 403], path).toContain((await post('/v1/generate', { prompt: 'Hi', ...bodyWith(field) })).status)
    send({ model: 'm', prompt: 'Hi', ...bodyWith(field) })
    expect(
      (await rest()).map(({ type }) => type),
      path,
    ).toEqual(['error'])
  }
  expect(seen).toEqual([])
})
