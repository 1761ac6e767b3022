import { afterAll, describe, expect, it } from 'vitest'
import {
  call,
  chat,
  frames,
  kindOf,
  llamaServer,
  message,
  openaiModels,
  serve,
  sse,
  type Reply,
  type Routes,
  type Running,
} from '@reason/testkit/model-servers'
import { diagnose, type DiagnoseOptions, type Diagnosis } from '../src/index.ts'

const running: Running[] = []
afterAll(() => Promise.all(running.map((one) => one.close())))

async function start(routes: Routes, missing?: Reply): Promise<Running> {
  const server = await serve(routes, missing)
  running.push(server)
  return server
}

async function doctor(url: string, options: DiagnoseOptions = {}) {
  const diagnosis = await diagnose(url, options)
  const findings = Object.fromEntries(diagnosis.findings.map((one) => [one.code, one]))
  const severities = Object.fromEntries(diagnosis.findings.map(({ code, severity }) => [code, severity]))
  return { diagnosis, findings, severities, text: JSON.stringify(diagnosis) }
}

const hasProblem = ({ findings }: Diagnosis): boolean => findings.some(({ severity }) => severity === 'problem')

const thought = 'They want to know what seventeen times three is, which is ten times three plus seven times three.'

describe("Reason's own gateway", () => {
  it.each([
    ['open', { status: 'ready', budgets: { store: 'memory' } }],
    ['with keys', { status: 'ready' }],
  ])('is known though it answers much as what is behind it: %s', async (_, ready) => {
    const { url } = await start({
      ...llamaServer({ model: 'qwen3', whole: 'qwen3-auto-json.json', streamed: 'qwen3-deepseek-stream.sse', tools: call }),
      'GET /readyz': { body: ready },
      'GET /openapi.json': { body: { openapi: '3.1.1', info: { title: 'Reason gateway', version: '1.2.3' } } },
    })
    const { diagnosis, findings } = await doctor(url, { send: false })
    expect(diagnosis).toMatchObject({ server: "Reason's own gateway", version: '1.2.3' })
    expect(findings['gateway']).toMatchObject({ severity: 'advice', evidence: 'some answers look like those of: llama.cpp' })
  })
})

