import { describe, expect, it } from 'vitest'
import { passedOn, providers, type Fields } from './passed-on.ts'

const id = 'abcDEF123'
const tool = { type: 'function', function: { name: 'look', parameters: { type: 'object' } } }
const calls = [{ id, type: 'function', function: { name: 'look', arguments: '{}' } }]

/** The assistant's step as the provider gets it, in the second request of a tool loop. */
async function sent(provider: string | undefined, model: string, message: Fields): Promise<Fields> {
  const messages = [
    { role: 'user', content: 'q' },
    { role: 'assistant', ...message, tool_calls: calls },
    { role: 'tool', tool_call_id: id, content: 'Seen.' },
  ]
  const { role, tool_calls: written, ...fields } = (await passedOn(provider, { model, tools: [tool], messages }))[1]!
  expect(role).toBe('assistant')
  expect(written).toEqual(calls)
  return fields
}

const inTags = { content: '<think>\nR\n</think>\n\nLook.' }
const field = { content: 'Look.', reasoning_content: 'R' }
const renamed = { content: 'Look.', reasoning: 'R' }
const none = { content: 'Look.' }

/** By provider and model: the message as this provider reads it. */
const carriers: readonly (readonly [provider: string | undefined, model: string, expected: Fields])[] = [
  [undefined, 'qwen3-8b', field],
  ['avian', 'kimi-k2.5', field],
  ['azure', 'gpt-5', none],
  ['azure', 'deepseek-r1', field],
  ['baseten', 'zai-org/GLM-4.7', field],
  ['bedrock', 'gpt-oss-120b', renamed],
  ['cerebras', 'gpt-oss-120b', renamed],
  ['cerebras', 'zai-glm-4.7', inTags],
  ['cerebras', 'qwen-3-32b', inTags],
  ['cloudflare', '@cf/qwen/qwen3', field],
  ['copilot', 'gpt-5', { content: 'Look.', reasoning_text: 'R' }],
  ['crusoe', 'qwen3', renamed],
  ['dashscope', 'qwen3-max', field],
  ['databricks', 'databricks-claude-sonnet-4-5', none],
  ['databricks', 'databricks-gpt-oss-120b', none],
  ['deepinfra', 'qwen3', field],
  ['deepseek', 'deepseek-v4', field],
  ['deepseek', 'deepseek-r1', none],
  ['doubleword', 'qwen3', field],
  ['fireworks', 'kimi-k2p5', field],
  ['friendli', 'qwen3', field],
  ['google', 'gemini-2.5-pro', none],
  ['google-vertex', 'google/gemini-2.5-pro', none],
  ['google-vertex', 'zai-org/glm-5-maas', field],
  ['gpustack', 'qwen3', field],
  ['groq', 'openai/gpt-oss-120b', renamed],
  ['huawei', 'glm-5.2', field],
  ['huggingface', 'qwen3', field],
  ['inception', 'mercury-2', none],
  ['liquid', 'lfm3-1.7b', field],
  ['llamacpp', 'qwen3', field],
  ['lmstudio', 'qwen3', field],
  [
    'minimax',
    'MiniMax-M3',
    { content: 'Look.', reasoning_details: [{ type: 'reasoning.text', text: 'R', format: 'MiniMax-response-v1', index: 0 }] },
  ],
  [
    'mistral',
    'mistral-medium-latest',
    {
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'R' }] },
        { type: 'text', text: 'Look.' },
      ],
    },
  ],
  ['meta', 'muse-spark-1.3', none],
  ['mistralrs', 'qwen3', field],
  ['modelscope', 'qwen3', field],
  ['moonshot', 'kimi-k2.6', field],
  ['novita', 'zai-org/glm-4.5', field],
  ['nvidia', 'qwen/qwen3', field],
  ['ollama', 'qwen3', field],
  ['openai', 'gpt-5', none],
  ['openrouter', 'qwen/qwen3', renamed],
  ['openrouter', 'anthropic/claude-opus-4.8', none],
  ['perplexity', 'sonar-reasoning-pro', none],
  ['qianfan', 'ernie-4.5-turbo-vl', field],
  ['sglang', 'qwen3', field],
  ['siliconflow', 'qwen3', field],
  ['snowflake', 'qwen3', renamed],
  ['stepfun', 'step-3.7-flash', field],
  ['tencent', 'hy3-preview', field],
  ['together', 'qwen3', field],
  ['upstage', 'solar-pro4', renamed],
  ['vercel-gateway', 'zai/glm-5', renamed],
  ['venice', 'qwen3', field],
  ['vllm', 'qwen3', field],
  ['volcengine', 'doubao-seed', field],
  ['xai', 'grok-code-fast-1', field],
  ['xiaomi', 'mimo-v2-pro', field],
  ['sarvam', 'sarvam-105b', field],
  ['wandb', 'Qwen/Qwen3.5-27B', renamed],
  ['zai', 'glm-5', field],
]

