import { describe, expect, it } from 'vitest'
import { namedModels } from '@reason/gateway/src/client-apis/named-models'
import { startGateway } from '../../support/gateway.ts'
import { keyFile } from '../../support/key-file.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { modelFields, type ModelField } from '../../access/model-fields.ts'

type Format = ModelField['formats'][number]

const question = [{ role: 'user', content: 'Hi' }]

/** Where requests of a format go, what they say beside, and the upstream that is given the client's own bytes. */
const formats: Record<Format, { path: string; body: object; upstream: string }> = {
  'openai-chat': { path: '/v1/chat/completions', body: { messages: question }, upstream: 'openai-chat' },
  'openai-responses': { path: '/v1/responses', body: { input: question }, upstream: 'openai-responses' },
  'anthropic-messages': { path: '/v1/messages', body: { messages: question, max_tokens: 9 }, upstream: 'anthropic-messages' },
  embeddings: { path: '/v1/embeddings', body: { input: 'Hi' }, upstream: 'openai-chat' },
}

const allowed = 'qwen3-8b'
const forbidden = 'claude-opus-5'

/** Fields of a row that contain names. */
const filled = (example: unknown, name: string): unknown =>
  JSON.parse(JSON.stringify(example).replaceAll('ALLOWED', allowed).replaceAll('NAME', name))

/** The field at the top in which a row's path begins. */
const topOf = (path: string): string => /^[^.[]+/.exec(path)![0]

async function gatewayFor(format: string, ...flags: string[]) {
  const { path, make } = keyFile()
  const { text } = await make({ models: ['qwen*'], visibility: 'full' })
  const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: '{"error":{"message":"none"}}', status: 400 })
  const { url } = await startGateway('--upstream', origin, '--upstream-format', format, '--keys', path, '--require-keys', ...flags)
  return {
    seen,
    url,
    text,
    post: (to: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(url + to, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${text}`, ...headers },
        body: JSON.stringify(body),
      }),
  }
}

describe.each(Object.entries(formats))('a key with a list of models, at %s', (format, { path, body, upstream }) => {
  const rows = modelFields.filter(({ formats: known }) => (known as readonly string[]).includes(format))
  const nameOf = ({ path: field, example }: ModelField): string => `${field}: ${JSON.stringify(example)}`

  it('asks no model that it may not, by whatever field', async () => {
    const { post, seen } = await gatewayFor(upstream)
    expect(rows.length).toBeGreaterThan(10)
    for (const row of rows) {
      const response = await post(path, { model: allowed, ...body, [topOf(row.path)]: filled(row.example, forbidden) })
      const said = (await response.json()) as { error: { message: string; type: string } }
      expect.soft([response.status, said.error.type], nameOf(row)).toEqual([403, 'permission_error'])
      expect.soft(said.error.message, nameOf(row)).toContain('It may use: qwen*.')
      expect.soft(seen.splice(0), nameOf(row)).toEqual([])
    }
  })

  it.each([
    ['in a list', Array.from({ length: 2000 }, () => allowed)],
    ['with commas between, and blank ones before another', `${','.repeat(2000)}${forbidden}`],
    ['as presets, before another', `${'@preset/qwen'.repeat(2000)},${forbidden}`],
    ['in a map', { [allowed]: [...Array.from({ length: 2000 }, () => allowed), forbidden] }],
  ])('names no thousands of models %s', async (_, models) => {
    const { post, seen } = await gatewayFor(upstream)
    const response = await post(path, { model: allowed, ...body, models })
    const said = (await response.json()) as { error: { message: string } }
    expect([response.status, said.error.message]).toEqual([403, expect.stringContaining('names more than 1000 models')])
    expect(seen).toEqual([])
  })

  it('asks models that it may, by the same fields', async () => {
    const { post, seen } = await gatewayFor(upstream)
    for (const row of rows.filter(isNamable)) {
      await post(path, { model: allowed, ...body, [topOf(row.path)]: filled(row.example, 'Qwen/qwen3-32b') })
      expect.soft(seen.splice(0), nameOf(row)).toHaveLength(1)
    }
  })
})

/** Rows in which what is named decides: not those that have a service choose. */
function isNamable({ example }: ModelField): boolean {
  return JSON.stringify(example).includes('NAME') && !JSON.stringify(example).includes('@preset')
}

const advisor = [{ type: 'advisor_20260301', name: 'advisor', model: forbidden }]

it('counts no tokens for a tool whose model it may not ask', async () => {
  const { post, seen } = await gatewayFor('anthropic-messages')
  const body = { model: allowed, messages: question, tools: advisor }
  expect((await post('/v1/messages/count_tokens', body)).status).toBe(403)
  expect(seen).toEqual([])
})

it('a request in our own format has no other place for one', async () => {
  const { post, seen } = await gatewayFor('openai-chat')
  for (const [field, value] of [
    ['models', [forbidden]],
    ['fallbacks', [forbidden]],
    ['extra_body', { model: forbidden }],
  ] as const) {
    expect((await post('/v1/generate', { model: allowed, prompt: 'Hi', [field]: value })).status, field).toBe(400)
  }
  expect((await post('/v1/generate', { model: `${allowed},${forbidden}`, prompt: 'Hi' })).status).toBe(403)
  expect(seen).toEqual([])
})

it('says which field it was, and a request without it goes on', async () => {
  const { post, seen } = await gatewayFor('anthropic-messages')
  const body = { model: allowed, messages: question, max_tokens: 9 }
  expect(await (await post('/v1/messages', { ...body, tools: advisor })).json()).toMatchObject({
    error: { message: expect.stringMatching(/may not ask the model "claude-opus-5", which stands in "tools\[0\]\.model"/) as string },
  })
  await post('/v1/messages', body)
  expect(seen).toHaveLength(1)
})

it('a key without a list names what it likes', async () => {
  const { path, make } = keyFile()
  const { text } = await make()
  const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: '{}', status: 400 })
  const { chat } = await startGateway('--upstream', origin, '--keys', path, '--require-keys')
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${text}` }
  await chat({ model: 'a', messages: question, models: ['b'], fallbacks: ['c'] }, { headers })
  expect(seen).toMatchObject([{ body: { model: 'a', models: ['b'], fallbacks: ['c'] } }])
})

