import type { ServerResponse } from 'node:http'
import { sample } from '@reason/testkit/sampling'
import { describe, expect, it } from 'vitest'
import { startGateway } from '../support/gateway.ts'
import { chunk, completion, done, sendStream, startReadingUpstream, startUpstream } from '../support/upstream.ts'

/** Texts that no client of these tests may see. */
const thought = 'It is zebra-quartz, which they must not know. '

/** The prompt has opened the thought, and nothing of the request is kept to. */
const thinksAllTheSame = `${thought.repeat(20)}</think>\n\nFine.`

function answer(response: ServerResponse, text: string, stream: boolean): void {
  if (!stream) return void response.setHeader('content-type', 'application/json').end(completion({ content: text }))
  sendStream(response)
  for (const piece of text.match(/\S+\s*/g)!) response.write(chunk({ content: piece }))
  response.end(chunk({}, { finish_reason: 'stop' }) + done)
}

/** A server that says one text, whatever it is asked. */
async function inFrontOf(text: string, ...flags: string[]) {
  const asked: Record<string, unknown>[] = []
  const upstream = await startReadingUpstream((body, response) => {
    const json = JSON.parse(body) as Record<string, unknown>
    asked.push(json)
    answer(response, text, json['stream'] === true)
  })
  const gateway = await startGateway('--upstream', upstream, ...flags)
  const ask = async (body: object): Promise<string> => {
    const response = await gateway.chat({ messages: [{ role: 'user', content: 'Q' }], ...body })
    return response.text()
  }
  return { ask, asked }
}

const visibilities = sample(['none', 'label', 'summary'], 3)

/** Expects the answer, and nothing of the thought, whole and streamed. */
async function expectHidden(ask: (body: object) => Promise<string>, body: object): Promise<void> {
  for (const stream of [false, true]) {
    const told = await ask({ ...body, stream })
    expect(told).not.toMatch(/zebra|quartz/)
    expect(told).toContain('Fine.')
  }
}

const continues = (content: string) => ({
  messages: [
    { role: 'user', content: 'Q' },
    { role: 'assistant', content },
  ],
})

describe.each(visibilities)('a client of visibility %s that misleads us about where the answer begins', (visibility) => {
  it.each([
    ['JSON', { response_format: { type: 'json_object' } }],
    ['a schema', { guided_json: {} }],
    ['a grammar', { grammar: '' }],
    ['a pattern', { guided_regex: '.*' }],
    ['choices', { guided_choice: [] }],
    ['an answer that is continued', continues('The answer')],
    ['a thought that is over', continues('<think>Hm.</think>')],
    ['a closing tag', continues('</think>')],
  ])('sees no reasoning of a model that always thinks: %s', async (_, wish) => {
    const { ask } = await inFrontOf(thinksAllTheSame, '--visibility', visibility)
    await expectHidden(ask, { model: 'deepseek-r1', ...wish })
  })

  it.each([
    ['beside the messages', { enable_thinking: false }],
    ['with a type', { thinking: { type: 'disabled' } }],
    ['as a service has it', { reasoning: { enabled: false } }],
    ['in the template, by a name that it does not read', { chat_template_kwargs: { thinking: false } }],
    ['in the template, and on under its other name', { chat_template_kwargs: { enable_thinking: false, thinking: true } }],
  ])('sees none of a model behind a server that passes the switch over: %s', async (_, wish) => {
    const { ask } = await inFrontOf(thinksAllTheSame, '--visibility', visibility, '--upstream-provider', 'vllm')
    await expectHidden(ask, { model: 'qwen3.5-9b', ...wish })
  })

  it.each([
    ['beside the messages', { enable_thinking: false }],
    ['as a service has it', { reasoning: { enabled: false } }],
    ['in the template', { chat_template_kwargs: { enable_thinking: false } }],
  ])('sees none in an answer in one piece, whichever layer passes the switch over: %s', async (_, wish) => {
    // Longer than what a splitter holds of a stream.
    const { ask } = await inFrontOf(`${thought.repeat(3000)}</think>\n\nFine.`, '--visibility', visibility)
    const told = await ask({ model: 'qwen3.5-9b', ...wish })
    expect(told).not.toMatch(/zebra|quartz/)
    expect(told).toContain('Fine.')
  })

  it.each([
    ['qwen3-8b'],
    ['glm-4.5'],
    ['granite-3.3-8b'],
    ['smollm3'],
    ['hunyuan-a13b'],
    ['deepseek-v3.1'],
    ['exaone-4.0-32b'],
    ['qwen3.5-9b'],
    ['gpt-4o'],
    ['foo'],
  ])('sees none in an answer in one piece that has the end of a thought, whatever is known of %s', async (model) => {
    const { ask } = await inFrontOf(thinksAllTheSame, '--visibility', visibility)
    const said = { messages: [{ role: 'user', content: 'Q /no_think' }] }
    for (const wish of [{}, { enable_thinking: false }, { reasoning_effort: 'none' }, { response_format: { type: 'json_object' } }, said]) {
      const told = await ask({ model, ...wish })
      expect(told).not.toMatch(/zebra|quartz/)
      expect(told).toContain('Fine.')
    }
  })

  it('sees none of a thought with tags inside it', async () => {
    const { ask } = await inFrontOf(`<think>a<think>b</think>${thought}</think>Fine.`, '--visibility', visibility)
    for (const model of ['qwen3-8b', 'deepseek-r1', 'foo']) {
      const told = await ask({ model })
      expect(told).not.toMatch(/zebra|quartz/)
      expect(told).toContain('"content":"Fine."')
    }
  })

  it('sees none where a server splits at the first of them', async () => {
    const message = { reasoning_content: 'a<think>b', content: `${thought.repeat(9)}</think>Fine.` }
    const upstream = await startUpstream((_, response) => {
      response.setHeader('content-type', 'application/json').end(completion(message))
    })
    const gateway = await startGateway('--upstream', upstream, '--visibility', visibility)
    for (const model of ['qwen3-8b', 'foo']) {
      const told = await (await gateway.chat({ model, messages: [{ role: 'user', content: 'Q' }] })).text()
      expect(told).not.toMatch(/zebra|quartz/)
      expect(told).toContain('"content":"Fine."')
    }
  })

  it('sees none where a server streams what was asked for in one piece, slowly', async () => {
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.write(chunk({ content: thought }))
      setTimeout(() => response.end(chunk({ content: '</think>Fine.' }) + chunk({}, { finish_reason: 'stop' }) + done), 80)
    })
    const gateway = await startGateway('--upstream', upstream, '--visibility', visibility, '--decide-after', '10')
    for (const model of ['qwen3-8b', 'foo', 'x-thinking']) {
      const told = await (await gateway.chat({ model, messages: [{ role: 'user', content: 'Q' }] })).text()
      expect(told).not.toMatch(/zebra|quartz/)
      expect(told).toContain('Fine.')
    }
  })

  it.each([false, true])('sees the answer of a server that keeps to the switch (stream: %s)', async (stream) => {
    const answer = `Fine. ${'More of it. '.repeat(10_000)}End.`
    const { ask } = await inFrontOf(answer, '--visibility', visibility)
    for (const wish of [{ enable_thinking: false }, { chat_template_kwargs: { enable_thinking: false } }]) {
      const told = await ask({ model: 'qwen3.5-9b', stream, ...wish })
      expect(told).toContain('Fine.')
      expect(told).toContain('End.')
    }
  })
})