describe('llama-server, as it was recorded', () => {
  it('that splits has answered, where a limit cuts the plain answer of a model whose text is a thought at first elsewhere', async () => {
    const whole = message({ content: 'Fifty-one, as' }, 'length')
    const { url } = await start(llamaServer({ model: 'DeepSeek-R1', format: 'deepseek', whole, streamed: frames({ content: '51' }) }))
    const { findings, diagnosis } = await doctor(url)
    expect(findings).not.toHaveProperty('exhausted')
    expect(diagnosis.configuration).toEqual({ upstream: `${url}/v1`, upstreamEngine: 'llama-server' })
  })

  it('has nothing wrong where reasoning has its field', async () => {
    const off = message({ content: '51' })
    const { url } = await start(
      llamaServer({ model: 'qwen3', whole: 'qwen3-auto-json.json', streamed: 'qwen3-deepseek-stream.sse', off, tools: call }),
    )
    const { diagnosis, severities, findings } = await doctor(url)
    expect(hasProblem(diagnosis)).toBe(false)
    expect(diagnosis).toMatchObject({
      server: 'llama.cpp (llama-server)',
      version: 'b10573-d775b8967',
      upstream: `${url}/v1`,
      models: ['qwen3'],
      model: 'qwen3',
      requests: 4,
    })
    expect(severities).toEqual({
      'reasoning-field': 'ok',
      'stream-equals': 'ok',
      'thinking-off': 'ok',
      tools: 'ok',
      'usage-together': 'ok',
      control: 'ok',
    })
    expect(findings['reasoning-field']!.title).toContain('reasoning_content')
    expect(diagnosis.configuration).toEqual({ upstream: `${url}/v1`, upstreamEngine: 'llama-server' })
  })

  it('is told which flag it lacks where Harmony stands in the answer', async () => {
    const harmony = 'b6240-gpt-oss-none-json.json'
    const { url } = await start(
      llamaServer({ model: 'gpt-oss-20b', build: 'b6240-54a241f5', control: false, whole: harmony, streamed: 'gpt-oss-auto-stream.sse' }),
    )
    const { findings, diagnosis } = await doctor(url)
    expect(hasProblem(diagnosis)).toBe(true)
    expect(findings['markup-in-answer']).toMatchObject({
      severity: 'problem',
      title: 'The answer contains Harmony tokens, though there is a field for it (reasoning_content).',
    })
    expect(findings['markup-in-answer']!.remedies![0]).toContain('--reasoning-format auto')
    expect(findings['stream-differs']!.evidence).toContain('reasoning_content when streamed')
    expect(findings['no-control']).toMatchObject({ severity: 'advice' })
    expect(findings['no-control']!.evidence).toContain('b6240-54a241f5')
    // Too old for its own way to end a thought.
    expect(diagnosis.configuration).toEqual({ upstream: `${url}/v1`, upstreamProvider: 'llamacpp' })
  })

  it('is known to leave out the opening tag, and the gateway is told so', async () => {
    const content = `${thought}\n</think>\n\nThe answer is 51.`
    const { url } = await start(
      llamaServer({
        model: 'house-model',
        whole: message({ content }),
        streamed: frames(...content.match(/.{1,7}/gs)!.map((piece) => ({ content: piece }))),
      }),
    )
    const { findings, diagnosis, text } = await doctor(url)
    expect(findings['orphan-close']).toMatchObject({ severity: 'problem' })
    expect(findings['orphan-close']!.evidence).toContain(`(${thought.length + 1} characters) </think>`)
    expect(diagnosis.configuration.passports).toEqual([
      { models: ['house-model'], flags: { 'think-tags': true }, options: { 'think-tags': { startsInReasoning: true } } },
    ])
    expect(text).not.toContain('ten times three')
    expect((await doctor(url, { show: true })).text).toContain('ten times three')
  })

  it('needs no more than its name where that is known to begin in reasoning', async () => {
    const { url } = await start(
      llamaServer({
        model: 'DeepSeek-R1',
        whole: message({ content: `${thought}</think>51` }),
        streamed: 'b6240-deepseek-r1-none-stream.sse',
      }),
    )
    const { findings, diagnosis } = await doctor(url)
    expect(findings['orphan-close']!.remedies!.join()).toContain('splits these answers correctly')
    expect(diagnosis.configuration.passports).toBeUndefined()
  })

  it('fails inside a stream', async () => {
    const { url } = await start(
      llamaServer({ model: 'qwen3', whole: 'qwen3-auto-json.json', streamed: 'qwen3-error-midstream-stream.sse' }),
    )
    const { findings, diagnosis } = await doctor(url)
    expect(hasProblem(diagnosis)).toBe(true)
    expect(findings['stream-fails']!.evidence).toContain('an error inside an answer with HTTP 200')
  })

  it('that is loading its model is asked nothing more', async () => {
    const loading = {
      status: 503,
      headers: { Server: 'llama.cpp' },
      body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
    }
    const server = await start({ 'GET /health': loading, 'GET /v1/models': loading, 'POST /v1/chat/completions': loading })
    const { findings, diagnosis } = await doctor(server.url)
    expect({ problem: hasProblem(diagnosis), requests: diagnosis.requests }).toEqual({ problem: true, requests: 0 })
    expect(findings['loading']!.evidence).toContain('Loading model')
    expect(server.got.filter((got) => kindOf(got) !== 'empty')).toEqual([])
  })
})

