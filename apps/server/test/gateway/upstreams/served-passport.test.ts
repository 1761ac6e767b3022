import type { IncomingMessage } from 'node:http'
import { sample } from '@reason/testkit/sampling'
import { describe, expect, test } from 'vitest'
import { startGateway, type Gateway } from '../../support/gateway.ts'
import { chunk, completion, done, sendStream, startReadingUpstream, startUpstream } from '../../support/upstream.ts'

/** A template of an unknown model. @param prompt - Text behind the assistant's header. @param turn - Text before the content of an earlier turn. */
const template = (prompt: string, turn: string, inputs = ''): string =>
  `${inputs}{%- for m in messages -%}{{ '<|' + m.role + '|>' }}{% if m.role == 'assistant' %}${turn}{% else %}{{ m.content }}{% endif %}{{ '<|over|>' }}{%- endfor -%}{%- if add_generation_prompt %}{{ '<|assistant|>' }}${prompt}{% endif %}`

const thought = (open: string, close: string): string =>
  `{% if m.reasoning_content %}{{ '${open}' + m.reasoning_content + '${close}' }}{% endif %}`

const call = `{% for c in m.tool_calls or [] %}{{ '<|act|>' + c.function.name + ' ' + (c.function.arguments | tojson) + '<|/act|>' }}{% endfor %}`

const ponder = template(`{{ '<ponder>' }}`, `${thought('<ponder>', '</ponder>')}{{ m.content }}${call}`)

interface Server {
  chat_template: string
  chat_template_tool_use?: string
  /** Whether the server splits by itself, unless a request asks for raw text. */
  splits?: boolean
  /** The build decides whether the opener that a prompt ends with comes back: b6240 does not do that, b10587 does. */
  build: string
  /** The model's text, in the pieces in which it is streamed. */
  pieces: readonly string[]
}

/** Answers as llama-server without a parser for reasoning does. */
async function llamaServer(server: Server): Promise<string> {
  return startReadingUpstream((text, response, request) => {
    const path = new URL(request.url!, 'http://h').pathname
    const { stream, verbose } = JSON.parse(text || '{}') as { stream?: boolean; verbose?: boolean }
    const json = (value: unknown): void =>
      void response.setHeader('content-type', 'application/json').end(typeof value === 'string' ? value : JSON.stringify(value))
    response.setHeader('server', 'llama.cpp')
    if (path === '/props') {
      const { build: build_info, chat_template, chat_template_tool_use } = server
      return json({ build_info, chat_template, chat_template_tool_use, model_path: '/models/m.gguf' })
    }
    if (path === '/v1/models') return json({ object: 'list', data: [{ id: 'm', object: 'model', owned_by: 'llamacpp' }] })
    if (verbose === true)
      return json({ choices: [], __verbose: { generation_settings: { reasoning_format: server.splits === true ? 'deepseek' : 'none' } } })
    if (path !== '/v1/chat/completions') return void response.writeHead(404).end('{}')
    if (stream !== true) return json(completion({ content: server.pieces.join('') }))
    sendStream(response)
    for (const content of server.pieces) response.write(chunk({ content }))
    response.end(chunk({}, { finish_reason: 'stop' }) + done)
  })
}

interface Explained {
  upstreams: {
    splitting: { adapter: string; candidates: { id: string; verdict: string; reason: string }[] }
    start: { server: { server: string } | null }
  }[]
}

async function explained({ url }: Gateway, model: string): Promise<Explained['upstreams'][number]> {
  return ((await (await fetch(`${url}/api/explain?model=${model}`)).json()) as Explained).upstreams[0]!
}

/** Started, and the server is known. */
async function gatewayTo(server: Server, ...flags: string[]): Promise<Gateway> {
  const gateway = await startGateway('--upstream', await llamaServer(server), '--start-probe', ...flags)
  await expect.poll(async () => (await explained(gateway, 'm')).start.server).toMatchObject({ server: 'llama-server' })
  return gateway
}

const said = "the model writes it (the chat template that the model's server sent)"

/** Why the adapter was taken. */
async function reasonFor(gateway: Gateway, model: string): Promise<(string | undefined)[]> {
  const { adapter, candidates } = (await explained(gateway, model)).splitting
  return [adapter, candidates.find(({ verdict }) => verdict === 'taken')?.reason]
}

