import type { IncomingMessage, ServerResponse } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { question, startGateway, type Gateway } from '../../support/gateway.ts'
import { chunk, done, sendStream, startReadingUpstream, startUpstream } from '../../support/upstream.ts'

/** A template whose prompt opens the thought, unless thinking is off. */
const opening =
  "{% for m in messages %}<|im_start|>{{ m.role }}\n{% if m.role == 'assistant' and m.reasoning_content %}<think>\n{{ m.reasoning_content }}\n</think>\n\n{% endif %}{{ m.content }}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% if enable_thinking is defined and enable_thinking is false %}<think>\n\n</think>\n\n{% else %}<think>\n{% endif %}{% endif %}"

type Answer = (response: ServerResponse) => void

const text =
  (content: string, finish = 'stop', build?: string): Answer =>
  (response) => {
    sendStream(response)
    const named = (event: string): string =>
      build === undefined ? event : event.replace('"object"', () => `"system_fingerprint":${JSON.stringify(build)},"object"`)
    for (const piece of content.match(/.{1,3}/gsu) ?? []) response.write(named(chunk({ content: piece })))
    response.write(chunk({}, { finish_reason: finish }))
    response.end(done)
  }

const fields =
  (reasoning: string, content: string): Answer =>
  (response) => {
    sendStream(response)
    response.write(chunk({ reasoning_content: reasoning }))
    response.write(chunk({ content }))
    response.write(chunk({}, { finish_reason: 'stop' }))
    response.end(done)
  }

/** The same, by a server that names its build and its model. */
const named =
  (answer: Answer, build: string | undefined, model: string): Answer =>
  (response) => {
    const write = response.write.bind(response)
    response.write = (piece: string) =>
      write(
        piece.replace(
          '"some-model"',
          JSON.stringify(model) + (build === undefined ? '' : `,"system_fingerprint":${JSON.stringify(build)}`),
        ),
      )
    answer(response)
  }

interface LlamaServer {
  answer: Answer
  build: string
  format: 'none' | 'deepseek'
  /** `enable_thinking` of `--chat-template-kwargs`. Default: the server has no `/apply-template`. */
  thinks?: boolean
  /** Answers 503 to everything, and counts how often. */
  loads?: boolean
  loading?: number
  /** Number of requests for `/props`. */
  asked?: number
}

/** Answers as llama-server does, with `/props`, and `__verbose` where that is asked for. */
async function llamaServer(server: LlamaServer): Promise<string> {
  return startUpstream((request: IncomingMessage, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const path = new URL(request.url!, 'http://h').pathname
      if (server.loads === true) {
        server.loading = (server.loading ?? 0) + 1
        return void response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":{"message":"Loading model"}}')
      }
      const body = pieces.length === 0 ? {} : (JSON.parse(Buffer.concat(pieces).toString()) as { verbose?: boolean })
      response.setHeader('server', 'llama.cpp')
      const json = (value: object): void => void response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
      if (path === '/props') {
        server.asked = (server.asked ?? 0) + 1
        return json({
          build_info: server.build,
          chat_template: opening,
          model_path: '/models/m.gguf',
          default_generation_settings: { params: { reasoning_format: 'none', chat_format: 'Content-only' } },
        })
      }
      if (path === '/v1/models') return json({ object: 'list', data: [{ id: 'm', object: 'model', owned_by: 'llamacpp' }] })
      if (body.verbose === true) {
        return json({
          choices: [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'length' }],
          __verbose: { generation_settings: { reasoning_format: server.format } },
        })
      }
      if (path === '/apply-template' && server.thinks !== undefined) {
        const { chat_template_kwargs: kwargs } = body as { chat_template_kwargs?: { enable_thinking?: boolean } }
        const thinks = kwargs?.enable_thinking ?? server.thinks
        return json({ prompt: `<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\n<think>\n${thinks ? '' : '\n</think>\n\n'}` })
      }
      if (path !== '/v1/chat/completions') return void response.writeHead(404).end('{}')
      server.answer(response)
    })
  })
}

const asked = { model: 'qwen3.5-m', stream: true, messages: [{ role: 'user', content: 'q' }] }