describe('llama-server that says what it does', () => {
  const plain = { whole: message({ content: '51' }), streamed: frames({ content: '51' }), off: message({ content: '51' }), tools: call }
  const inTags = `<think>\n${thought}\n</think>\n\n51`
  const unopened = `${thought}\n</think>\n\n51`
  const raw = (content: string) => ({
    ...plain,
    whole: message({ content }),
    streamed: frames(...content.match(/.{1,7}/gs)!.map((piece) => ({ content: piece }))),
  })
  /** The prompt ends with an opener, unless thinking is switched off. */
  const opening =
    '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n' +
    '{% if enable_thinking is defined and not enable_thinking %}<think>\n\n</think>\n\n{% else %}<think>\n{% endif %}{% endif %}'
  const failing = (text: string): Reply => ({ status: 500, body: { error: { code: 500, message: text, type: 'server_error' } } })

  it.each<[name: string, server: Parameters<typeof llamaServer>[0], severities: object, settings: object]>([
    [
      'that it splits, and answers plainly: Qwen3.5',
      { ...plain, model: 'Qwen3.5-9B', format: 'auto' },
      { 'no-reasoning': 'ok', 'parser-on': 'ok', 'stream-equals': 'ok', tools: 'ok' },
      {},
    ],
    [
      'that it splits, and answers plainly: DeepSeek R1',
      { ...plain, model: 'DeepSeek-R1', format: 'deepseek' },
      { 'no-reasoning': 'ok', 'parser-on': 'ok' },
      {},
    ],
    [
      'that it splits: a plain answer first, and then a thought',
      { ...plain, model: 'Qwen3.5-9B', format: 'auto', streamed: frames({ reasoning_content: thought }, { content: '51' }) },
      { 'reasoning-field': 'ok', 'stream-thinks': 'ok', 'thinking-off': 'ok' },
      {},
    ],
    [
      'that it splits, and names the field as few do',
      {
        ...plain,
        model: 'house-model',
        whole: message({ content: '51', thinking_content: thought }),
        streamed: frames({ thinking_content: thought }, { content: '51' }),
      },
      { 'reasoning-field': 'ok', 'stream-equals': 'ok', 'thinking-off': 'ok' },
      {},
    ],
    [
      'that it does not, and answers plainly',
      { ...plain, model: 'house-model', format: 'none' },
      { 'no-reasoning': 'ok', 'parser-off': 'advice' },
      {},
    ],
    [
      'that it does not, with the opener back in front',
      { ...raw(inTags), model: 'Qwen3.5-9B', format: 'none' },
      { 'markup-in-answer': 'problem', 'stream-equals': 'ok', 'thinking-off': 'ok' },
      {},
    ],
    [
      'that it does not, without the opener',
      { ...raw(unopened), model: 'house-model', build: 'b6240-54a241f5', format: 'none', off: message({ content: unopened }) },
      { 'orphan-close': 'problem' },
      { passports: [{ models: ['house-model'], flags: { 'think-tags': true }, options: { 'think-tags': { startsInReasoning: true } } }] },
    ],
    [
      'nothing, and answers plainly before a closer without an opener',
      { ...raw(unopened), model: 'house-model', whole: message({ content: '51' }) },
      { 'orphan-close': 'problem', 'stream-thinks': 'ok' },
      // No setting holds text until its closer comes, and lets a plain answer pass.
      {},
    ],
    [
      'where its template begins: no passport is needed',
      { ...raw(unopened), model: 'house-model', build: 'b6240-54a241f5', format: 'none', template: opening },
      { 'orphan-close': 'problem', 'thinking-off': 'ok' },
      {},
    ],
    [
      'the same, where thinking cannot be switched off',
      {
        ...raw(unopened),
        model: 'qwen3-8b',
        build: 'b6240-54a241f5',
        format: 'none',
        template: opening,
        off: message({ content: unopened }),
      },
      { 'orphan-close': 'problem', 'thinking-stays': 'advice' },
      {},
    ],
    [
      'the same, and the thought never ends',
      { ...raw(thought), model: 'house-model', build: 'b6240-54a241f5', format: 'none', template: opening },
      { 'unclosed-reasoning': 'advice', 'parser-off': 'advice' },
      {},
    ],
    ['nothing, and answers plainly where a thought is expected', { ...plain, model: 'DeepSeek-R1' }, { 'no-reasoning': 'ok' }, {}],
  ])('says %s', async (_, server, expected, settings) => {
    const { url } = await start(llamaServer(server))
    const { severities, diagnosis } = await doctor(url)
    expect(severities).toMatchObject(expected)
    expect(hasProblem(diagnosis)).toBe(Object.values(expected).includes('problem'))
    expect(diagnosis.configuration).toEqual({ upstream: `${url}/v1`, upstreamEngine: 'llama-server', ...settings })
    for (const id of ['stream-differs', 'off-hidden', 'off-leaks']) expect(severities).not.toHaveProperty(id)
  })

  it('answers in two ways, which the diagnosis lists and the gateway learns', async () => {
    const { url } = await start(llamaServer({ ...raw(unopened), model: 'house-model', whole: message({ content: '51' }) }))
    expect((await doctor(url)).findings['orphan-close']!.remedies!.at(-1)).toBe(
      'or change nothing: the answers are of 2 kinds (no reasoning (whole); </think> alone (streamed)), which the gateway learns. ' +
        'To buffer more of each answer until its kind is known, start the gateway with --start-held 2000 --decide-after 5000',
    )
  })

  it('is cited in the diagnosis', async () => {
    const { url } = await start(llamaServer({ ...raw(unopened), model: 'house-model', build: 'b6240-54a241f5', format: 'none' }))
    const { diagnosis, findings } = await doctor(url)
    const slots = '/slots?model=house-model&autoload=false'
    expect(diagnosis.statements).toContainEqual({ asked: `GET ${slots}`, told: 'reasoning_format none in the latest requests' })
    expect(findings['orphan-close']!.remedies).toEqual([
      expect.stringMatching(/^start llama-server with/),
      expect.stringMatching(/^or update llama-server: /),
      expect.stringMatching(/^or change nothing: /),
    ])
  })

  it.each([
    ['answers without a closing tag', message({ content: '51' }), {}, 'unclosed-reasoning', 'no-reasoning'],
    ['is cut in its thought', message({ content: thought }, 'length'), {}, 'exhausted', 'no-reasoning'],
    ['is cut, where the server splits', message({ content: thought }, 'length'), { format: 'auto' }, 'no-reasoning', 'exhausted'],
    [
      'is cut, where the opener is put back',
      message({ content: thought }, 'length'),
      { build: 'b10573-d775b8967' },
      'no-reasoning',
      'exhausted',
    ],
  ])('reads where output begins in its template, and the model %s', async (_, whole, fields, expected, other) => {
    const template =
      '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}<|im_start|>assistant\n<think>\n'
    const server = { ...plain, model: 'house-model', build: 'b6240-54a241f5', format: 'none', template, whole, ...fields }
    const { url } = await start(llamaServer(server))
    const { severities, diagnosis } = await doctor(url)
    expect(severities).toHaveProperty(expected)
    expect(severities).not.toHaveProperty(other)
    expect(diagnosis.statements).toContainEqual({ asked: 'chat template', told: 'the prompt ends inside the reasoning' })
  })

  it('takes a call for an answer', async () => {
    const call = { id: 'c', type: 'function', function: { name: 'clock', arguments: '{}' } }
    const whole = message({ content: '', reasoning_content: thought, tool_calls: [call] }, 'tool_calls')
    const { url } = await start(llamaServer({ whole, streamed: frames({ content: '51' }), model: 'house-model' }))
    const { severities } = await doctor(url)
    expect(severities).toHaveProperty('reasoning-field')
    expect(severities).not.toHaveProperty('empty-answer')
  })

  it('puts a whole answer into the field of the reasoning when told not to think', async () => {
    const native = {
      whole: message({ content: '51', reasoning_content: thought }),
      streamed: frames({ reasoning_content: thought }, { content: '51' }),
    }
    const { url } = await start(llamaServer({ ...native, model: 'house-model', off: message({ content: '', reasoning_content: '51' }) }))
    const { severities } = await doctor(url)
    expect(severities).toMatchObject({ 'off-in-field': 'problem' })
    expect(severities).not.toHaveProperty('thinking-stays')
  })

  it.each([
    [
      'of its own',
      failing('Cannot pass both content and thinking in a message with tool calls'),
      'check the log of the server: the failure is its own, and no known flag is missing',
    ],
    [
      'for want of a flag',
      failing('tools param requires --jinja flag'),
      'start llama-server with --jinja, and with a chat template that knows tools (--chat-template-file)',
    ],
  ])('fails %s where tools are offered', async (_, tools, remedy) => {
    const { url } = await start(llamaServer({ ...plain, model: 'gpt-oss-20b', format: 'auto', tools }))
    expect((await doctor(url)).findings['tools-refused']!.remedies![0]).toBe(remedy)
  })
})

