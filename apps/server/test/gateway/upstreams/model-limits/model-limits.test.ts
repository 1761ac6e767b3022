import { expect, it, onTestFinished } from 'vitest'
import { createLimitMemory } from '@reason/gateway/src/upstreams/model-limits/limit-memory'
import { createModelLimits } from '@reason/gateway/src/upstreams/model-limits/model-limits'
import { startScripted, type Served } from '../../../matrix/upstream.ts'
import { apis } from '@reason/gateway/test/support/apis'
import { startGateway } from '../../../support/gateway.ts'
import { startReadingUpstream, startUpstream } from '../../../support/upstream.ts'

const json = (value: unknown, status = 200): Served => ({ status, type: 'application/json', body: Buffer.from(JSON.stringify(value)) })
const answer = json({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'zeta-9-claude',
  content: [{ type: 'text', text: 'ok' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
})
const refused = (message: string): Served => json({ type: 'error', error: { type: 'invalid_request_error', message } }, 400)
const noDisabled = refused('"thinking.type.disabled" is not supported for this model.')
const model = 'zeta-9-claude'
const asked = { model, reasoning_effort: 'none', messages: [{ role: 'user', content: 'x' }] }

async function start(...flags: string[]) {
  const upstream = await startScripted()
  onTestFinished(() => upstream.close())
  const common = ['--upstream', upstream.origin, '--upstream-format', 'anthropic-messages', '--upstream-provider', 'anthropic']
  return { upstream, gateway: await startGateway(...common, ...flags) }
}

it('a setting that is refused by its name is mended once, with a note, and known from then on', async () => {
  const { upstream, gateway } = await start()
  upstream.play([noDisabled, answer, answer])
  const first = await gateway.chat(asked)
  expect([first.status, first.headers.get('x-reason-notes')]).toEqual([200, '2'])
  expect(upstream.seen.map(({ thinking }) => thinking)).toEqual([{ type: 'disabled' }, undefined])
  const second = await gateway.chat(asked)
  expect([second.status, upstream.seen.length]).toEqual([200, 3])
  expect(upstream.seen[2]).not.toHaveProperty('thinking')
  const shown = (await (await fetch(`${gateway.url}/api/explain?model=${model}`)).json()) as { upstreams: { limits: unknown }[] }
  expect(shown.upstreams[0]!.limits).toEqual([{ kind: 'thinking-type', type: 'disabled' }])
  // The gateway knows nothing about another model.
  upstream.play([answer])
  await gateway.chat({ ...asked, model: 'zeta-8-claude' })
  expect(upstream.seen[0]).toMatchObject({ thinking: { type: 'disabled' } })
})

it('a long request is kept within what is known, too', async () => {
  const { upstream, gateway } = await start()
  upstream.play([noDisabled, answer, answer])
  await gateway.chat(asked)
  const content = 'x y '.repeat(300_000)
  const second = await gateway.chat({ ...asked, messages: [{ role: 'user', content }] })
  expect([second.status, second.headers.get('x-reason-notes'), upstream.seen.length]).toEqual([200, '2', 3])
  expect(upstream.seen[2]).not.toHaveProperty('thinking')
  expect(JSON.stringify(upstream.seen[2]!['messages'])).toContain(content)
})

it('a call that was to be forced is not, where the model cannot be kept from thinking', async () => {
  const { upstream, gateway } = await start()
  upstream.play([noDisabled, answer])
  const tool = { type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }
  const choice = { type: 'function', function: { name: 'f' } }
  const response = await gateway.chat({ ...asked, reasoning_effort: 'high', tools: [tool], tool_choice: choice })
  expect(response.status).toBe(200)
  expect(upstream.seen[0]).toMatchObject({ thinking: { type: 'disabled' }, tool_choice: { type: 'tool', name: 'f' } })
  expect(upstream.seen[1]).toMatchObject({ tool_choice: { type: 'auto' } })
  expect(upstream.seen[1]).not.toHaveProperty('thinking')
})

it('a setting that no provider behind a router takes is mended, although the router says 404', async () => {
  const upstream = await startScripted()
  onTestFinished(() => upstream.close())
  const gateway = await startGateway('--upstream', upstream.origin, '--upstream-provider', 'openrouter')
  const choice = { index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }
  const nowhere = (what: string): Served => json({ error: { message: `No endpoints found that support ${what}.`, code: 404 } }, 404)
  const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }]
  const request = { ...asked, tools, tool_choice: 'required' }
  upstream.play([nowhere("the provided 'tool_choice' value"), json({ id: 'c', object: 'chat.completion', choices: [choice] })])
  expect((await gateway.chat(request)).status).toBe(200)
  expect(upstream.seen.map((body) => body['tool_choice'])).toEqual(['required', 'auto'])
  upstream.play([nowhere('tool use')])
  const other = await gateway.chat({ ...request, model: 'eta' })
  expect([other.status, upstream.seen.length, await other.text()]).toEqual([404, 1, expect.stringContaining('tool use')])
})

