import { readFileSync } from 'node:fs'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, it } from 'vitest'
import { describeServer, type DescribeServerOptions, type ServerDescription } from '../src/index.ts'
import { Answer, modelsOf, serveAnswers, type Served } from './served.ts'

const template = "{% for message in messages %}{{ message.content }}{% endfor %}{{ '<think>\\n' }}"
const toolTemplate = `{{ tools }}${template}`

/** The answers of b10573 for every server, whatever its flags are. */
const untrue = { n_ctx: 2048, params: { reasoning_format: 'none', chat_format: 'Content-only', generation_prompt: '' } }

const props = (build: string, fields: object = {}): object => ({
  default_generation_settings: untrue,
  model_alias: 'qwen3',
  chat_template: template,
  build_info: build,
  ...fields,
})

const llamaModels = {
  object: 'list',
  data: [{ id: 'qwen3', object: 'model', owned_by: 'llamacpp', meta: { n_params: 178368, size: 713472 } }],
}

const slot = (format: string, chat = 'peg-native', task = 0): object => ({
  id: 0,
  id_task: task,
  params: { reasoning_format: format, chat_format: chat, generation_prompt: '<|im_start|>assistant\n' },
})

const llama = (build: string, others: Served = {}): Served => ({ 'GET /v1/models': llamaModels, 'GET /props': props(build), ...others })

const vllmConfig = (parser: string): string =>
  `model='m', seed=0, structured_outputs_config=StructuredOutputsConfig(backend='auto', ${parser}, enable_in_reasoning=False)`

const sglangInfo = {
  model_path: 'org/DeepSeek-R1',
  version: '0.5.3',
  api_key: 'sk-secret',
  admin_api_key: 'sk-secret',
  weight_version: 'default',
}

interface Row {
  name: string
  served: Served
  headers?: Record<string, string>
  options?: DescribeServerOptions
  described: Omit<ServerDescription, 'evidence'>
  /** Where it matters: each question with what it told. */
  evidence?: string[]
}

const llamaFound = { server: 'llama-server', model: 'qwen3', revision: '178368 parameters, 713472 bytes', template } as const