/** Empty fields of their own answers, as recorded. */
const own: Readonly<Record<string, Fields>> = {
  azure: { refusal: null, annotations: [] },
  bedrock: { refusal: null },
  crusoe: { refusal: null, annotations: [], audio: null, function_call: null },
  doubleword: { refusal: null },
  openai: { refusal: null, annotations: [] },
  openrouter: { refusal: null },
  snowflake: { refusal: null, annotations: [] },
  venice: { refusal: null, annotations: [], audio: null, function_call: null },
  vllm: { refusal: null, annotations: [], audio: null, function_call: null },
  xai: { refusal: null },
}

it('knows each provider', () => {
  const known = carriers.map(([provider]) => provider)
  expect(
    providers.filter((provider) => !known.includes(provider)),
    'add a row for it to `carriers`',
  ).toEqual([])
})

describe('a thought that a client returns unchanged goes to', () => {
  it.each(carriers)('%s %s in the form that it reads', async (provider, model, expected) => {
    expect(await sent(provider, model, { content: 'Look.', reasoning_content: 'R' })).toEqual(expected)
  })

  it.each(carriers)('%s %s without empty fields that it does not write', async (provider, model, expected) => {
    const empty = { refusal: null, annotations: [], audio: null, function_call: null }
    const kept = provider === undefined ? { annotations: [], audio: null, function_call: null } : own[provider]
    expect(await sent(provider, model, { content: 'Look.', reasoning_content: 'R', ...empty })).toEqual({ ...expected, ...kept })
  })
})

describe('an earlier thought', () => {
  const names: readonly Fields[] = [
    { reasoning: 'SECRET' },
    { reasoning_text: 'SECRET' },
    { reasoning_details: [{ type: 'reasoning.text', text: 'SECRET', index: 0 }] },
    { thinking_blocks: [{ type: 'thinking', thinking: 'SECRET' }] },
    { thinking: 'SECRET' },
  ]
  const goesTo = async (provider: string | undefined, model: string, field: Fields): Promise<boolean> => {
    const user = { role: 'user', content: 'q' }
    const messages = [user, { role: 'assistant', content: 'a', ...field }, user]
    return JSON.stringify(await passedOn(provider, { model, messages })).includes('SECRET')
  }

  it.each(carriers)('goes to %s %s, or not, whatever its field is called', async (provider, model) => {
    const expected = await goesTo(provider, model, { reasoning_content: 'SECRET' })
    for (const field of names) expect([field, await goesTo(provider, model, field)]).toEqual([field, expected])
  })
})