async function ask({ chat }: Gateway, wish: object = {}): Promise<{ reasoning: string; answer: string }> {
  const body = await (await chat({ ...asked, ...wish })).text()
  const out = { reasoning: '', answer: '' }
  for (const [, data] of body.matchAll(/^data: (\{.*)$/gm)) {
    const { choices } = JSON.parse(data!) as { choices: { delta: { content?: string; reasoning_content?: string } }[] }
    const { content, reasoning_content: reasoning } = choices[0]?.delta ?? {}
    out.reasoning += reasoning ?? ''
    out.answer += content ?? ''
  }
  return { reasoning: out.reasoning.trim(), answer: out.answer.trim() }
}

/** An answer that its upstream ends only when the client has read from it: one that is held would never end. */
async function askAsItComes({ chat }: Gateway, set: (answer: Answer) => void): Promise<string> {
  let end = (): void => {}
  set((response) => {
    sendStream(response)
    response.write(chunk({ content: 'Rome, of course, as ever.' }))
    end = () => {
      response.write(chunk({}, { finish_reason: 'stop' }))
      response.end(done)
    }
  })
  const reader = (await chat(asked)).body!.pipeThrough(new TextDecoderStream()).getReader()
  let body = ''
  while (!body.includes('Rome')) body += (await reader.read()).value ?? ''
  end()
  for (let next = await reader.read(); !next.done; next = await reader.read()) body += next.value
  return body
}

interface Explained {
  upstreams: {
    start: { full: { by: string }; none: { start: string; by: string }; server: { server: string; splits: boolean | null } | null }
  }[]
}

const explained = async ({ url }: Gateway, model = asked.model): Promise<Explained['upstreams'][number]['start']> =>
  ((await (await fetch(`${url}/api/explain?model=${model}`)).json()) as Explained).upstreams[0]!.start

test('an answer that was cut is hidden from clients that may see no reasoning, and is no evidence for others', async () => {
  const upstream = await startUpstream(
    (request, response) => void request.resume().on('end', () => text('Rome, of cou', 'length')(response)),
  )
  const gateway = await startGateway('--upstream', upstream)
  const other = { ...asked, model: 'm' }
  const hidden = await gateway.chat(other, { headers: { 'content-type': 'application/json', 'x-reason-visibility': 'none' } })
  expect(await hidden.text()).not.toContain('Rom')
  expect(await ask(gateway, other)).toEqual({ reasoning: '', answer: 'Rome, of cou' })
})

const json = '{"q":1}'

test.each([
  [' to=self<|message|>Add the two.<|eom|><|start|>assistant to=user<|message|>Four.<|eot|>', 'Add the two.', 'Four.'],
  ['to=user<|message|>Four.<|eot|>', '', 'Four.'],
  [` to=functions.f<|channel|>commentary <|constrain|>json<|message|>${json}<|call|>`, '', ''],
  ['to=2 is "to two".', '', 'to=2 is "to two".'],
  [' to=se', '', 'to=se'],
])('behind plain answers of an unknown model, a header is none of the answer: %s', async (written, reasoning, answer) => {
  let next = text('Paris.')
  const upstream = await startUpstream((request, response) => void request.resume().on('end', () => next(response)))
  const gateway = await startGateway('--upstream', upstream)
  for (let times = 0; times < 3; times++) expect(await ask(gateway, { model: 'm' })).toEqual({ reasoning: '', answer: 'Paris.' })
  expect((await explained(gateway, 'm')).full.by).toBe('no closers seen')
  next = text(written)
  expect(await ask(gateway, { model: 'm' })).toEqual({ reasoning, answer })
})

test('answers without thinking teach nothing about those with it', async () => {
  let next = text('Paris.')
  const upstream = await startUpstream((request, response) => void request.resume().on('end', () => next(response)))
  const gateway = await startGateway('--upstream', upstream)
  for (let times = 0; times < 3; times++)
    expect((await ask(gateway, { chat_template_kwargs: { enable_thinking: false } })).answer).toBe('Paris.')
  next = text('Hm, a capital.</think>Rome.')
  expect(await ask(gateway)).toEqual({ reasoning: 'Hm, a capital.', answer: 'Rome.' })
})

test('a switch that a server obeys is believed, after its first plain answer, though it sends closers to other requests', async () => {
  let next = text('Hm, a capital.</think>Rome.')
  const upstream = await startUpstream((request, response) => void request.resume().on('end', () => next(response)))
  const gateway = await startGateway('--upstream', upstream)
  const off = { chat_template_kwargs: { enable_thinking: false } }
  expect(await ask(gateway)).toEqual({ reasoning: 'Hm, a capital.', answer: 'Rome.' })
  next = text('Paris.')
  expect((await ask(gateway, off)).answer).toBe('Paris.')
  for (let times = 0; times < 3; times++) expect(await ask(gateway, off)).toEqual({ reasoning: '', answer: 'Paris.' })
  // A thought all the same.
  next = text('Hm, a capital.</think>Rome.')
  expect(await ask(gateway, off)).toEqual({ reasoning: 'Hm, a capital.', answer: 'Rome.' })
})

describe('what an answer says of its server, before its text', () => {
  const thought = text('Hm, a capital of many hills.</think>Rome.')
  test.each<[string, build: [string?, string?], model: [string, string]]>([
    ['another build', ['b1', 'b2'], ['m', 'm']],
    ['another model', ['b1', 'b1'], ['m', 'n']],
    ['another model, and no build', [], ['m', 'n']],
  ])('%s: what was seen of the one before does not count', async (_, [build, nextBuild], [model, nextModel]) => {
    let answer = named(fields('Hm.', 'Paris.'), build, model)
    const upstream = await startUpstream((request, response) => void request.resume().on('end', () => answer(response)))
    const folder = mkdtempSync(join(tmpdir(), 'reason-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const gateway = await startGateway('--upstream', upstream, '--visibility', 'none', '--data-dir', folder, '--traces', 'sqlite')
    for (let times = 0; times < 9; times++) expect(await ask(gateway)).toEqual({ reasoning: '', answer: 'Paris.' })
    expect((await explained(gateway)).none.by).toBe('fields seen')
    answer = named(thought, nextBuild, nextModel)
    expect(await ask(gateway)).toEqual({ reasoning: '', answer: 'Rome.' })
    expect((await explained(gateway)).none.by).toBe('closers seen')
    // Written behind the answer.
    const newest = async () =>
      ((await (await fetch(`${gateway.url}/api/traces`)).json()) as { items: { metadata?: { start?: string } }[] }).items
    await expect.poll(async () => (await newest()).length).toBe(10)
    expect((await newest())[0]).toMatchObject({ metadata: { start: 'nothing' } })
  })

  test('a model that echoes what the client asked for is no news', async () => {
    let answer: Answer = () => {}
    const upstream = await startReadingUpstream((text, response) =>
      named(answer, undefined, (JSON.parse(text) as { model: string }).model)(response),
    )
    const gateway = await startGateway('--upstream', upstream, '--visibility', 'none', '--model-family', 'qwen3-8b')
    answer = fields('Hm.', 'Paris.')
    for (const model of ['a', 'b', 'c']) await ask(gateway, { model })
    answer = thought
    await ask(gateway, { model: 'd' })
    expect((await explained(gateway)).none.by).toBe('contradictory')
    answer = fields('Hm.', 'Paris.')
    for (const model of ['e', 'f', 'g']) await ask(gateway, { model })
    expect((await explained(gateway)).none.by).toBe('contradictory')
  })
})

describe('what a server says of itself', () => {
  test('a parser that is on: a plain answer is one at once, at none too', async () => {
    const server: LlamaServer = { answer: text('Paris, as everybody knows.'), build: 'b10587-abc', format: 'deepseek' }
    const gateway = await startGateway('--upstream', await llamaServer(server), '--visibility', 'none', '--start-probe')
    await expect.poll(async () => (await explained(gateway)).server).toMatchObject({ server: 'llama-server', splits: true })
    expect((await explained(gateway)).none).toEqual({ start: 'answer', by: 'server splits' })
    expect(await ask(gateway)).toEqual({ reasoning: '', answer: 'Paris, as everybody knows.' })
    expect(await askAsItComes(gateway, (answer) => (server.answer = answer))).not.toContain('reasoning_content')
  })

  test('no parser, and an old build: the prompt has opened the thought', async () => {
    const server: LlamaServer = { answer: text('Hm, a capital.</think>Paris.'), build: 'b6240-54a241f5', format: 'none' }
    const gateway = await startGateway('--upstream', await llamaServer(server), '--visibility', 'none', '--start-probe')
    await expect.poll(async () => (await explained(gateway)).none.by).toBe('prompt')
    expect(await ask(gateway)).toMatchObject({ reasoning: '', answer: 'Paris.' })
    server.answer = text('Hm, and it stops')
    expect(await ask(gateway)).toMatchObject({ reasoning: '', answer: '' })
  })

  test.each([
    [false, 'thinking off', 'Paris, as everybody knows.'],
    [true, 'prompt', ''],
  ])('no parser, and a flag that sets thinking to %s for requests that say nothing', async (thinks, by, answer) => {
    const server: LlamaServer = { answer: text('Paris, as everybody knows.'), build: 'b6240-54a241f5', format: 'none', thinks }
    const gateway = await startGateway('--upstream', await llamaServer(server), '--visibility', 'none', '--start-probe')
    await expect.poll(async () => (await explained(gateway)).none.by).toBe(by)
    expect(await ask(gateway)).toEqual({ reasoning: '', answer })
    // The request's own setting wins over the flag.
    server.answer = text('Hm, a capital.</think>Paris.')
    expect(await ask(gateway, { chat_template_kwargs: { enable_thinking: true } })).toEqual({ reasoning: '', answer: 'Paris.' })
  })

  test('no parser, and a build that puts the opener back', async () => {
    const server: LlamaServer = { answer: text('<think>Hm.</think>Paris.'), build: 'b10587-abc', format: 'none' }
    const gateway = await startGateway('--upstream', await llamaServer(server), '--visibility', 'none', '--start-probe')
    await expect.poll(async () => (await explained(gateway)).none.by).toBe('server closed')
    expect(await ask(gateway)).toMatchObject({ reasoning: '', answer: 'Paris.' })
  })

  test('a parser that a closer contradicts is believed no more', async () => {
    const server: LlamaServer = { answer: text('Secret thought.</think>Oslo.'), build: 'b10587-abc', format: 'deepseek' }
    const gateway = await startGateway('--upstream', await llamaServer(server), '--visibility', 'none', '--start-probe')
    await expect.poll(async () => (await explained(gateway)).none.by).toBe('server splits')
    expect((await ask(gateway)).answer).toContain('Oslo.')
    expect((await explained(gateway)).none).toEqual({ start: 'unknown', by: 'contradictory' })
    expect(await ask(gateway)).toEqual({ reasoning: '', answer: 'Oslo.' })
  })

  test('another build is asked anew', async () => {
    const server: LlamaServer = { answer: text('Paris.', 'stop', 'b10587-abc'), build: 'b10587-abc', format: 'deepseek' }
    const gateway = await startGateway('--upstream', await llamaServer(server), '--visibility', 'none', '--start-probe')
    await expect.poll(async () => (await explained(gateway)).none.by).toBe('server splits')
    expect(await ask(gateway)).toEqual({ reasoning: '', answer: 'Paris.' })
    Object.assign(server, { build: 'b6240-54a241f5', format: 'none', answer: text('Paris.', 'stop', 'b6240-54a241f5') })
    server.asked = 0
    await ask(gateway)
    // At once: the next answer may be a thought.
    await expect.poll(() => server.asked).toBe(1)
    await expect.poll(async () => (await explained(gateway)).none.by).toBe('prompt')
    server.answer = text('Hm, a capital.</think>Paris.', 'stop', 'b6240-54a241f5')
    expect(await ask(gateway)).toEqual({ reasoning: '', answer: 'Paris.' })
  })

  test('a closer that contradicts the server makes the gateway ask it at once, and only once', async () => {
    const server: LlamaServer = { answer: text('Paris.'), build: 'b6240-54a241f5', format: 'none', thinks: false }
    const gateway = await startGateway('--upstream', await llamaServer(server), '--visibility', 'none', '--start-probe')
    await expect.poll(async () => (await explained(gateway)).none.by).toBe('thinking off')
    Object.assign(server, { build: 'b6241-11aa22bb', thinks: true, answer: text('Hm, a capital.</think>Paris.'), asked: 0 })
    await ask(gateway)
    // Sooner than the check of each minute.
    await expect.poll(async () => (await explained(gateway)).none.by, { timeout: 20_000 }).toBe('prompt')
    server.answer = text('Hm, and it stops')
    expect(await ask(gateway)).toEqual({ reasoning: '', answer: '' })
    server.answer = text('Hm, a capital.</think>Paris.')
    server.asked = 0
    for (let count = 0; count < 4; count++) expect(await ask(gateway)).toEqual({ reasoning: '', answer: 'Paris.' })
    expect(server.asked).toBeLessThan(2)
    // A client can name any model, each of which writes its first closer.
    for (let count = 0; count < 8; count++) await ask(gateway, { model: `qwen3-${count}b` })
    expect(server.asked).toBeLessThan(4)
  })

  test('a server that is not up yet is asked again, and is no other one', async () => {
    const server: LlamaServer = { answer: fields('Hm.', 'Paris.'), build: 'b10587-abc', format: 'deepseek' }
    const origin = await llamaServer(server)
    const dataDir = mkdtempSync(join(tmpdir(), 'reason-starts-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const first = await startGateway('--upstream', origin, '--start-probe', '--data-dir', dataDir)
    await expect.poll(async () => (await explained(first)).server).toMatchObject({ splits: true })
    await ask(first)
    await first.close()
    // The server loads its model while the gateway starts.
    server.loads = true
    const second = await startGateway('--upstream', origin, '--start-probe', '--data-dir', dataDir)
    await expect.poll(() => server.loading ?? 0).toBeGreaterThan(0)
    expect((await explained(second)) as object).toMatchObject({ seen: { fields: 1 }, server: null })
  })

  test('a server that says nothing is asked for nothing else', async () => {
    const gateway = await startGateway('--upstream', await startUpstream((_, response) => text('Paris.')(response)), '--start-probe')
    expect(await ask(gateway)).toMatchObject({ reasoning: '', answer: 'Paris.' })
    expect((await explained(gateway)).server).toBeNull()
  })
})

describe('what was seen of a server', () => {
  test('three answers with a field, and plain answers stream at none; one bare closer, and they are held', async () => {
    let answer: Answer = fields('Hm.', 'Paris.')
    const upstream = await startUpstream((request, response) => void request.resume().on('end', () => answer(response)))
    const gateway = await startGateway('--upstream', upstream, '--visibility', 'none')
    expect((await explained(gateway)).none).toEqual({ start: 'unknown', by: 'nothing' })
    answer = text('Rome, of course, as ever.')
    expect(await ask(gateway)).toEqual({ reasoning: '', answer: 'Rome, of course, as ever.' })
    answer = fields('Hm.', 'Paris.')
    for (let count = 0; count < 3; count++) expect(await ask(gateway)).toMatchObject({ answer: 'Paris.' })
    expect((await explained(gateway)).none).toEqual({ start: 'answer', by: 'fields seen' })
    expect(await askAsItComes(gateway, (next) => (answer = next))).toContain('Rome')
    // Another model under the same name, behind a server that does not split.
    answer = text('Secret thought.</think>Oslo.')
    expect((await ask(gateway)).answer).toContain('Oslo.')
    expect((await explained(gateway)).none).toEqual({ start: 'unknown', by: 'contradictory' })
    expect(await ask(gateway)).toMatchObject({ reasoning: '', answer: 'Oslo.' })
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text()
    expect(metrics).toMatch(/^reasoning_leak_total\{mode="stream",reason="late_closer",splitter="think-tags"\} 1$/m)
  })

  test('clients cannot teach trust', async () => {
    let answer: Answer = text('Plain.')
    const upstream = await startUpstream((request, response) => void request.resume().on('end', () => answer(response)))
    const gateway = await startGateway('--upstream', upstream, '--visibility', 'none')
    for (let count = 0; count < 10; count++) {
      answer = count % 2 === 0 ? text('Plain.') : text('<think>On request.</think>Plain.')
      expect(await ask(gateway)).toMatchObject({ reasoning: '', answer: 'Plain.' })
    }
    answer = text('Secret <think>on</think> thought.</think>Oslo.')
    expect(await ask(gateway)).toMatchObject({ reasoning: '', answer: 'Oslo.' })
  })

  test('a client that chooses the place of the reasoning teaches nothing', async () => {
    const upstream = await startUpstream((request, response) => void request.resume().on('end', () => fields('Hm.', 'Paris.')(response)))
    const gateway = await startGateway('--upstream', upstream, '--visibility', 'none')
    for (let count = 0; count < 4; count++) expect(await ask(gateway, { reasoning_format: 'auto' })).toMatchObject({ answer: 'Paris.' })
    expect((await explained(gateway)).none).toEqual({ start: 'unknown', by: 'nothing' })
  })

  test.each(['qwen3.5-m', 'brand-new-7b'])(
    'a thought of %s that never closed is given again at full, unless it was cut off',
    async (model) => {
      const answers: Answer[] = [text('Hm.</think>Oslo.'), text('Bergen.'), text('Half a thou', 'length')]
      const upstream = await startUpstream((request, response) => void request.resume().on('end', () => answers.shift()!(response)))
      const gateway = await startGateway('--upstream', upstream)
      expect(await ask(gateway, { model })).toMatchObject({ reasoning: 'Hm.', answer: 'Oslo.' })
      expect((await explained(gateway, model)).full).toMatchObject({ start: 'reasoning', by: 'closers seen' })
      expect(await ask(gateway, { model })).toMatchObject({ reasoning: 'Bergen.', answer: 'Bergen.' })
      expect(await ask(gateway, { model })).toMatchObject({ reasoning: 'Half a thou', answer: '' })
    },
  )
})

const added = Array.from({ length: 5 }, () => 'I add.')

describe('an answer whose text waited longer than the gateway holds it', () => {
  test.each([
    ['a bare closer', 'deepseek-r1', ['I add.', '\n</think>\n\n', 'It is 4.'], 'closers', added],
    // Before the first closer, text of an unknown name is the answer.
    [
      'a bare closer, of an unknown name',
      'brand-new-7b',
      ['I add.', '\n</think>\n\n', 'It is 4.'],
      'closers',
      ['shown', ...added.slice(1)],
    ],
    ['no delimiter', 'brand-new-7b', ['It', ' is', ' 4.'], 'plain', added.map(() => undefined)],
  ])('counts as having %s', async (_, model, pieces, kind, expected) => {
    const upstream = await startReadingUpstream((body, response) => {
      if (body === '') response.writeHead(404).end()
      else void slowly(pieces, response)
    })
    const { client, url } = await startGateway('--upstream', upstream, '--decide-after', '10')
    const thoughts: unknown[] = []
    for (let at = 0; at < 5; at++) {
      const { choices } = await client.chat.completions.stream({ model, messages: question }).finalChatCompletion()
      const message = choices[0]!.message as { content: string | null; reasoning_content?: string }
      expect(message.content).toContain(' 4.')
      thoughts.push(message.content!.includes('I add.') ? 'shown' : message.reasoning_content?.trim())
    }
    const { upstreams } = (await (await fetch(`${url}/api/learned`)).json()) as {
      upstreams: { models: { seen: Record<string, number> }[] }[]
    }
    expect([upstreams[0]!.models[0]!.seen[kind], thoughts]).toEqual([5, expected])
  })
})

test('an answer for which the gateway has switched thinking off is no evidence', async () => {
  let asked = 0
  const upstream = await startReadingUpstream((body, response) => {
    if (body === '') return void response.writeHead(404).end()
    sendStream(response)
    // The model thinks on, until it is asked again.
    if (++asked % 2 === 1) response.write(chunk({ reasoning_content: 'I add, and add, and add.' }))
    else response.end(chunk({ content: 'It is 4.' }, { finish_reason: 'stop' }) + done)
  })
  const { client, url } = await startGateway('--upstream', upstream, '--session-budget', '2', '--budget-action', 'stop')
  const headers = { 'x-reason-session': 'alice' }
  const { choices } = await client.chat.completions.stream({ model: 'm', messages: question }, { headers }).finalChatCompletion()
  expect([choices[0]!.message.content, asked]).toEqual(['It is 4.', 2])
  const { upstreams } = (await (await fetch(`${url}/api/learned`)).json()) as { upstreams: { models: object[] }[] }
  expect(upstreams.flatMap(({ models }) => models)).toEqual([])
})

async function slowly(pieces: readonly string[], response: ServerResponse): Promise<void> {
  sendStream(response)
  for (const piece of pieces) {
    response.write(chunk({ content: piece }))
    await setTimeout(40)
  }
  response.end(chunk({}, { finish_reason: 'stop' }) + done)
}