const rows: Row[] = [
  {
    name: 'llama-server before its first request: what /props says of the format is not believed',
    served: llama('b10587-d775b8967', { 'GET /slots': [{ id: 0, id_task: -1, params: untrue.params }] }),
    described: { ...llamaFound, build: 'b10587-d775b8967', restoresOpener: true, setsFormat: true },
    evidence: [
      'GET /v1/models: model qwen3, owned by llamacpp',
      'GET /props: build b10587-d775b8967, template of 79 characters',
      'GET /slots: nothing',
    ],
  },
  {
    name: 'llama-server with a template for tools',
    served: llama('b10587', { 'GET /props': props('b10587', { chat_template_tool_use: toolTemplate }) }),
    described: { ...llamaFound, build: 'b10587', toolTemplate, restoresOpener: true, setsFormat: true },
  },
  ...(
    [
      ['auto', 'b10587', true],
      ['deepseek', 'b10587', true],
      ['deepseek-legacy', 'b10587', true],
      ['none', 'b10587', false],
    ] as const
  ).map(([format, build, splits]): Row => ({
    name: `llama-server whose latest request was parsed as ${format}`,
    served: llama(build, { 'GET /slots': [slot(format), { id: 1, id_task: -1, params: untrue.params }] }),
    described: { ...llamaFound, build, splits, splitsByLatestRequest: true, restoresOpener: true, setsFormat: true },
  })),
  {
    name: 'llama-server of 2025 with deepseek-legacy, which streams tags in the text',
    served: llama('b6240-54a241f5', { 'GET /slots': [slot('deepseek-legacy', 'Hermes 2 Pro')] }),
    described: { ...llamaFound, build: 'b6240-54a241f5', restoresOpener: false, setsFormat: true },
  },
  {
    name: 'llama-server whose slots contradict each other',
    served: llama('b10587', { 'GET /slots': [slot('auto'), slot('none')] }),
    described: { ...llamaFound, build: 'b10587', restoresOpener: true, setsFormat: true },
  },
  {
    name: 'llama-server that only completed raw text',
    served: llama('b10587', { 'GET /slots': [slot('none', 'Content-only', 7)] }),
    described: { ...llamaFound, build: 'b10587', restoresOpener: true, setsFormat: true },
  },
  {
    name: 'llama-server that may write a token: that counts, and not what a client asked for',
    served: llama('b10587', {
      'GET /slots': [slot('deepseek')],
      'POST /v1/chat/completions': {
        choices: [],
        __verbose: { generation_settings: { reasoning_format: 'none', chat_format: 'peg-native' } },
      },
    }),
    options: { generates: true },
    described: { ...llamaFound, build: 'b10587', splits: false, restoresOpener: true, setsFormat: true },
  },
  {
    name: 'llama-server too old for verbose answers: its slots count',
    served: llama('b6240', { 'GET /slots': [slot('auto', 'Hermes 2 Pro')], 'POST /v1/chat/completions': { choices: [] } }),
    options: { generates: true },
    described: { ...llamaFound, build: 'b6240', splits: true, splitsByLatestRequest: true, restoresOpener: false, setsFormat: true },
  },
  ...(
    [
      ['b5000', { restoresOpener: false }],
      ['b6240', { restoresOpener: false, setsFormat: true }],
      ['b6241', { setsFormat: true }],
      ['b9210', { setsFormat: true }],
      ['b9211', { restoresOpener: false, setsFormat: true }],
      ['b9294', { restoresOpener: false, setsFormat: true }],
      ['b9295', { setsFormat: true }],
      ['b10572', { setsFormat: true }],
      ['b10573', { restoresOpener: true, setsFormat: true }],
      ['b12000-abc', { restoresOpener: true, setsFormat: true }],
    ] as const
  ).map(([build, known]): Row => ({ name: `llama-server ${build}`, served: llama(build), described: { ...llamaFound, build, ...known } })),
  {
    name: 'a build of a third party, without a number',
    served: llama('hipster'),
    described: { ...llamaFound, build: 'hipster' },
  },
  {
    name: 'a router of several models is asked for the one that is meant, and loads nothing',
    served: {
      'GET /v1/models': {
        data: [
          { id: 'a', owned_by: 'llamacpp' },
          { id: 'org/b:Q4', owned_by: 'llamacpp' },
        ],
      },
      'GET /props?model=org%2Fb%3AQ4&autoload=false': props('b10587', { model_alias: 'org/b:Q4' }),
      'GET /slots?model=org%2Fb%3AQ4&autoload=false': [slot('auto')],
    },
    options: { model: 'org/b:Q4' },
    described: {
      server: 'llama-server',
      build: 'b10587',
      model: 'org/b:Q4',
      template,
      splits: true,
      splitsByLatestRequest: true,
      restoresOpener: true,
      setsFormat: true,
    },
  },
  {
    name: 'llama-server that loads its model is known by its header',
    served: { 'GET /v1/models': new Answer(503, { error: { code: 503 } }), 'GET /props': new Answer(503, {}) },
    headers: { server: 'llama.cpp' },
    described: { server: 'llama-server' },
    evidence: ['GET /v1/models: HTTP 503', 'GET /props: HTTP 503', 'GET /slots: HTTP 404'],
  },
  {
    name: 'llama-server behind a proxy that answers for the list of models',
    served: { 'GET /props': props('b10587') },
    described: { server: 'llama-server', build: 'b10587', model: 'qwen3', template, restoresOpener: true, setsFormat: true },
  },
  {
    name: 'Ollama of today with a model that thinks',
    served: {
      'GET /v1/models': modelsOf('library', 'qwen3:8b'),
      'GET /api/version': { version: '0.12.5' },
      'POST /api/show': {
        template: '{{ .Prompt }}',
        capabilities: ['completion', 'tools', 'thinking'],
        modified_at: '2026-08-01T10:00:00Z',
      },
    },
    options: { model: 'qwen3:8b' },
    described: {
      server: 'ollama',
      build: '0.12.5',
      model: 'qwen3:8b',
      revision: '2026-08-01T10:00:00Z',
      goTemplate: '{{ .Prompt }}',
      splits: true,
    },
    evidence: [
      'GET /v1/models: model qwen3:8b, owned by library',
      'GET /props?model=qwen3%3A8b&autoload=false: HTTP 404',
      'GET /api/v0/models: HTTP 404',
      'GET /get_server_info: HTTP 404',
      'GET /api/version: version 0.12.5',
      'POST /api/show: Go template of 13 characters, it knows the model to think',
    ],
  },
  {
    name: 'Ollama whose renderer writes the prompt in place of the template',
    served: {
      'GET /api/version': { version: '0.40.12' },
      'POST /api/show': { template: '{{ .Prompt }}', renderer: 'qwen3.5', parser: 'qwen3.5', capabilities: ['completion', 'thinking'] },
    },
    options: { model: 'qwen3.5:9b', known: 'ollama' },
    described: { server: 'ollama', build: '0.40.12', model: 'qwen3.5:9b', splits: true },
    evidence: [
      'GET /api/version: version 0.40.12',
      'POST /api/show: Go template of 13 characters, renderer qwen3.5, parser qwen3.5, it knows the model to think',
    ],
  },
  ...(
    [
      ['0.8.9', ['thinking'], { splits: false }],
      ['0.9.0', ['thinking'], {}],
      ['0.12.4', ['thinking'], {}],
      ['0.12.5', ['thinking'], { splits: true }],
      ['0.12.5-rc1', ['thinking'], { splits: true }],
      ['0.13', ['thinking'], { splits: true }],
      ['1.0.0', ['thinking'], { splits: true }],
      ['0.13.0', ['completion'], { splits: false }],
    ] as const
  ).map(([version, capabilities, known]): Row => ({
    name: `Ollama ${version} with ${capabilities.join()}`,
    served: { 'GET /api/version': { version }, 'POST /api/show': { capabilities } },
    options: { model: 'm', known: 'ollama' },
    described: { server: 'ollama', build: version, model: 'm', ...known },
  })),
  ...(
    [
      ['0.29.9', '{{ .Prompt }}', ['completion'], { goTemplate: '{{ .Prompt }}', splits: false }],
      ['0.30.0', '{{ .Prompt }}', ['completion'], {}],
      ['0.33.0', '{{ .Prompt }}', ['thinking'], { splits: true }],
      ['0.33.0', '{{ .Messages }}<think>', ['completion', 'tools'], {}],
      ['0.33.0', '{{ .Messages }}<think>', ['completion', 'thinking'], { splits: true }],
      ['0.33.0', '{{ .Messages }}<think>', ['completion'], { goTemplate: '{{ .Messages }}<think>', splits: false }],
      ['0.33.0', '{{ .Tools }}{{ .ToolCalls }}', ['tools'], { goTemplate: '{{ .Tools }}{{ .ToolCalls }}', splits: false }],
    ] as const
  ).map(([version, template, capabilities, known]): Row => ({
    name: `Ollama ${version} with ${capabilities.join()} and the template ${template}, which another may replace`,
    served: { 'GET /api/version': { version }, 'POST /api/show': { template, capabilities } },
    options: { model: 'm', known: 'ollama' },
    described: { server: 'ollama', build: version, model: 'm', ...known },
  })),
  {
    name: 'Ollama that does not have the model',
    served: { 'GET /api/version': { version: '0.13.0' }, 'POST /api/show': new Answer(404, { error: "model 'm' not found" }) },
    options: { model: 'm', known: 'ollama' },
    described: { server: 'ollama', build: '0.13.0' },
  },
  {
    name: 'Ollama that is asked for no model takes the first of its list, of a namespace',
    served: {
      'GET /v1/models': modelsOf('org', 'hf.co/org/model:Q4'),
      'GET /api/version': { version: '0.13.0' },
      'POST /api/show': { capabilities: ['completion'] },
    },
    described: { server: 'ollama', build: '0.13.0', model: 'hf.co/org/model:Q4', splits: false },
  },
  {
    name: "one that imitates Ollama's endpoints, and owns its models itself",
    served: {
      'GET /v1/models': modelsOf('koboldcpp', 'koboldcpp/qwen3'),
      'GET /api/version': { version: '0.7.0' },
      'POST /api/show': { capabilities: ['completion'] },
    },
    described: { server: undefined },
  },
  {
    name: 'another that imitates them',
    served: { 'GET /v1/models': modelsOf('somebody', 'qwen3'), 'GET /api/version': { version: '0.7.0' } },
    described: { server: undefined },
  },
  {
    name: 'vLLM without its development mode tells nothing of its parser',
    served: {
      'GET /v1/models': { data: [{ id: 'qwen', owned_by: 'vllm', root: 'Qwen/Qwen3-8B' }] },
      'GET /version': { version: '0.11.0' },
    },
    described: { server: 'vllm', build: '0.11.0', model: 'qwen', revision: 'Qwen/Qwen3-8B' },
    evidence: ['GET /v1/models: model qwen, owned by vllm', 'GET /version: version 0.11.0', 'GET /server_info: HTTP 404'],
  },
  ...(
    [
      ["reasoning_parser='qwen3', reasoning_parser_plugin=''", true],
      ["reasoning_parser='', reasoning_parser_plugin=''", false],
      ["reasoning_backend='deepseek_r1'", true],
      ["reasoning_backend=''", false],
      ['reasoning_backend=None', false],
      ["reasoning_parser_plugin='x'", undefined],
    ] as const
  ).map(([config, splits]): Row => ({
    name: `vLLM with ${config}`,
    served: {
      'GET /v1/models': modelsOf('vllm', 'm'),
      'GET /version': { version: '0.11.0' },
      'GET /server_info': { vllm_config: vllmConfig(config), vllm_env: { VLLM_X: 'secret' }, system_env: { env_vars: 'secret' } },
    },
    described: { server: 'vllm', build: '0.11.0', model: 'm', ...(splits !== undefined && { splits }) },
  })),
  {
    name: 'SGLang with a parser',
    served: { 'GET /v1/models': modelsOf('sglang', 'r1'), 'GET /get_server_info': { ...sglangInfo, reasoning_parser: 'deepseek-r1' } },
    described: { server: 'sglang', build: '0.5.3', model: 'org/DeepSeek-R1', revision: 'default', splits: true },
    evidence: ['GET /v1/models: model r1, owned by sglang', 'GET /get_server_info: version 0.5.3, reasoning parser deepseek-r1'],
  },
  {
    name: 'SGLang without one, under the newer name of the endpoint, with a template by path',
    served: {
      'GET /v1/models': modelsOf('sglang', 'r1'),
      'GET /server_info': { ...sglangInfo, served_model_name: 'r1', reasoning_parser: null, chat_template: './templates/r1.jinja' },
    },
    described: { server: 'sglang', build: '0.5.3', model: 'r1', revision: 'default', splits: false },
    evidence: [
      'GET /v1/models: model r1, owned by sglang',
      'GET /get_server_info: HTTP 404',
      'GET /server_info: version 0.5.3, reasoning parser none',
    ],
  },
  {
    name: 'SGLang that is told by its arguments alone, with its template in them',
    served: { 'GET /get_server_info': { ...sglangInfo, chat_template: template } },
    described: { server: 'sglang', build: '0.5.3', model: 'org/DeepSeek-R1', revision: 'default', template },
  },
  {
    name: 'LM Studio tells what it has loaded, and answers any path with 200',
    served: {
      'GET /v1/models': modelsOf('organization_owner', 'gemma', 'qwen3-4b'),
      'GET /api/v0/models': {
        data: [
          { id: 'gemma', type: 'llm', compatibility_type: 'gguf', state: 'not-loaded' },
          { id: 'qwen3-4b', type: 'llm', compatibility_type: 'mlx', quantization: '4bit', state: 'loaded' },
        ],
      },
    },
    described: { server: 'lm-studio', model: 'qwen3-4b', revision: 'mlx 4bit' },
    evidence: ['GET /v1/models: model gemma, owned by organization_owner', 'GET /api/v0/models: model qwen3-4b, loaded, mlx'],
  },
  {
    name: 'LM Studio by its own endpoint',
    served: {
      'GET /v1/models': { error: 'Unexpected endpoint or method. (GET /v1/models)' },
      'GET /props': { error: 'Unexpected endpoint or method. (GET /props)' },
      'GET /api/version': { error: 'Unexpected endpoint or method. (GET /api/version)' },
      'GET /api/v0/models': { data: [{ id: 'gemma', compatibility_type: 'gguf', state: 'not-loaded' }] },
    },
    described: { server: 'lm-studio' },
  },
  {
    name: 'an unknown server',
    served: { 'GET /v1/models': modelsOf('someone', 'a') },
    described: { server: undefined },
  },
  { name: 'nothing at all', served: {}, described: { server: undefined } },
]