/** The client's facts about models, without a request to any. */
const harmless: Record<string, object> = {
  'a model in the text': { messages: [{ role: 'user', content: 'Ask claude-opus-5, models: ["gpt-5"].' }] },
  'arguments of a call': {
    messages: [
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 't', name: 'f', input: { model: forbidden, tools: [{ model: forbidden }] } }],
      },
    ],
  },
  'the message of another model': { messages: [{ role: 'assistant', content: 'Hi', model: forbidden }] },
  'a fallback that has happened': {
    messages: [{ role: 'assistant', content: [{ type: 'fallback', from: { model: forbidden }, to: { model: allowed } }] }],
  },
  'a parameter of a function': {
    tools: [
      {
        type: 'function',
        function: { name: 'f', parameters: { type: 'object', properties: { model: { type: 'string', enum: [forbidden] } } } },
      },
      { type: 'function', name: 'g', parameters: { properties: { model: { const: forbidden } } } },
      { name: 'h', input_schema: { properties: { model: { const: forbidden } } }, input_examples: [{ model: forbidden }] },
    ],
  },
  'a schema of the answer': {
    response_format: { type: 'json_schema', json_schema: { schema: { properties: { model: { const: forbidden } } } } },
  },
  'metadata of the client': { metadata: { model: forbidden } },
  'an argument of the template at Baseten': { chat_template_args: { model_identity: 'You are Qwen.' } },
  'an argument of the template': { chat_template_kwargs: { model_identity: 'You are Qwen.' } },
  'a token to go on after a refusal': { fallback_credit_token: 'opaque' },
  'whether providers may be others': { provider: { order: ['a'], allow_fallbacks: true } },
  'a search engine': { plugins: [{ id: 'web', engine: 'exa' }] },
}