it('what is refused again, or for something else, comes back as it is', async () => {
  const { upstream, gateway } = await start()
  upstream.play([noDisabled, noDisabled])
  expect((await gateway.chat(asked)).status).toBe(400)
  expect(upstream.seen).toHaveLength(2)
  upstream.play([refused('messages: text content blocks must be non-empty')])
  const other = await gateway.chat({ ...asked, model: 'eta-claude' })
  expect([other.status, await other.text(), upstream.seen.length]).toEqual([400, expect.stringContaining('must be non-empty'), 1])
})

it('nothing is mended where the switch is off', async () => {
  const { upstream, gateway } = await start('--no-mend-refused')
  upstream.play([noDisabled])
  expect((await gateway.chat(asked)).status).toBe(400)
  expect(upstream.seen).toHaveLength(1)
})

it('what a list of models says is kept to before anything is refused', async () => {
  const capability = (supported: boolean) => ({ supported })
  const types = { disabled: capability(false), enabled: capability(false), adaptive: capability(true), between_tools: capability(false) }
  const effort = {
    supported: true,
    low: capability(true),
    medium: capability(false),
    high: capability(true),
    max: capability(false),
    xhigh: null,
  }
  const list = {
    data: [
      { id: model, capabilities: { thinking: { supported: true, types }, effort } },
      { id: 'old', capabilities: null },
    ],
  }
  const bodies: { thinking?: unknown; output_config?: unknown }[] = []
  const url = await startReadingUpstream((text, response, request) => {
    response.setHeader('content-type', 'application/json')
    if (request.method === 'GET') return void response.end(JSON.stringify(list))
    bodies.push(JSON.parse(text) as object)
    response.end(answer.body)
  })
  const gateway = await startGateway(
    '--upstream',
    url,
    '--upstream-format',
    'anthropic-messages',
    '--upstream-provider',
    'anthropic',
    '--start-probe',
  )
  const limits = async (): Promise<unknown[]> =>
    ((await (await fetch(`${gateway.url}/api/explain?model=${model}`)).json()) as { upstreams: { limits: unknown[] }[] }).upstreams[0]!
      .limits
  await gateway.chat(asked)
  await expect.poll(limits).not.toEqual([])
  await gateway.chat(asked)
  await gateway.chat({ ...asked, reasoning_effort: 'max' })
  expect(bodies.slice(1).map(({ thinking, output_config: output }) => [thinking, output])).toEqual([
    [undefined, { effort: 'low' }],
    [{ type: 'adaptive' }, { effort: 'high' }],
  ])
})

it('no more is kept than there is room for', () => {
  const upstream = { api: apis['openai-chat'], provider: undefined, models: () => ({ pause() {}, resume() {}, abort() {} }) }
  const limits = createModelLimits({ upstream, learns: true, asks: true, memory: createLimitMemory() })
  for (let n = 0; n < 40; n++) limits.learn('m', { kind: 'without', path: `p${n}` })
  expect(limits.known('m')).toHaveLength(16)
  for (let n = 0; n < 400; n++) limits.learn(`m${n}`, { kind: 'mandatory' })
  expect(limits.known('m399')).toHaveLength(1)
  expect(limits.known('m0')).toEqual([])
  expect(limits.learn('x'.repeat(1000), { kind: 'mandatory' })).toBe(false)
  expect(limits.learn('m399', { kind: 'mandatory' })).toBe(false)
})

it('refused values, which clients choose, leave room for other limits', () => {
  const memory = createLimitMemory()
  for (let value = 0; value < 40; value++) expect(memory.learn('m', { kind: 'not', path: 'temperature', value })).toBe(true)
  expect(memory.learn('m', { kind: 'mandatory' })).toBe(true)
  expect(memory.of('m')).toMatchObject([{ value: 36 }, { value: 37 }, { value: 38 }, { value: 39 }, { kind: 'mandatory' }])
})

