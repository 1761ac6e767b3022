import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { serve, type Routes } from '@reason/testkit/model-servers'
import { reason } from './reason.ts'

const jinja = `{% for m in messages %}<|{{ m.role }}|>{% if m.reasoning_content %}<think>{{ m.reasoning_content }}</think>{% endif %}{{ m.content }}<|end|>{% endfor %}
{%- if add_generation_prompt %}<|assistant|>{% if enable_thinking %}<think>{% endif %}{% endif %}`

const go =
  '{{ range .Messages }}<|{{ .Role }}|>{{ if .Thinking }}<thought>{{ .Thinking }}</thought>{{ end }}{{ .Content }}<|end|>{{ end }}<|assistant|>'

interface Printed {
  models: string[]
  templates: {
    name: string
    from: string
    notes: string[]
    facts: { start: object; error?: { kind: string } }
    passport: { models: string[]; options?: object; serviceTokens?: string[] }
  }[]
}

function fileWith(text: string, name = 'chat_template.jinja'): string {
  const file = join(mkdtempSync(join(tmpdir(), 'reason-passport-')), name)
  writeFileSync(file, text)
  return file
}

async function printed(args: readonly string[], input?: string): Promise<Printed> {
  const { stdout, stderr, code } = await reason(['passport', ...args, '--json'], input === undefined ? {} : { input })
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout) as Printed
}

const thinkOptions = { 'think-tags': { commonTags: true, startTag: '<think>', endTag: '</think>' } }

describe('reason passport', () => {
  it('reads a template', async () => {
    const { models, templates } = await printed([fileWith(jinja, 'tiny-1b.jinja')])
    expect(models).toEqual(['tiny-1b'])
    expect(templates.map(({ name, facts, passport }) => [name, facts.start, passport.options])).toEqual([
      [
        'default',
        { on: 'reasoning', off: 'answer', unset: 'answer', afterResult: { on: 'reasoning', off: 'answer', unset: 'answer' } },
        thinkOptions,
      ],
    ])
  })

  it('reads standard input', async () => {
    const { models, templates } = await printed(['-', '--model', 'tiny'], jinja)
    expect([models, templates[0]?.from, templates[0]?.passport.options]).toEqual([['tiny'], 'standard input', thinkOptions])
  })

  it.each([
    ['text', { chat_template: jinja, eos_token: '<|end|>' }, ['default']],
    [
      'a list of named templates',
      {
        chat_template: [
          { name: 'default', template: jinja },
          { name: 'tool_use', template: jinja },
        ],
        eos_token: { content: '<eos>' },
      },
      ['default', 'tool_use'],
    ],
  ])("reads a tokenizer's configuration with %s", async (_, config, names) => {
    const { templates } = await printed([fileWith(JSON.stringify(config), 'tokenizer_config.json')])
    expect(templates.map(({ name }) => name)).toEqual(names)
    expect(templates[0]?.passport.options).toEqual(thinkOptions)
  })

  it('is for people without --json', async () => {
    const { stdout, code } = await reason(['passport', fileWith(jinja, 'tiny.jinja')])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^delimiters +<think> … <\/think>$/m)
    expect(stdout).toMatch(/^begins +reasoning \(thinking on\), answer \(off\), answer \(unset\)$/m)
    expect(stdout).toMatch(/^switch +enable_thinking: true on, false off; off by default$/m)
    expect(stdout).toMatch(/^ {2}pairs: a message's reasoning_content comes out in the last answer$/m)
    expect(stdout).toContain('"startTag": "<think>"')
  })

  it('says what it could not render, and does not hang', async () => {
    const { stdout, code } = await reason(['passport', fileWith('{% for i in range(10 ** 9) %}{{ i }}{% endfor %}')])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^error +limit: range\(\) asks for 1000000000 elements\.$/m)
  })

  it('shows no control sequence of a template', async () => {
    const { stdout } = await reason(['passport', fileWith(`{{ raise_exception('\u001B]0;owned\u0007') }}`)])
    expect(stdout).toContain('␛]0;owned␇')
  })
})

describe('reason passport --upstream', () => {
  const servers: {
    server: string
    routes: Routes
    args?: string[]
    models: string[]
    options: object
    names: string[]
    asked: string[]
  }[] = [
    {
      server: 'llama-server',
      routes: {
        'GET /props': {
          body: {
            chat_template: jinja,
            chat_template_tool_use: jinja,
            model_path: '/models/tiny-q4.gguf',
            bos_token: '<s>',
            build_info: 'b10587-1',
          },
        },
      },
      models: ['tiny-q4.gguf'],
      options: thinkOptions,
      names: ['default', 'tool_use'],
      asked: ['GET /props'],
    },
    {
      server: 'vLLM that gives its tokenizer',
      routes: { 'GET /tokenizer_info': { body: { chat_template: jinja, eos_token: '<|end|>' } } },
      args: ['--model', 'tiny'],
      models: ['tiny'],
      options: thinkOptions,
      names: ['default'],
      asked: ['GET /props?model=tiny', 'GET /tokenizer_info'],
    },
    {
      server: 'Ollama',
      routes: {
        'GET /api/tags': { body: { models: [{ name: 'tiny:1b' }] } },
        'POST /api/show': ({ body }) =>
          body.model === 'tiny:1b' ? { body: { template: go, capabilities: ['completion', 'thinking'] } } : { status: 404, body: {} },
      },
      models: ['tiny:1b'],
      options: { 'think-tags': { commonTags: true, startTag: '<thought>', endTag: '</thought>' } },
      names: ['default'],
      asked: ['GET /props', 'GET /tokenizer_info', 'GET /server_info', 'GET /get_server_info', 'GET /api/tags', 'POST /api/show'],
    },
  ]

  it.each(servers)('asks $server', async ({ routes, args = [], models, options, names, asked }) => {
    const server = await serve(routes)
    const said = await printed(['--upstream', server.url, ...args]).finally(() => void server.close())
    expect(said.models).toEqual(models)
    expect(said.templates.map(({ name }) => name)).toEqual(names)
    expect(said.templates[0]?.passport.options).toEqual(options)
    expect(server.got.map(({ method, path }) => `${method} ${path}`)).toEqual(asked)
  })

  it('says what was asked where there is none', async () => {
    const server = await serve({ 'GET /props': { body: { chat_template: '' } } })
    const { code, stderr } = await reason(['passport', '--upstream', `${server.url}/v1`]).finally(() => void server.close())
    expect(code).toBe(3)
    expect(stderr).toMatch(/ gives no template: \/props has no template; \/tokenizer_info answers 404; /)
  })

  it('says that no server is there', async () => {
    const server = await serve({})
    await server.close()
    expect(await reason(['passport', '--upstream', server.url])).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/no server answers at/) as string,
    })
  })

  it('takes a file or a server', async () => {
    const { code, stderr } = await reason(['passport', 'x.jinja', '--upstream', 'http://127.0.0.1:1'])
    expect([code, stderr]).toEqual([2, 'reason: give a file or --upstream, not both.\n'])
  })
})