describe('a step without a thought', () => {
  it.each([
    ['mistral', 'mistral-medium-latest'],
    ['cerebras', 'gpt-oss-120b'],
    ['groq', 'openai/gpt-oss-120b'],
    ['minimax', 'MiniMax-M3'],
    [undefined, 'some-model'],
  ])('goes to %s without an empty refusal', async (provider, model) => {
    expect(await sent(provider, model, { content: 'Look.', refusal: null })).toEqual({ content: 'Look.' })
  })

  it.each([
    ['deepseek', 'deepseek-reasoner'],
    ['llamacpp', 'qwen3'],
    ['mistral', 'mistral-medium-latest'],
    [undefined, 'some-model'],
  ])('goes to %s with the refusal as its content', async (provider, model) => {
    expect(await sent(provider, model, { content: null, refusal: 'No.' })).toMatchObject({ content: 'No.' })
    expect(await sent(provider, model, { content: null, refusal: 'No.' })).not.toHaveProperty('refusal')
  })

  it('goes to OpenAI with its refusal unchanged', async () => {
    expect(await sent('openai', 'gpt-5', { content: null, refusal: 'No.' })).toEqual({ content: null, refusal: 'No.' })
  })

  it.each([[null], [{ answer: 4 }]])('goes without the field that a library has parsed: %j', async (parsed) => {
    expect(await sent('openai', 'gpt-5', { content: 'Look.', refusal: null, parsed })).toEqual({ content: 'Look.', refusal: null })
  })

  it.each([
    ['cerebras', 'gpt-oss-120b', { reasoning_content: null }, {}],
    ['cerebras', 'gpt-oss-120b', { reasoning_content: '' }, { reasoning: '' }],
    ['groq', 'openai/gpt-oss-20b', { reasoning_details: [] }, {}],
    ['mistral', 'mistral-medium-latest', { reasoning_content: '' }, {}],
    ['deepseek', 'deepseek-v4', { reasoning_content: '' }, { reasoning_content: '' }],
  ])('goes to %s %s without an empty field of another provider: %j', async (provider, model, fields, expected) => {
    expect(await sent(provider, model, { content: 'Look.', ...fields })).toEqual({ content: 'Look.', ...expected })
  })
})

describe('a thought of another server', () => {
  const signed = [
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'R', signature: 'c2ln' }] },
    { type: 'text', text: 'Look.' },
  ]
  const parts = [
    { type: 'thinking', thinking: [{ type: 'text', text: 'R' }] },
    { type: 'text', text: 'Look.' },
  ]

  it.each<[provider: string, model: string, message: Fields, expected: Fields]>([
    ['mistral', 'magistral-small', { content: parts }, { content: parts }],
    ['mistral', 'magistral-small', { content: 'Look.', reasoning: 'R' }, { content: parts }],
    ['mistral', 'magistral-small', { content: null, reasoning: 'R' }, { content: parts.slice(0, 1) }],
    ['groq', 'openai/gpt-oss-120b', { content: 'Look.', reasoning: 'R' }, { content: 'Look.', reasoning: 'R' }],
    ['groq', 'openai/gpt-oss-120b', { content: 'Look.', reasoning: 'R', reasoning_content: 'R' }, { content: 'Look.', reasoning: 'R' }],
    ['cerebras', 'zai-glm-4.7', { content: null, reasoning: 'R' }, { content: '<think>\nR\n</think>\n\n' }],
    ['llamacpp', 'qwen3', { content: parts }, { content: [{ type: 'text', text: 'Look.' }], reasoning_content: 'R' }],
    ['openai', 'gpt-5', { content: parts }, { content: [{ type: 'text', text: 'Look.' }] }],
    ['databricks', 'databricks-claude-opus-5', { content: parts }, { content: [{ type: 'text', text: 'Look.' }] }],
    ['databricks', 'databricks-claude-opus-5', { content: signed }, { content: signed }],
    ['databricks', 'databricks-claude-opus-5', { content: signed, refusal: null }, { content: signed }],
    ['mistral', 'magistral-small', { content: signed }, { content: parts }],
    ['llamacpp', 'qwen3', { content: signed }, { content: [{ type: 'text', text: 'Look.' }], reasoning_content: 'R' }],
    ['groq', 'openai/gpt-oss-120b', { content: signed }, { content: [{ type: 'text', text: 'Look.' }], reasoning: 'R' }],
  ])('goes to %s %s in the form that it reads: %j', async (provider, model, message, expected) => {
    expect(await sent(provider, model, message)).toEqual(expected)
  })
})