describe('vLLM', () => {
  const vllm = (routes: Routes): Routes => ({
    'GET /version': { body: { version: '0.11.0' } },
    'GET /health': { body: '' },
    'GET /v1/models': openaiModels('vllm', 'Qwen/Qwen3-8B'),
    ...routes,
  })

  it('without a parser is told which one', async () => {
    const text = `<think>\n${thought}\n</think>\n\n51`
    const { url } = await start(
      vllm({
        'POST /v1/chat/completions': chat({
          whole: message({ content: text, reasoning_content: null }),
          streamed: frames(...['<think>', '\n', thought, '\n', '</think>', '\n\n', '51'].map((content) => ({ content }))),
          off: message({ content: '51' }),
          tools: {
            status: 400,
            body: {
              error: {
                message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
                type: 'BadRequestError',
                code: 400,
              },
            },
          },
        }),
      }),
    )
    const { findings, diagnosis, severities } = await doctor(url)
    expect(hasProblem(diagnosis)).toBe(true)
    expect(diagnosis).toMatchObject({ server: 'vLLM', version: '0.11.0' })
    expect(findings['markup-in-answer']!.remedies).toEqual([
      'start vLLM with --reasoning-parser qwen3',
      'or change nothing: the gateway splits these answers correctly',
    ])
    expect(findings['tools-refused']).toMatchObject({ severity: 'problem' })
    expect(findings['tools-refused']!.remedies).toEqual(['start vLLM with --enable-auto-tool-choice --tool-call-parser hermes'])
    expect(severities).toMatchObject({ 'thinking-off': 'ok', 'stream-equals': 'ok' })
    expect(diagnosis.configuration).toEqual({ upstream: `${url}/v1`, upstreamEngine: 'vllm' })
  })

  it('of today has the field that is called reasoning', async () => {
    const { url } = await start(
      vllm({
        'POST /v1/chat/completions': chat({
          whole: message({ content: '51', reasoning: thought }),
          streamed: frames({ reasoning: thought }, { content: '51' }),
          off: message({ content: '51' }),
        }),
      }),
    )
    const { findings, diagnosis } = await doctor(url)
    expect(hasProblem(diagnosis)).toBe(false)
    expect(findings['reasoning-field']!.title).toBe('Reasoning comes in a separate field: reasoning.')
  })

  it('that loses reasoning in streams is found out', async () => {
    const { url } = await start(
      vllm({
        'POST /v1/chat/completions': chat({ whole: message({ content: '51', reasoning: thought }), streamed: frames({ content: '51' }) }),
      }),
    )
    expect((await doctor(url)).findings['stream-differs']!.evidence).toBe(
      'the fields of the reasoning: reasoning when whole, none when streamed',
    )
  })
})