const openai = (message: string, param: string | null = null): Served =>
  json({ error: { message, type: 'invalid_request_error', param, code: null } }, 400)
const whole = json({ id: 'c', model: 'm', choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }] })
const pieces = ['Hm', undefined].map((thought) => ({
  id: 'c',
  model: 'm',
  choices: [
    {
      index: 0,
      delta: thought === undefined ? { content: 'ok' } : { reasoning_content: thought },
      finish_reason: thought === undefined ? 'stop' : null,
    },
  ],
}))
const streamed: Served = {
  type: 'text/event-stream',
  body: Buffer.from(`${pieces.map((piece) => `data: ${JSON.stringify(piece)}\n\n`).join('')}data: [DONE]\n\n`),
}
const inStreamsAlone = openai('parameter.enable_thinking must be set to false for non-streaming calls')

it.each([
  ['does not think', {}, whole, undefined, { enable_thinking: false }],
  [
    'thinks in a stream, which is collected',
    { enable_thinking: true },
    streamed,
    'Hm',
    { stream: true, stream_options: { include_usage: true } },
  ],
])('what may think in streams alone %s', async (_, more, reply, thought, expected) => {
  const upstream = await startScripted()
  onTestFinished(() => upstream.close())
  const gateway = await startGateway('--upstream', upstream.origin, '--upstream-format', 'openai-chat')
  upstream.play([inStreamsAlone, reply, reply])
  for (const asked of [2, 3]) {
    const response = await gateway.chat({ model: 'qwen-x', messages: [{ role: 'user', content: 'x' }], ...more })
    const { choices } = (await response.json()) as { choices: { message: { content: string; reasoning_content?: string } }[] }
    expect([response.status, choices[0]!.message.content, choices[0]!.message.reasoning_content]).toEqual([200, 'ok', thought])
    expect(Number(response.headers.get('x-reason-notes'))).toBeGreaterThan(0)
    expect(upstream.seen).toHaveLength(asked)
    expect(upstream.seen.at(-1)).toMatchObject(expected)
  }
})

it('fields that a server does not know are left out one after the other', async () => {
  const upstream = await startScripted()
  onTestFinished(() => upstream.close())
  const gateway = await startGateway('--upstream', upstream.origin, '--upstream-format', 'openai-chat')
  const unknown = ['store', 'metadata', 'prompt_cache_key', 'safety_identifier']
  upstream.play([...unknown.map((name) => openai(`Unknown parameter: '${name}'.`, name)), whole, whole])
  const fields = { store: false, metadata: { a: 'b' }, prompt_cache_key: 'k', safety_identifier: 'u' }
  for (const asked of [5, 6]) {
    const response = await gateway.chat({ model: 'm', messages: [{ role: 'user', content: 'x' }], ...fields })
    expect([response.status, response.headers.get('x-reason-notes'), upstream.seen.length]).toEqual([200, '4', asked])
  }
})

const speedy = { model, max_tokens: 10, speed: 'fast', messages: [{ role: 'user', content: 'x' }] }

it('a field that a client sends without its beta header is not taken from clients with it', async () => {
  const { upstream, gateway } = await start()
  const ask = async (beta?: string, content = 'x'): Promise<unknown[]> => {
    const head = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', ...(beta && { 'anthropic-beta': beta }) }
    const body = JSON.stringify({ ...speedy, messages: [{ role: 'user', content }] })
    const { status, headers } = await fetch(`${gateway.url}/v1/messages`, { method: 'POST', headers: head, body })
    return [status, headers.get('x-reason-notes'), ...upstream.seen.splice(0).map(({ speed }) => speed)]
  }
  const lacking = refused('speed: Extra inputs are not permitted')
  upstream.play([lacking, answer, answer, answer, answer, lacking, answer, answer])
  expect(await ask()).toEqual([200, '1', 'fast', undefined])
  expect(await ask()).toEqual([200, '1', undefined])
  expect(await ask(undefined, 'x y '.repeat(300_000))).toEqual([200, '1', undefined])
  expect(await ask('fast-mode')).toEqual([200, null, 'fast'])
  // A header of something else is learned for itself.
  expect(await ask('other')).toEqual([200, '1', 'fast', undefined])
  expect(await ask('other')).toEqual([200, '1', undefined])
})