it.each(Object.entries(harmless))('does not mind %s', (_, fields) => {
  expect(namedModels({ model: allowed, ...fields })).toEqual([{ path: 'model', name: allowed }])
})

it('lists one model more than a request may name, and no further ones', () => {
  expect(namedModels({ models: Array.from({ length: 2000 }, () => allowed) })).toHaveLength(1001)
})

it('allows a preset by a pattern for presets', async () => {
  const { path, make } = keyFile()
  const { text } = await make({ models: ['qwen*', '@preset/mail*'] })
  const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: '{}', status: 400 })
  const { chat } = await startGateway('--upstream', origin, '--keys', path, '--require-keys')
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${text}` }
  const ask = (model: string) => chat({ model, messages: question }, { headers })
  expect((await ask('qwen3@preset/other')).status).toBe(403)
  await ask('qwen3@preset/mailer')
  expect(seen).toMatchObject([{ body: { model: 'qwen3@preset/mailer' } }])
})

/** Headers in which gateways and providers take models, routes and accounts. */
const choosing = [
  'openai-organization',
  'openai-project',
  'anthropic-workspace-id',
  'x-goog-user-project',
  'x-amz-target',
  'x-amzn-bedrock-accept',
  'helicone-model-override',
  'helicone-fallbacks',
  'helicone-target-url',
  'x-portkey-config',
  'x-portkey-provider',
  'x-litellm-model-id',
  'x-litellm-tags',
  'cf-aig-custom-cost',
  'x-model',
  'x-model-id',
  'x-ms-model-mesh-model-name',
  'azureml-model-deployment',
  'extra-parameters',
  'x-openrouter-title-model',
  'x-conversation-id',
  'cookie',
  'forwarded',
  'x-forwarded-for',
]

it.each(['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini', 'ollama', 'cohere'])(
  'a client chooses nothing by headers before an upstream that speaks %s',
  async (format) => {
    const { post, seen } = await gatewayFor(format, '--no-ask-usage')
    const headers = Object.fromEntries(choosing.map((name) => [name, forbidden]))
    await post('/v1/chat/completions', { model: allowed, messages: question }, headers)
    expect(seen).toHaveLength(1)
    expect(Object.keys(seen[0]!.headers).filter((name) => choosing.includes(name))).toEqual([])
    expect(JSON.stringify([seen[0]!.headers, seen[0]!.url, seen[0]!.text])).not.toContain(forbidden)
  },
)

describe('a field that is written twice inside an object', () => {
  const bodies = {
    'in a setting': `"provider":{"model":"${forbidden}","mod\\u0065l":"${allowed}"}`,
    'in a tool': `"tools":[{"type":"openrouter:advisor","parameters":{"model":"${forbidden}","model":"${allowed}"}}]`,
  }
  const once = '"seed":12345678901234567890,"x":[{},[],{"__proto__":{"a":null}},"{\\"a\\":1,\\"a\\":2}"]'
  const send = (url: string, text: string | undefined, fields: string) =>
    fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(text !== undefined && { authorization: `Bearer ${text}` }) },
      body: `{"model":"${allowed}","messages":[],${fields}}`,
    })

  it.each(Object.entries(bodies))('is refused for a key with a list of models: %s', async (_, fields) => {
    const { url, text, seen } = await gatewayFor('openai-chat')
    const response = await send(url, text, fields)
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('has a duplicate field')])
    expect(seen).toEqual([])
  })

  it('is no matter to others, and what only looks like one to none', async () => {
    const { url, text, seen } = await gatewayFor('openai-chat')
    await send(url, text, once)
    const { origin, seen: open } = await rememberingUpstream({
      type: 'application/json',
      body: '{"error":{"message":"none"}}',
      status: 400,
    })
    await send((await startGateway('--upstream', origin)).url, undefined, bodies['in a setting'])
    expect([seen.length, open.length]).toEqual([1, 1])
  })
})