describe('Ollama', () => {
  const ollama = (routes: Routes): Routes => ({
    'GET /': { body: 'Ollama is running' },
    'GET /api/version': { body: { version: '0.12.3' } },
    'GET /api/tags': { body: { models: [{ name: 'qwen3:8b', model: 'qwen3:8b', digest: '500a1f067a9f', details: { family: 'qwen3' } }] } },
    'POST /api/show': { body: { capabilities: ['completion', 'tools', 'thinking'] } },
    ...routes,
  })

  it('speaks several APIs, and thinks on when told not to, in the answer', async () => {
    const complaint = { status: 400, body: { error: { message: "[] is too short - 'messages'", type: 'invalid_request_error' } } }
    const { url } = await start(
      ollama({
        'GET /v1/models': openaiModels('library', 'nomic-embed-text:latest', 'qwen3:8b'),
        'POST /api/chat': { status: 400, body: { error: 'model is required' } },
        'POST /v1/responses': complaint,
        'POST /v1/chat/completions': chat(
          {
            whole: message({ content: '51', reasoning: thought }),
            streamed: frames({ content: '', reasoning: thought }, { content: '51' }),
            off: message({ content: `${thought}\n</think>\n\n51` }),
          },
          complaint,
        ),
      }),
    )
    const { diagnosis, findings, text } = await doctor(url)
    expect(hasProblem(diagnosis)).toBe(true)
    expect(diagnosis).toMatchObject({
      server: 'Ollama',
      version: '0.12.3',
      model: 'qwen3:8b',
      formats: ['openai-chat', 'ollama', 'openai-responses'],
    })
    expect(findings['off-leaks']!.evidence).toContain('sent {"reasoning_effort":"none"}')
    expect(text).not.toContain('ten times three')
    expect(diagnosis.configuration).toMatchObject({ upstream: `${url}/v1`, upstreamProvider: 'ollama' })
  })

  it('that has only its own API is spoken to in that', async () => {
    const line = (fields: object, done = false) =>
      `${JSON.stringify({ model: 'qwen3:8b', created_at: '2026-01-01T00:00:00Z', message: { role: 'assistant', content: '', ...fields }, done, ...(done && { done_reason: 'stop', prompt_eval_count: 12, eval_count: 30 }) })}\n`
    const whole = (fields: object): Reply => ({ headers: { 'content-type': 'application/json' }, body: line(fields, true) })
    const { url } = await start(
      ollama({
        'POST /api/show': { body: { capabilities: ['completion'] } },
        'POST /api/chat': chat({
          whole: whole({ content: '51', thinking: thought }),
          streamed: {
            headers: { 'content-type': 'application/x-ndjson' },
            body: line({ thinking: thought }) + line({ content: '51' }) + line({}, true),
          },
          off: whole({ content: '51' }),
          tools: whole({ tool_calls: [{ function: { name: 'get_weather', arguments: { city: 'Oslo' } } }] }),
        }),
      }),
    )
    const { diagnosis, findings, severities } = await doctor(url)
    expect(hasProblem(diagnosis)).toBe(false)
    expect(findings['reasoning-field']!.title).toContain('thinking')
    expect(severities).toMatchObject({ 'stream-equals': 'ok', 'thinking-off': 'ok', tools: 'ok', capabilities: 'advice' })
    expect(diagnosis.configuration).toEqual({ upstream: url, upstreamFormat: 'ollama', upstreamProvider: 'ollama' })
  })
})

