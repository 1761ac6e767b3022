import Anthropic from '@anthropic-ai/sdk'
import { openKeyFile } from '@reason/keys'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import OpenAI from 'openai'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeSecret } from '../../src/stores/data-dir.ts'
import { openSealer } from '../../src/stores/seal-keys.ts'
import { startGateway, type Gateway } from '../support/gateway.ts'
import { startReadingUpstream } from '../support/upstream.ts'

const thought = 'The capital of Italy is Rome, so that is where I look.'
const signature = (turn: number): string => `EqQBCkYIARgCKkDx${'q7Zm'.repeat(12)}${turn}A==`

/** Claude, as it answers in a tool loop of three steps: a thought with its signature and a call, twice, and then the answer. */
async function claude(): Promise<{ origin: string; asked: { messages: { role: string; content: unknown }[] }[] }> {
  const asked: { messages: { role: string; content: unknown }[] }[] = []
  const url = await startReadingUpstream((json, response) => {
    const body = JSON.parse(json) as {
      messages: { role: string; content: unknown }[]
      stream?: boolean
    }
    asked.push(body)
    const turn = asked.length
    const thinking = { type: 'thinking', thinking: thought, signature: signature(turn) }
    const content =
      turn < 3
        ? [thinking, { type: 'tool_use', id: `toolu_${turn}`, name: 'weather', input: { city: 'Rome', turn } }]
        : [thinking, { type: 'text', text: 'Sunny.' }]
    const message = {
      id: `msg_${turn}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content,
      stop_reason: turn < 3 ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 5, output_tokens: 7 },
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(message))
  })
  return { origin: new URL(url).origin, asked }
}

/** A call with a thought that DeepSeek wants back. */
async function deepseek(): Promise<{ url: string; asked: { messages: unknown[] }[] }> {
  const asked: { messages: unknown[] }[] = []
  const url = await startReadingUpstream((text, response) => {
    asked.push(JSON.parse(text) as { messages: unknown[] })
    const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Rome"}' } }
    const message = { role: 'assistant', content: '', reasoning_content: thought, tool_calls: [call] }
    const choices = [{ index: 0, message, logprobs: null, finish_reason: 'tool_calls' }]
    const body = { id: 'c', object: 'chat.completion', created: 1, model: 'deepseek-reasoner', choices }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
  return { url, asked }
}

async function guarded(origin: string, visibility: 'none' | 'full', ...flags: string[]): Promise<Gateway & { key: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'reason-sealed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const keys = join(folder, 'keys.json')
  const { text } = await openKeyFile(keys).create({ name: 'app', visibility })
  const gateway = await startGateway(
    '--upstream',
    origin,
    '--upstream-format',
    'anthropic-messages',
    '--upstream-provider',
    'anthropic',
    '--keys',
    keys,
    '--require-keys',
    ...flags,
  )
  return { ...gateway, key: text }
}

/** Claude's expected third request: both thoughts with their signatures, each before its call. */
const kept = [1, 2].map((turn) => [
  { type: 'thinking', thinking: thought, signature: signature(turn) },
  { type: 'tool_use', id: `toolu_${turn}`, name: 'weather', input: { city: 'Rome', turn } },
])

const assistantContent = ({ messages }: { messages: { role: string; content: unknown }[] }): unknown[] =>
  messages.flatMap(({ role, content }) => (role === 'assistant' ? [content] : []))

describe.each(['none', 'full'] as const)('a tool loop of three steps at visibility %s', (visibility) => {
  it('works with Chat Completions, if the application returns each message unchanged', async () => {
    const { origin, asked } = await claude()
    const { url, key } = await guarded(origin, visibility)
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 })
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Weather in the capital of Italy?' }]
    const seen: string[] = []
    for (let step = 0; step < 3; step++) {
      const { choices } = await client.chat.completions.create({
        model: 'claude-sonnet-4-5',
        reasoning_effort: 'low',
        messages,
        tools: [{ type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: {} } } }],
      })
      const { message } = choices[0]!
      seen.push(JSON.stringify(message))
      messages.push(message)
      for (const call of message.tool_calls ?? []) messages.push({ role: 'tool', tool_call_id: call.id, content: 'Sunny' })
    }
    expect(messages.at(-1)).toMatchObject({ role: 'assistant', content: 'Sunny.' })
    expect(assistantContent(asked[2]!)).toEqual(kept)
    expect(seen.join('').includes(thought)).toBe(visibility === 'full')
    expect(seen.join('')).not.toContain('q7Zm')
  })

  it('works with Responses', async () => {
    const { origin, asked } = await claude()
    const { url, key } = await guarded(origin, visibility)
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 })
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Weather in the capital of Italy?' }]
    let text = ''
    for (let step = 0; step < 3; step++) {
      const response = await client.responses.create({
        model: 'claude-sonnet-4-5',
        reasoning: { effort: 'low' },
        include: ['reasoning.encrypted_content'],
        input,
        tools: [{ type: 'function', name: 'weather', parameters: { type: 'object', properties: {} }, strict: false }],
      })
      text = response.output_text
      input.push(...(response.output as OpenAI.Responses.ResponseInputItem[]))
      for (const item of response.output) {
        if (item.type === 'function_call') input.push({ type: 'function_call_output', call_id: item.call_id, output: 'Sunny' })
      }
    }
    expect(text).toBe('Sunny.')
    expect(assistantContent(asked[2]!)).toEqual(kept)
    expect(JSON.stringify(input).includes(thought)).toBe(visibility === 'full')
  })

  it('works with Messages', async () => {
    const { origin, asked } = await claude()
    const { url, key } = await guarded(origin, visibility)
    const client = new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0 })
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Weather in the capital of Italy?' }]
    let last: Anthropic.Message | undefined
    for (let step = 0; step < 3; step++) {
      last = await client.messages.create({
        model: 'claude-sonnet-4-5',
        max_tokens: 4000,
        thinking: { type: 'enabled', budget_tokens: 2000 },
        messages,
        tools: [{ name: 'weather', input_schema: { type: 'object' } }],
      })
      messages.push({ role: 'assistant', content: last.content })
      const results = last.content.flatMap((block) =>
        block.type === 'tool_use' ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: 'Sunny' }] : [],
      )
      if (results.length > 0) messages.push({ role: 'user', content: results })
    }
    // Claude Code takes the last block for the result: of an answer that ends with anything but a text it prints nothing.
    const shown = visibility === 'full' ? { type: 'thinking', thinking: thought } : { type: 'redacted_thinking' }
    expect(last!.content).toMatchObject([shown, { type: 'text', text: 'Sunny.' }])
    expect(assistantContent(asked[2]!)).toEqual(kept)
    expect(JSON.stringify(messages).includes('q7Zm')).toBe(visibility === 'full')

    await client.messages.create({
      model: 'claude-sonnet-4-5',
      max_tokens: 4000,
      messages: [...messages, { role: 'user', content: 'And now?' }],
    })
    expect(assistantContent(asked[3]!)[2]).toEqual([
      { type: 'thinking', thinking: thought, signature: signature(3) },
      { type: 'text', text: 'Sunny.' },
    ])
  })
})

describe('a sealed value', () => {
  it('of one client does not open for another, and the loop continues without it', async () => {
    const { origin, asked } = await claude()
    const folder = mkdtempSync(join(tmpdir(), 'reason-sealed-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const keys = join(folder, 'keys.json')
    const [one, other] = [await openKeyFile(keys).create({ name: 'one' }), await openKeyFile(keys).create({ name: 'other' })]
    const gateway = await startGateway(
      '--upstream',
      origin,
      '--upstream-format',
      'anthropic-messages',
      '--upstream-provider',
      'anthropic',
      '--keys',
      keys,
      '--require-keys',
    )
    const ask = (key: string, messages: OpenAI.ChatCompletionMessageParam[]): Promise<OpenAI.ChatCompletion> =>
      new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: key, maxRetries: 0 }).chat.completions.create({
        model: 'claude-sonnet-4-5',
        messages,
        tools: [{ type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: {} } } }],
      })
    const question: OpenAI.ChatCompletionMessageParam = { role: 'user', content: 'Weather?' }
    const { choices } = await ask(one.text, [question])
    const { message } = choices[0]!
    const stolen: OpenAI.ChatCompletionMessageParam[] = [
      question,
      message,
      { role: 'tool', tool_call_id: message.tool_calls![0]!.id, content: 'Sunny' },
    ]
    await ask(other.text, stolen)
    expect(JSON.stringify(asked[1])).not.toContain('q7Zm')
    expect(JSON.stringify(asked[1])).not.toContain('rsn1.')
    const metrics = await gateway.chat('{}').then(async () => (await fetch(`${gateway.url}/readyz`)).status)
    expect(metrics).toBe(200)
  })

  it('that no longer opens does not end a loop of Messages', async () => {
    const { origin, asked } = await claude()
    const [one, other] = [await guarded(origin, 'none'), await guarded(origin, 'none')]
    const ask = ({ url, key }: Gateway & { key: string }, messages: Anthropic.MessageParam[]): Promise<Anthropic.Message> =>
      new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0 }).messages.create({
        model: 'claude-sonnet-4-5',
        max_tokens: 4000,
        thinking: { type: 'enabled', budget_tokens: 2000 },
        messages,
        tools: [{ name: 'weather', input_schema: { type: 'object' } }],
      })
    const question: Anthropic.MessageParam = { role: 'user', content: 'Weather?' }
    const { content } = await ask(one, [question])
    const { id } = content.find((block) => block.type === 'tool_use')!
    const result: Anthropic.MessageParam = {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content: 'Sunny' }],
    }
    await ask(other, [question, { role: 'assistant', content }, result])
    expect(asked[1]).toMatchObject({ thinking: { type: 'disabled' } })
    expect(assistantContent(asked[1]!)).toEqual([[{ type: 'tool_use', id, name: 'weather', input: { city: 'Rome', turn: 1 } }]])
  })

  it.each([
    ['none', { type: 'enabled', budget_tokens: 2000 }, { type: 'disabled' }],
    ['none', { type: 'disabled' }, { type: 'disabled' }],
    // A client that may see reasoning has all that the upstream needs, so the upstream judges.
    ['full', { type: 'enabled', budget_tokens: 2000 }, { type: 'enabled', budget_tokens: 2000 }],
  ] as const)('that a client of visibility %s leaves out does not end a loop of Messages', async (visibility, thinking, sent) => {
    const { origin, asked } = await claude()
    const { url, key } = await guarded(origin, visibility)
    const client = new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0 })
    const ask = (messages: Anthropic.MessageParam[]) =>
      client.messages
        .create({
          model: 'claude-sonnet-4-5',
          max_tokens: 4000,
          thinking,
          messages,
          tools: [{ name: 'weather', input_schema: { type: 'object' } }],
        })
        .withResponse()
    const call = (turn: number): Anthropic.MessageParam => ({
      role: 'assistant',
      content: [{ type: 'tool_use', id: `toolu_${turn}`, name: 'weather', input: { city: 'Rome', turn } }],
    })
    const result = (turn: number): Anthropic.MessageParam => ({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `toolu_${turn}`, content: 'Sunny' }],
    })
    const question: Anthropic.MessageParam = { role: 'user', content: 'Weather?' }
    await ask([question])
    const { response } = await ask([question, call(1), result(1)])
    expect(asked[1]).toMatchObject({ thinking: sent })
    expect(assistantContent(asked[1]!)).toEqual([call(1).content])
    expect(response.headers.has('x-reason-notes')).toBe(thinking.type !== sent.type)
    // The loop is over, and the next question is thought about as it was asked for.
    await ask([question, call(1), result(1), { role: 'assistant', content: 'Sunny.' }, { role: 'user', content: 'And now?' }])
    expect(asked[2]).toMatchObject({ thinking })
  })

  it('is in ids of calls in Messages until the client has returned the field', async () => {
    const { origin, asked } = await claude()
    const { url, key } = await guarded(origin, 'none')
    const client = new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0 })
    const settings = {
      model: 'claude-sonnet-4-5',
      max_tokens: 4000,
      thinking: { type: 'enabled' as const, budget_tokens: 2000 },
      tools: [{ name: 'weather', input_schema: { type: 'object' as const } }],
    }
    const { content } = await client.messages.create({ ...settings, messages: [{ role: 'user', content: 'Weather?' }] })
    expect(content).toMatchObject([{ type: 'redacted_thinking' }, { type: 'tool_use' }])
    const { id } = content[1] as Anthropic.ToolUseBlock
    expect(id).toMatch(/^call_rsn1_[\w-]{20}$/)
    const { content: next } = await client.messages.create({
      ...settings,
      messages: [
        { role: 'user', content: 'Weather?' },
        { role: 'assistant', content },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'Sunny' }] },
      ],
    })
    expect(assistantContent(asked[1]!)).toEqual([kept[0]])
    expect(JSON.stringify(asked[1])).not.toContain('rsn1')
    expect(JSON.stringify(next)).not.toContain('call_rsn1_')
  })

  it.each([
    ['call-id', 'whole', /^call_1__rsn1_[\w-]{200,}$/],
    ['call-id', 'short', /^call_rsn1_[\w-]{20}$/],
    ['both', 'short', /^call_rsn1_[\w-]{20}$/],
    ['both', 'whole', /^call_1__rsn1_[\w-]{200,}$/],
  ])('returns the thought to an upstream of Chat Completions (carrier: %s, %s)', async (carrier, length, form) => {
    const { url, asked } = await deepseek()
    const gateway = await startGateway(
      '--upstream',
      url,
      '--upstream-provider',
      'deepseek',
      '--visibility',
      'none',
      '--seal-carrier',
      carrier,
      '--call-ids',
      length,
    )
    const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'unused', maxRetries: 0 })
    const question: OpenAI.ChatCompletionMessageParam = { role: 'user', content: 'Weather in Rome?' }
    const ask = (messages: OpenAI.ChatCompletionMessageParam[]): Promise<OpenAI.ChatCompletion> =>
      client.chat.completions.create({
        model: 'deepseek-reasoner',
        messages,
        tools: [{ type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: {} } } }],
      })
    const [said] = (await ask([question])).choices
    // As libraries keep it that know no other fields.
    const { role, content, tool_calls } = said!.message
    expect(tool_calls![0]!.id).toMatch(form)
    await ask([question, { role, content, tool_calls: tool_calls! }, { role: 'tool', tool_call_id: tool_calls![0]!.id, content: 'Sunny' }])
    expect(asked[1]!.messages.slice(1)).toMatchObject([
      { role: 'assistant', reasoning_content: thought, tool_calls: [{ id: 'call_1', function: { name: 'weather' } }] },
      { role: 'tool', tool_call_id: 'call_1', content: 'Sunny' },
    ])
    expect(JSON.stringify(asked[1])).not.toContain('rsn1')
  })

  it.each(['field', 'call-id'])('does not leave the gateway if the last step offers no tools (carrier: %s)', async (carrier) => {
    const { url, asked } = await deepseek()
    const gateway = await startGateway('--upstream', url, '--visibility', 'none', '--seal-carrier', carrier, '--adapter', 'plain')
    const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'unused', maxRetries: 0 })
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Weather in Rome?' }]
    const tools: OpenAI.ChatCompletionTool[] = [{ type: 'function', function: { name: 'weather', parameters: {} } }]
    const { message } = (await client.chat.completions.create({ model: 'qwen3', messages, tools })).choices[0]!
    expect(JSON.stringify(message)).toContain('rsn1')
    messages.push(message, { role: 'tool', tool_call_id: message.tool_calls![0]!.id, content: 'Sunny' })
    const last = (await client.chat.completions.create({ model: 'qwen3', messages })).choices[0]!
    expect(JSON.stringify(last)).not.toContain('rsn1')
    expect(asked[1]!.messages.slice(1)).toMatchObject([
      { role: 'assistant', tool_calls: [{ id: 'call_1', function: { name: 'weather' } }] },
      { role: 'tool', tool_call_id: 'call_1', content: 'Sunny' },
    ])
    expect(JSON.stringify(asked[1])).not.toContain('rsn1')
  })

  it('keeps cache marks of the client in place', async () => {
    const { origin, asked } = await claude()
    const { url, key } = await guarded(origin, 'none')
    const client = new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0 })
    const cached = { cache_control: { type: 'ephemeral' as const } }
    const settings = {
      model: 'claude-sonnet-4-5',
      max_tokens: 4000,
      tools: [{ name: 'weather', input_schema: { type: 'object' as const } }],
    }
    const { content } = await client.messages.create({ ...settings, messages: [{ role: 'user', content: 'Weather?' }] })
    await client.messages.create({
      ...settings,
      messages: [
        { role: 'user', content: 'Weather?' },
        { role: 'assistant', content: content.map((block) => (block.type === 'tool_use' ? { ...block, ...cached } : block)) },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Sunny' }] },
      ],
    })
    expect(assistantContent(asked[1]!)).toEqual([[kept[0]![0], { ...kept[0]![1], ...cached }]])
  })
})

// Found at the first answer that has something to seal, it would fail when its model has been asked.
it.each([
  ['is not there', undefined, /^The keys of sealed values cannot be read from \S+seal\.keys \(.*ENOENT/],
  ['is empty', '\n', /seal\.keys does not hold the keys of sealed values/],
  ['holds zeros, as after a power failure', '\0'.repeat(44), /seal\.keys does not hold the keys/],
  ['holds something shorter', 'c2hvcnQ=\n', /seal\.keys does not hold the keys .* Make one: openssl rand -base64 32 > /],
])('a gateway does not start with a file of seal keys that %s', async (_, text, says) => {
  const folder = mkdtempSync(join(tmpdir(), 'reason-sealed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'seal.keys')
  if (text !== undefined) writeFileSync(path, text)
  await expect(startGateway('--seal-keys', path)).rejects.toThrow(says)
  // One that it made itself may have been damaged since.
  if (text !== undefined) await expect(startGateway('--data-dir', folder)).rejects.toThrow(says)
})

it('a gateway does not start with a link to missing seal keys, which would fail the first answer that needs them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reason-sealed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(folder, 'missing'), join(folder, 'seal.keys'))
  await expect(startGateway('--data-dir', folder)).rejects.toThrow(/cannot be read from \S+seal\.keys/)
})

it('seal keys that cannot be stored are in memory until they can be', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reason-sealed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  const lines: unknown[] = []
  const sealer = openSealer({ dataDir, sealKeys: undefined }, { warn: (...line: unknown[]) => void lines.push(line) })
  writeFileSync(dataDir, 'a file in the place of the folder')
  const context = { instance: 'i', tenant: 't', client: 'openai-chat' }
  const sealed = [sealer(), sealer()].map((one) => one.seal({ message: { role: 'assistant', items: [] }, seen: 'x' }, context))
  expect(lines).toHaveLength(1)
  rmSync(dataDir)
  for (const one of sealed) expect(one.ok && sealer().open(one.value, context)).toMatchObject({ ok: true })
  expect(readdirSync(dataDir)).toEqual(['seal.keys'])
})

it('seal keys are created once and atomically, readable only by their owner, also with several processes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reason-sealed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'seal.keys')
  const made = [1, 2, 3].map(() => {
    makeSecret(path, 'base64')
    return readFileSync(path, 'utf8')
  })
  expect(made[0]).toMatch(/^[\w+/]{43}=\n$/)
  expect(new Set(made).size).toBe(1)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['seal.keys'])
})