describe("Google's signature of a call, before another model", () => {
  const signature = { google: { thought_signature: 'c2lnbmF0dXJl' } }
  const model = 'some-model'
  const step = (provider: string | undefined, fields: Fields, call: Fields): Promise<readonly Fields[]> =>
    passedOn(provider, {
      model,
      tools: [tool],
      messages: [{ role: 'assistant', content: 'Look.', ...fields, tool_calls: [{ ...calls[0], ...call }] }],
    })

  it('goes back to who may have written it, and to no other provider', async () => {
    const taking: unknown[] = []
    for (const provider of [undefined, ...providers]) {
      const [message] = await step(provider, { extra_content: signature }, { extra_content: signature })
      const [call] = message!['tool_calls'] as [Fields]
      expect('extra_content' in call, String(provider)).toBe('extra_content' in message!)
      if ('extra_content' in call) taking.push(provider)
    }
    const routers = ['baseten', 'copilot', 'databricks', 'novita', 'openrouter', 'snowflake', 'vercel-gateway']
    expect(taking).toEqual(expect.arrayContaining([undefined, 'google', ...routers]))
    for (const provider of ['azure', 'cerebras', 'deepseek', 'groq', 'mistral', 'moonshot', 'openai', 'xai', 'zai'])
      expect(taking).not.toContain(provider)
  })

  it.each(['mistral', 'groq', 'cerebras'])('goes with the rest of the call as it was, before %s', async (provider) => {
    expect(await step(provider, {}, { extra_content: signature, index: 0 })).toMatchObject([{ tool_calls: [{ ...calls[0], index: 0 }] }])
  })
})

describe('a text beside a thought and calls', () => {
  it.each<[provider: string, model: string, expected: Fields]>([
    ['llamacpp', 'gpt-oss-20b', { content: null, reasoning_content: 'R' }],
    ['llamacpp', 'qwen3', { content: 'Look.', reasoning_content: 'R' }],
    ['vllm', 'gpt-oss-20b', { content: 'Look.', reasoning_content: 'R' }],
  ])('goes to %s %s if its template accepts it', async (provider, model, expected) => {
    expect(await sent(provider, model, { content: 'Look.', reasoning_content: 'R' })).toEqual(expected)
  })
})

describe('ids of calls from another server', () => {
  const ids = async (provider: string, own: string): Promise<unknown[]> => {
    const step = (id: string) => ({ role: 'assistant', content: null, tool_calls: [{ ...calls[0], id }] })
    const [, call, result] = await passedOn(provider, {
      model: 'm',
      messages: [{ role: 'user', content: 'q' }, step(own), { role: 'tool', tool_call_id: own, content: 'Seen.' }],
    })
    return [(call!['tool_calls'] as Fields[])[0]!['id'], result!['tool_call_id']]
  }

  it.each([
    ['mistral', 'call_1', /^[A-Za-z0-9]{9}$/],
    ['openai', `chatcmpl-tool-${'a'.repeat(32)}`, /^.{1,40}$/],
  ])('are replaced for %s', async (provider, own, pattern) => {
    const [call, result] = await ids(provider, own)
    expect(call).toMatch(pattern)
    expect(result).toBe(call)
  })

  it('are replaced one by one, in calls and results', async () => {
    const owns = ['call_1', 'call_2']
    const [, step, ...results] = await passedOn('mistral', {
      model: 'm',
      messages: [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: null, tool_calls: owns.map((own) => ({ ...calls[0], id: own })) },
        ...owns.map((own) => ({ role: 'tool', tool_call_id: own, content: own })),
      ],
    })
    const written = (step!['tool_calls'] as Fields[]).map(({ id: own }) => own)
    expect(new Set(written).size).toBe(2)
    expect(results).toEqual(owns.map((own, index) => ({ role: 'tool', tool_call_id: written[index], content: own })))
  })

  it.each([
    ['mistral', 'abcDEF123'],
    ['openai', 'call_1'],
    ['groq', 'functions.look:0'],
  ])('stay unchanged if %s accepts them', async (provider, own) => {
    expect(await ids(provider, own)).toEqual([own, own])
  })
})