describe('SGLang', () => {
  it('says itself that it has no parser', async () => {
    const { url } = await start({
      'GET /get_server_info': {
        body: { version: '0.5.3', model_path: 'deepseek-ai/DeepSeek-R1', reasoning_parser: null, tool_call_parser: 'deepseekv3' },
      },
      'GET /get_model_info': { body: { model_path: 'deepseek-ai/DeepSeek-R1', is_generation: true } },
      'GET /v1/models': openaiModels('sglang', 'deepseek-ai/DeepSeek-R1'),
      'POST /v1/chat/completions': chat({
        whole: message({ content: `${thought}\n</think>\n\n51` }),
        streamed: frames({ content: thought }, { content: '\n</think>' }, { content: '\n\n51' }),
      }),
    })
    const { diagnosis, findings } = await doctor(url)
    expect(diagnosis).toMatchObject({ server: 'SGLang', version: '0.5.3' })
    expect(findings['reasoning-parser']!.evidence).toBe('reasoning_parser is null in /get_server_info')
    expect(findings['tool-call-parser']).toBeUndefined()
    expect(findings['orphan-close']!.remedies![0]).toBe('start SGLang with --reasoning-parser deepseek-r1')
    expect(diagnosis.configuration.upstreamProvider).toBe('sglang')
  })
})