interface Message {
  content?: string | null
  reasoning_content?: string | null
}

async function ask({ chat }: Gateway, model: string, stream: boolean, wish: object = {}): Promise<{ reasoning: string; answer: string }> {
  const body = await (await chat({ model, stream, messages: [{ role: 'user', content: 'q' }], ...wish })).text()
  const whole = stream ? [] : [(JSON.parse(body) as { choices: { message: Message }[] }).choices[0]!.message]
  const deltas = [...body.matchAll(/^data: (\{.*)$/gm)].map(
    ([, data]) => (JSON.parse(data!) as { choices: { delta: Message }[] }).choices[0]?.delta ?? {},
  )
  const all = [...whole, ...deltas]
  return {
    reasoning: all
      .map(({ reasoning_content: text }) => text ?? '')
      .join('')
      .trim(),
    answer: all
      .map(({ content }) => content ?? '')
      .join('')
      .trim(),
  }
}

/** Whole, in single characters, and cut once at each place, of which a sample has every sixth. */
const cuttings = (text: string): string[][] => [
  [text],
  [...text],
  ...sample(
    Array.from({ length: text.length - 1 }, (_, at) => [text.slice(0, at + 1), text.slice(at + 1)]),
    6,
  ),
]

describe('an unknown model is split as the template of its server says', () => {
  test.each([
    { name: 'an opener in the prompt', chat_template: ponder, build: 'b6240', text: 'Two and two.</ponder>Four.<|over|>' },
    { name: 'an opener that comes back', chat_template: ponder, build: 'b10587', text: '<ponder>Two and two.</ponder>Four.<|over|>' },
    {
      name: 'an opener that the model writes',
      chat_template: template('', `${thought('<|musing|>', '<|/musing|>')}{{ m.content }}`),
      build: 'b6240',
      text: '<|musing|>Two and two.<|/musing|>Four.',
    },
    {
      name: 'no opener at all',
      chat_template: template(`{{ 'Let me see: ' }}`, `${thought('Let me see: ', '[NOW THE ANSWER]')}{{ m.content }}`),
      build: 'b6240',
      text: 'Two and two.[NOW THE ANSWER]Four.',
    },
    {
      name: 'a wrapper of the answer, without the closer of the thought',
      chat_template: template(`{{ '<ponder>' }}`, `${thought('<ponder>', '</ponder>')}{{ '<|START_SAY|>' + m.content + '<|END_SAY|>' }}`),
      build: 'b6240',
      text: 'Two and two.<|START_SAY|>Four.<|END_SAY|>',
    },
    {
      name: 'common tags in place of its own',
      chat_template: ponder,
      build: 'b10587',
      text: '<think>Two and two.</think>Four.',
    },
    {
      name: 'channels of Harmony under a name that says nothing',
      chat_template: `{%- for m in messages -%}{% if m.role == 'assistant' %}{% if m.thinking %}{{ '<|start|>assistant<|channel|>analysis<|message|>' + m.thinking + '<|end|>' }}{% endif %}{{ '<|start|>assistant<|channel|>final<|message|>' + m.content + '<|return|>' }}{% else %}{{ '<|start|>' + m.role + '<|message|>' + m.content + '<|end|>' }}{% endif %}{%- endfor -%}{%- if add_generation_prompt %}{{ '<|start|>assistant' }}{% endif %}`,
      build: 'b6240',
      text: '<|channel|>analysis<|message|>Two and two.<|end|><|start|>assistant<|channel|>final<|message|>Four.<|return|>',
    },
  ])(
    '$name',
    async ({ chat_template, build, text }) => {
      const server: Server = { chat_template, build, pieces: [] }
      for (const visibility of ['full', 'none']) {
        const gateway = await gatewayTo(server, '--visibility', visibility)
        expect((await reasonFor(gateway, 'm'))[1]).toBe(said)
        const expected = { reasoning: visibility === 'full' ? 'Two and two.' : '', answer: 'Four.' }
        for (const pieces of cuttings(text)) {
          server.pieces = pieces
          expect([pieces, await ask(gateway, 'm', true)]).toEqual([pieces, expected])
        }
        expect(await ask(gateway, 'm', false)).toEqual(expected)
      }
    },
    60_000,
  )

  test('a call ends the thought', async () => {
    const server: Server = { chat_template: ponder, build: 'b6240', pieces: ['Two and two.<|act|>f {}<|/act|>'] }
    expect(await ask(await gatewayTo(server), 'm', true)).toEqual({ reasoning: 'Two and two.', answer: '<|act|>f {}<|/act|>' })
  })
})

const tool = { type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }

/** Below `full` the gateway asks for split text in any case. */
describe('a server that splits, asked for raw text', () => {
  test.each([
    { name: 'the prompt has opened the thought', build: 'b6240', text: 'Two and two.</ponder>Four.' },
    { name: 'the opener comes back', build: 'b10587', text: '<ponder>Two and two.</ponder>Four.' },
  ])('$name', async ({ build, text }) => {
    const server: Server = { chat_template: ponder, build, pieces: [...text], splits: true }
    const gateway = await gatewayTo(server)
    const expected = { reasoning: 'Two and two.', answer: 'Four.' }
    for (const stream of [true, false]) expect(await ask(gateway, 'm', stream, { reasoning_format: 'none' })).toEqual(expected)
    server.pieces = ['Four', ', surely.']
    for (const stream of [true, false]) expect(await ask(gateway, 'm', stream)).toEqual({ reasoning: '', answer: 'Four, surely.' })
  })

  test('that is too old to be asked for it splits on', async () => {
    const server: Server = { chat_template: ponder, build: 'b5000', pieces: ['Four', ', surely.'], splits: true }
    const gateway = await gatewayTo(server)
    expect(await ask(gateway, 'm', true, { reasoning_format: 'none' })).toEqual({ reasoning: '', answer: 'Four, surely.' })
  })
})

describe('a template for requests with tools', () => {
  const muse = template(`{{ '<muse>' }}`, `${thought('<muse>', '</muse>')}{{ m.content }}${call}`)
  const server: Server = { chat_template: template('', '{{ m.content }}'), chat_template_tool_use: muse, build: 'b6240', pieces: [] }

  test.each([
    ['full', 'Two and two.'],
    ['none', ''],
  ])('its delimiters count, and its prompt for requests with tools: %s', async (visibility, reasoning) => {
    const gateway = await gatewayTo(server, '--visibility', visibility)
    server.pieces = [...'Two and two.</muse>Four.<|act|>f {}<|/act|>']
    expect(await ask(gateway, 'm', true, { tools: [tool] })).toEqual({ reasoning, answer: 'Four.<|act|>f {}<|/act|>' })
    server.pieces = [...'Four', ', surely.']
    expect(await ask(gateway, 'm', true)).toEqual({ reasoning: '', answer: 'Four, surely.' })
    server.pieces = [...'<muse>Two and two.</muse>Four.']
    expect(await ask(gateway, 'm', true)).toEqual({ reasoning, answer: 'Four.' })
  })
})

/** Answers as Ollama does, whose templates are Go's. */
async function ollama(server: { template: string; capabilities: string[]; pieces: readonly string[] }): Promise<string> {
  return startUpstream((request: IncomingMessage, response) => {
    request.resume().on('end', () => {
      const path = new URL(request.url!, 'http://h').pathname
      const json = (value: unknown): void => void response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
      if (path === '/api/version') return json({ version: '0.14.0' })
      if (path === '/v1/models') return json({ object: 'list', data: [{ id: 'm', object: 'model', owned_by: 'library' }] })
      if (path === '/api/show') return json({ template: server.template, capabilities: server.capabilities, modified_at: '2026-01-01' })
      if (path !== '/v1/chat/completions') return void response.writeHead(404).end('{}')
      sendStream(response)
      for (const content of server.pieces) response.write(chunk({ content }))
      response.end(chunk({}, { finish_reason: 'stop' }) + done)
    })
  })
}

const goTemplate = (prompt: string, thinking: string): string =>
  `{{ range $i, $m := .Messages }}<|{{ .Role }}|>${thinking}{{ .Content }}<|over|>{{ end }}<|assistant|>${prompt}`

const goThought = '{{ if .Thinking }}<ponder>{{ .Thinking }}</ponder>{{ end }}'

describe('an unknown model of Ollama is split as its Go template says', () => {
  test.each([
    {
      name: 'it does not know the model to think, and the prompt opens the thought',
      template: goTemplate('<ponder>', goThought),
      capabilities: ['completion'],
      text: 'Two and two.</ponder>Four.<|over|>',
      wish: {},
    },
    {
      name: 'it does not know the model to think, and the model writes the opener',
      template: goTemplate('', goThought),
      capabilities: ['completion'],
      text: '<ponder>Two and two.</ponder>Four.<|over|>',
      wish: {},
    },
    {
      name: 'it splits, but not without thinking, which the template passes over',
      template: goTemplate('<ponder>', goThought),
      capabilities: ['completion', 'thinking'],
      text: 'Two and two.</ponder>Four.<|over|>',
      wish: { reasoning_effort: 'none' },
    },
  ])('$name', async ({ template: source, capabilities, text, wish }) => {
    for (const visibility of ['full', 'none']) {
      const server = { template: source, capabilities, pieces: [...text] }
      const gateway = await startGateway('--upstream', await ollama(server), '--start-probe', '--visibility', visibility)
      await expect.poll(async () => (await reasonFor(gateway, 'm'))[1]).toBe(said)
      const expected = { reasoning: visibility === 'full' ? 'Two and two.' : '', answer: 'Four.' }
      expect(await ask(gateway, 'm', true, wish)).toEqual(expected)
    }
  })

  test('it splits: a plain answer is one', async () => {
    const server = { template: goTemplate('<ponder>', goThought), capabilities: ['thinking'], pieces: ['Four', ', surely.'] }
    const gateway = await startGateway('--upstream', await ollama(server), '--start-probe', '--visibility', 'none')
    await expect.poll(async () => (await reasonFor(gateway, 'm'))[1]).toBe(said)
    expect(await ask(gateway, 'm', true)).toEqual({ reasoning: '', answer: 'Four, surely.' })
  })
})

describe('what is known better than by a template', () => {
  const server: Server = { chat_template: ponder, build: 'b6240', pieces: ['<ponder>Two and two.</ponder>Four.'] }

  const passport = (flags: object): string[] => ['--passports', JSON.stringify([{ models: ['m'], flags }])]

  test.each([
    ['a family', 'qwen3-8b', [], ['think-tags', 'the model writes it (think-tags: family qwen3_hybrid)']],
    ['a family of Harmony', 'gpt-oss-20b', [], ['auto', expect.stringContaining('gpt-oss')]],
    ['a word in a name knows less', 'm-thinking', [], ['think-tags', said]],
    ['a passport of the operator', 'm', passport({ 'think-tags': true }), ['think-tags', 'the model writes it (configuration)']],
    ['a passport that rules a format out', 'm', passport({ 'think-tags': false }), ['auto', expect.stringContaining('looks for harmony')]],
    ['an adapter of the operator', 'm', ['--adapter', 'plain'], ['plain', 'asked for by name']],
    [
      'the family that the operator names',
      'm',
      ['--model-family', 'qwen3'],
      ['think-tags', 'the model writes it (think-tags: family qwen3_hybrid)'],
    ],
  ])('%s: %s', async (_, model, flags, expected) => {
    expect(await reasonFor(await gatewayTo(server, ...flags), model)).toEqual(expected)
  })
})

describe('an odd template takes nothing away', () => {
  const text = ['<think>Two and two.</think>Four.']
  const loop = `{% for a in range(99999) %}{% for b in range(99999) %}{{ a }}{% endfor %}{% endfor %}`

  test.each([
    ['cannot be read', '{{ messages[0'],
    ['never ends', loop + ponder],
    ['has delimiters of plain words', template('', `${thought('So ', ' Four')}{{ m.content }}`)],
    ['has a thought between words that an answer has', template(`{{ 'Two' }}`, `${thought('Two', 'Four')}{{ m.content }}`)],
  ])(
    'that %s',
    async (_, chat_template) => {
      for (const visibility of ['full', 'none']) {
        const gateway = await gatewayTo({ chat_template, build: 'b10587', pieces: text }, '--visibility', visibility)
        expect((await reasonFor(gateway, 'm'))[0]).toBe('auto')
        expect(await ask(gateway, 'm', true)).toEqual({ reasoning: visibility === 'full' ? 'Two and two.' : '', answer: 'Four.' })
      }
    },
    30_000,
  )
})