it('a field that a newer version of the API has no more is not taken from clients of the older one', async () => {
  const { upstream, gateway } = await start()
  const ask = async (version: string): Promise<unknown[]> => {
    const head = { 'content-type': 'application/json', 'anthropic-version': version }
    const body = JSON.stringify({ model, max_tokens: 10, temperature: 0.5, messages: [{ role: 'user', content: 'x' }] })
    const { status } = await fetch(`${gateway.url}/v1/messages`, { method: 'POST', headers: head, body })
    return [status, ...upstream.seen.splice(0).map(({ temperature }) => temperature)]
  }
  upstream.play([refused('temperature: Extra inputs are not permitted'), answer, answer, answer])
  expect(await ask('2026-10-21')).toEqual([200, 0.5, undefined])
  expect(await ask('2026-10-21')).toEqual([200, undefined])
  expect(await ask('2023-06-01')).toEqual([200, 0.5])
})

/** An upstream that tells by its address what is to be streamed, and streams no calls. */
const addressed: readonly (readonly [format: string, streamed: RegExp, refusal: object, whole: object])[] = [
  [
    'bedrock-converse',
    /converse-stream/,
    { message: "This model doesn't support tool use in streaming mode." },
    {
      output: { message: { role: 'assistant', content: [{ text: 'Look.' }, { toolUse: { toolUseId: 't', name: 'f', input: { q: 1 } } }] } },
      stopReason: 'tool_use',
      usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    },
  ],
  [
    'gemini',
    /streamGenerateContent/,
    { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'This model does not support streaming.' } },
    {
      candidates: [
        { content: { role: 'model', parts: [{ text: 'Look.' }, { functionCall: { name: 'f', args: { q: 1 } } }] }, finishReason: 'STOP' },
      ],
    },
  ],
]

it.each(addressed)('what %s does not stream is asked for whole, and streamed to the client', async (format, streamed, refusal, whole) => {
  const urls: string[] = []
  const url = await startUpstream((request, response) => {
    urls.push(request.url!)
    const isRefused = streamed.test(request.url!)
    request.resume().on('end', () => {
      response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(isRefused ? refusal : whole))
    })
  })
  const gateway = await startGateway('--upstream', url, '--upstream-format', format)
  const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }]
  for (const content of ['x', 'x', 'x y '.repeat(300_000)]) {
    const response = await gateway.chat({ model: 'm', stream: true, tools, messages: [{ role: 'user', content }] })
    const text = await response.text()
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringContaining('event-stream')])
    expect(text).toContain('Look.')
    expect(text).toContain('\\"q\\":1')
    expect(text).toContain('"finish_reason":"tool_calls"')
  }
  expect(urls.map((one) => streamed.test(one))).toEqual([true, false, false, false])
})

const inEvent = (text: string): Served => ({ type: 'text/event-stream', body: Buffer.from(text) })
const refusal = { error: { message: 'Unsupported parameter: temperature', code: 400 } }

it.each([
  ['an error', json(refusal)],
  [
    'the words of MiniMax',
    json({ choices: null, base_resp: { status_code: 2013, status_msg: "invalid params, 'temperature' is not supported" } }),
  ],
  ['an event', inEvent(`data: ${JSON.stringify(refusal)}\n\ndata: [DONE]\n\n`)],
  ['an event beside choices', inEvent(`data: ${JSON.stringify({ id: 'c', choices: [], ...refusal })}\n\n`)],
])('a refusal with HTTP 200 teaches, too: %s', async (_, refused) => {
  const upstream = await startScripted()
  onTestFinished(() => upstream.close())
  const gateway = await startGateway('--upstream', upstream.origin, '--upstream-format', 'openai-chat')
  const chat = json({
    id: 'c',
    object: 'chat.completion',
    model: 'm',
    choices: [{ index: 0, message: { content: 'ok' }, finish_reason: 'stop' }],
  })
  upstream.play([refused, chat, chat])
  for (const [stream, requests] of [
    [false, 2],
    [true, 3],
  ] as const) {
    const response = await gateway.chat({ model: 'm', temperature: 0.5, stream, messages: [{ role: 'user', content: 'x' }] })
    expect([response.status, response.headers.get('x-reason-notes'), upstream.seen.length]).toEqual([200, '1', requests])
    expect(await response.text()).toContain('ok')
  }
  expect(upstream.seen.map(({ temperature }) => temperature)).toEqual([0.5, undefined, undefined])
})