describe('LM Studio', () => {
  it('is known by its errors with status 200, asks what is loaded, and is told of its setting', async () => {
    const { url } = await start(
      {
        'GET /v1/models': openaiModels('organization_owner', 'text-embedding-nomic', 'gemma-3', 'qwen3-4b'),
        'GET /api/v0/models': {
          body: {
            data: [
              { id: 'gemma-3', type: 'llm', compatibility_type: 'gguf', state: 'not-loaded' },
              { id: 'qwen3-4b', type: 'llm', compatibility_type: 'mlx', state: 'loaded' },
            ],
          },
        },
        'POST /v1/chat/completions': chat({
          whole: message({ content: `<think>${thought}</think>51` }),
          streamed: frames({ content: `<think>${thought}` }, { content: '</think>51' }),
          tools: message({ content: '<tool_call>{"name":"get_weather","arguments":{"city":"Oslo"}}</tool_call>' }),
        }),
      },
      { status: 200, body: { error: 'Unexpected endpoint or method. (GET /props)' } },
    )
    const { diagnosis, findings } = await doctor(url)
    expect(diagnosis).toMatchObject({ server: 'LM Studio', model: 'qwen3-4b', models: ['qwen3-4b', 'gemma-3'], formats: ['openai-chat'] })
    expect(findings['markup-in-answer']!.remedies![0]).toContain('LM Studio')
    expect(findings['tools-unparsed']!.evidence).toBe('"<tool_call>"')
  })
})