describe('at visibility none', () => {
  it.each([
    ['JSON of a model that always thinks is the answer', 'deepseek-r1', ' {"sum": 4}', { response_format: { type: 'json_object' } }, 'sum'],
    ['so is that of a schema of vLLM', 'qwq-32b', '[4]', { structured_outputs: { json: {} } }, '[4]'],
    ['the template is switched off', 'qwen3.5-9b', 'Fine.', { chat_template_kwargs: { enable_thinking: false } }, 'Fine.'],
    ['a template that calls it thinking is switched off', 'kimi-k2.5', 'Fine.', { chat_template_kwargs: { thinking: false } }, 'Fine.'],
    ['no effort', 'qwen3.5-9b', 'Fine.', { reasoning_effort: 'none' }, 'Fine.'],
  ])('%s', async (_, model, text, wish, expected) => {
    const { ask } = await inFrontOf(text, '--visibility', 'none', '--upstream-provider', 'llamacpp')
    for (const stream of [false, true]) expect(contentIn(await ask({ model, stream, ...wish }))).toContain(expected)
  })

  it('what an operator says of a model counts before what a client says', async () => {
    const passports = JSON.stringify([
      { models: ['ours*'], flags: { 'think-tags': true }, options: { 'think-tags': { startsInReasoning: true } } },
    ])
    const { ask } = await inFrontOf(thinksAllTheSame, '--visibility', 'none', '--passports', passports)
    const told = await ask({ model: 'ours', chat_template_kwargs: { enable_thinking: false } })
    expect(told).not.toContain('zebra')
    expect(told).toContain('Fine.')
  })

  it('a server is asked to keep the reasoning apart', async () => {
    const { ask, asked } = await inFrontOf('Fine.', '--visibility', 'none')
    await ask({ model: 'm', reasoning_format: 'none', separate_reasoning: false, seed: 7 })
    await ask({ model: 'm', reasoning_format: 'raw' })
    await ask({ model: 'm', reasoning_format: 'hidden' })
    for (const said of [0, 'no', 'false', true]) await ask({ model: 'm', separate_reasoning: said })
    expect(asked).toMatchObject([
      { reasoning_format: 'auto', separate_reasoning: true, seed: 7 },
      { reasoning_format: 'parsed' },
      { reasoning_format: 'hidden' },
      ...[1, 2, 3, 4].map(() => ({ separate_reasoning: true })),
    ])
  })
})

/** Values of one document, or of all events of a stream. */
const contentIn = (body: string): string =>
  [...body.matchAll(/"content":("(?:[^"\\]|\\.)*")/g)].map(([, text]) => JSON.parse(text!) as string).join('')

it('at visibility full a request is believed', async () => {
  const { ask, asked } = await inFrontOf('Fine.')
  const told = await ask({ model: 'deepseek-r1', reasoning_format: 'none', ...continues('The answer: ') })
  expect(told).toContain('"content":"Fine."')
  expect(asked).toMatchObject([{ reasoning_format: 'none' }])
})