describe('describeServer', () => {
  it.each(rows)('$name', async ({ served, headers, options, described, evidence }) => {
    const { ask, got } = serveAnswers(served, headers)
    const { evidence: found, ...rest } = await describeServer(ask, options)
    expect(rest).toEqual(described)
    if (evidence !== undefined) expect(found.map(({ asked, told }) => `${asked}: ${told}`)).toEqual(evidence)
    // Each once, few in all, and no secret of the server in the evidence.
    expect(new Set(got.map(({ path }) => path)).size).toBe(got.length)
    expect(got.length).toBeLessThanOrEqual(8)
    expect(JSON.stringify(found)).not.toContain('secret')
  })

  it('has no model answer unless that is allowed', async () => {
    const quiet = serveAnswers(llama('b10587'))
    await describeServer(quiet.ask)
    expect(quiet.got.filter(({ body }) => body !== undefined)).toEqual([])
    const asked = serveAnswers(llama('b10587'))
    await describeServer(asked.ask, { generates: true })
    expect(asked.got.filter(({ body }) => body !== undefined)).toEqual([
      { path: '/v1/chat/completions', body: { messages: [{ role: 'user', content: '.' }], max_tokens: 1, verbose: true } },
    ])
  })

  it('spends no question on finding out what is known', async () => {
    const { ask, got } = serveAnswers({})
    await describeServer(ask, { known: 'llama-server' })
    expect(got.map(({ path }) => path).toSorted()).toEqual(['/props', '/slots', '/v1/models'])
  })

  describe.skipIf(shared === undefined)(`as it was recorded (${shared === undefined ? sharedMissing : 'b10573'})`, () => {
    const recorded = (name: string): unknown => JSON.parse(readFileSync(sharedPath('llama-server', 'captures', name), 'utf8'))

    it('describes llama-server', async () => {
      const { ask } = serveAnswers({ 'GET /props': recorded('props.json'), 'GET /v1/models': recorded('models.json') })
      expect(await describeServer(ask)).toMatchObject({
        server: 'llama-server',
        build: 'b10573-d775b8967',
        model: 'tiny-random-qwen3',
        revision: '178368 parameters, 713472 bytes',
        restoresOpener: true,
        setsFormat: true,
      })
    })
  })
})