describe('an unknown server', () => {
  it('is asked for a model that chats, which one that is "embedded" somewhere may do', async () => {
    const { url } = await start({
      'GET /v1/models': openaiModels('someone', 'bge-reranker-v2', 'Qwen3-Embedding-8B', 'embedded/qwen3', 'house-model'),
      'POST /v1/chat/completions': chat({ whole: message({ content: '51' }), streamed: frames({ content: '51' }) }),
    })
    const { diagnosis } = await doctor(url)
    expect(diagnosis).toMatchObject({ model: 'embedded/qwen3', models: ['embedded/qwen3', 'house-model'] })
  })

  it('is looked at all the same', async () => {
    const { url } = await start({
      'GET /v1/models': openaiModels('someone', 'a'),
      'POST /v1/chat/completions': chat({
        whole: message({ content: 'Fifty-one.' }),
        streamed: {
          headers: { 'content-type': 'text/event-stream' },
          body: `: waiting\n\n${frames({ content: 'Fifty-one.' }).body as string}`,
        },
        tools: message({ content: 'It is sunny.' }),
      }),
    })
    const { diagnosis, severities } = await doctor(url)
    expect(hasProblem(diagnosis)).toBe(false)
    expect(diagnosis.server).toBeUndefined()
    expect(severities).toEqual({
      'unknown-server': 'advice',
      'no-reasoning': 'ok',
      'stream-equals': 'ok',
      'keep-alive': 'ok',
      'no-call': 'advice',
      usage: 'ok',
    })
  })

  it('answers without a thought where the gateway waits for one', async () => {
    const { url } = await start({
      'GET /v1/models': openaiModels('someone', 'DeepSeek-R1'),
      'POST /v1/chat/completions': chat({
        whole: message({ content: `${thought}</think>51` }),
        streamed: frames({ content: thought }, { content: '</think>51' }),
        off: message({ content: '51' }),
      }),
    })
    const { severities } = await doctor(url)
    expect(severities).toMatchObject({ 'orphan-close': 'problem' })
    // The gateway takes a text that ended by itself for the answer.
    expect(severities).not.toHaveProperty('off-hidden')
  })

  it('has no tokens left for a call', async () => {
    const { url } = await start({
      'GET /v1/models': openaiModels('someone', 'a'),
      'POST /v1/chat/completions': chat({
        whole: message({ content: '51', reasoning: thought }),
        streamed: frames({ reasoning: thought }, { content: '51' }),
        tools: message({ content: '', reasoning: thought }, 'length'),
      }),
    })
    const { severities } = await doctor(url)
    expect(severities).toMatchObject({ 'reasoning-field': 'ok', 'thinking-stays': 'advice', 'tools-cut': 'advice' })
    expect(severities).not.toHaveProperty('exhausted')
  })

  it('breaks the rules of its format', async () => {
    const { url } = await start({
      'GET /v1/models': openaiModels('someone', 'a'),
      'POST /v1/chat/completions': chat({
        whole: message({ content: '51' }),
        streamed: sse('data: {"choices":[{"index":0,"delta":{"content":"51"}}]}\n\n'),
        tools: message(
          { content: null, tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":' } }] },
          'tool_calls',
        ),
      }),
    })
    const { findings, severities } = await doctor(url)
    expect(severities).toMatchObject({ cut: 'problem', 'tool-arguments': 'problem', 'no-usage': 'advice' })
    expect(findings['cut']!.evidence).toContain('missing-finish')
    expect(findings['no-usage']!.title).toBe('Tokens are not counted in streams.')
  })

  it('drops what it bills, or thinks until there is no answer', async () => {
    const billed = (fields: object, usage: object, finish = 'stop'): Reply => {
      const reply = message(fields, finish)
      return { body: { ...(reply.body as object), usage } }
    }
    const lost = await start({
      'GET /v1/models': openaiModels('someone', 'a'),
      'POST /v1/chat/completions': chat({
        whole: billed({ content: '51' }, { prompt_tokens: 9, completion_tokens: 400, total_tokens: 409 }),
        streamed: frames({ content: '51' }),
      }),
    })
    expect((await doctor(lost.url)).findings['lost-tokens']).toMatchObject({
      severity: 'problem',
      evidence: '400 output tokens, and text for about 1',
    })

    const hidden = { prompt_tokens: 9, completion_tokens: 400, total_tokens: 409, completion_tokens_details: { reasoning_tokens: 384 } }
    const shy = await start({
      'GET /v1/models': openaiModels('someone', 'a'),
      'POST /v1/chat/completions': chat({ whole: billed({ content: '51' }, hidden), streamed: frames({ content: '51' }) }),
    })
    expect((await doctor(shy.url)).findings['hidden-reasoning']).toMatchObject({ severity: 'advice' })

    const spent = await start({
      'GET /v1/models': openaiModels('someone', 'a'),
      'POST /v1/chat/completions': chat({
        whole: message({ content: '', reasoning_content: thought }, 'length'),
        streamed: message({ content: '', reasoning_content: thought }, 'length'),
      }),
    })
    const { severities, findings } = await doctor(spent.url, { maxTokens: 64 })
    expect(severities).toMatchObject({ exhausted: 'advice', 'not-streamed': 'problem' })
    expect(findings['exhausted']!.title).toContain('64 tokens')
    expect(spent.got.find((got) => kindOf(got) === 'whole')!.body.max_tokens).toBe(64)
  })
})
