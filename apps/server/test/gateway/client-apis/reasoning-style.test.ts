import Anthropic from '@anthropic-ai/sdk'
import { createFrameDecoder } from '@reason/core/framing'
import { describe, expect, it } from 'vitest'
import { question, startGateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { chunk, completion, done, sendStream, startReadingUpstream } from '../../support/upstream.ts'

type Style = 'field' | 'tags' | 'drop'

/** Thinks and answers, as asked: whole or in pieces. */
const startThinking = (): Promise<string> =>
  startReadingUpstream((text, response) => {
    if ((JSON.parse(text) as { stream?: boolean }).stream !== true)
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(completion({ content: 'It is Four.', reasoning_content: 'Two and two.' }))
    sendStream(response)
    for (const delta of [{ reasoning_content: 'Two ' }, { reasoning_content: 'and two.' }, { content: 'It is' }, { content: ' Four.' }])
      response.write(chunk(delta))
    response.end(chunk({}, { finish_reason: 'stop' }) + done)
  })

interface Texts {
  reasoning: string
  answer: string
}

const join = (texts: readonly unknown[]): string => texts.filter((text) => typeof text === 'string').join('')

const ofOutput = (output: any[]): Texts => ({
  reasoning: join(
    output
      .filter(({ type }) => type === 'reasoning')
      .flatMap(({ content = [], summary = [] }) => [...content, ...summary].map(({ text }) => text)),
  ),
  answer: join(output.filter(({ type }) => type === 'message').flatMap(({ content }) => content.map(({ text }: { text: string }) => text))),
})

const clients: Readonly<Record<string, { path: string; body: object; whole(body: any): Texts; stream(events: any[]): Texts }>> = {
  'openai-chat': {
    path: '/v1/chat/completions',
    body: { model: 'm', messages: question },
    whole: ({ choices: [{ message }] }) => ({ reasoning: message.reasoning_content ?? '', answer: message.content }),
    stream: (events) => ({
      reasoning: join(events.map(({ choices }) => choices[0]?.delta.reasoning_content)),
      answer: join(events.map(({ choices }) => choices[0]?.delta.content)),
    }),
  },
  'anthropic-messages': {
    path: '/v1/messages',
    body: { model: 'm', messages: question, max_tokens: 100 },
    whole: ({ content }) => ({
      reasoning: join(content.map((one: any) => one.thinking)),
      answer: join(content.map((one: any) => one.text)),
    }),
    stream: (events) => ({
      reasoning: join(events.map(({ delta }) => delta?.thinking)),
      answer: join(events.map(({ delta }) => delta?.text)),
    }),
  },
  'openai-responses': {
    path: '/v1/responses',
    body: { model: 'm', input: 'What is 2+2?' },
    whole: ({ output }) => ofOutput(output),
    stream: (events) => {
      const last = ofOutput(events.at(-1).response.output)
      const deltas = join(events.filter(({ type }) => type === 'response.output_text.delta').map(({ delta }) => delta))
      expect(deltas).toBe(last.answer)
      return last
    },
  },
}

const json = { 'content-type': 'application/json' }

async function ask(url: string, id: string, headers: Record<string, string>, stream: boolean): Promise<Texts> {
  const { path, body, whole, stream: streamed } = clients[id]!
  const response = await fetch(url + path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify({ ...body, stream }) })
  const text = await response.text()
  expect(response.status, text).toBe(200)
  if (!stream) return whole(JSON.parse(text))
  const decoder = createFrameDecoder('sse')
  return streamed([...decoder.push(text), ...decoder.end()].flatMap(({ data }) => (data.startsWith('{') ? [JSON.parse(data)] : [])))
}

const expected: Readonly<Record<Style, Texts>> = {
  field: { reasoning: 'Two and two.', answer: 'It is Four.' },
  tags: { reasoning: '', answer: '<think>Two and two.</think>\n\nIt is Four.' },
  drop: { reasoning: '', answer: 'It is Four.' },
}

describe('the style of reasoning', () => {
  it.each(Object.keys(clients))('is what a request of %s says, else the setting, streamed as whole', async (id) => {
    const upstream = await startThinking()
    const usual = await startGateway('--upstream', upstream)
    const tags = await startGateway('--upstream', upstream, '--style', 'tags')
    for (const stream of [false, true]) {
      for (const style of ['field', 'tags', 'drop'] as const)
        expect(await ask(usual.url, id, { 'x-reason-style': style }, stream)).toEqual(expected[style])
      expect(await ask(usual.url, id, {}, stream)).toEqual(expected.field)
      expect(await ask(tags.url, id, {}, stream)).toEqual(expected.tags)
      expect(await ask(tags.url, id, { 'x-reason-style': 'field' }, stream)).toEqual(expected.field)
    }
  })

  it.each(['none', 'label', 'summary'])('shows no more than a client may see: %s', async (visibility) => {
    const { url } = await startGateway('--upstream', await startThinking(), '--visibility', visibility)
    for (const id of Object.keys(clients))
      for (const stream of [false, true]) expect(await ask(url, id, { 'x-reason-style': 'tags' }, stream)).toEqual(expected.drop)
  })

  it('that there is not is refused, with those that there are', async () => {
    const { chat } = await startGateway()
    const refused = await chat({ model: 'm', messages: question }, { headers: { ...json, 'x-reason-style': 'xml' } })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      error: { message: 'The header x-reason-style is "xml", but must be one of: field, tags, drop.' },
    })
  })

  it('of an answer that has to be JSON is no tags', async () => {
    const { chat } = await startGateway('--upstream', await startThinking(), '--style', 'tags')
    const answer = await chat({ model: 'm', messages: question, response_format: { type: 'json_object' } })
    expect(await answer.json()).toMatchObject({ choices: [{ message: { content: 'It is Four.' } }] })
  })
})

describe('an answer in tags that a client brings back', () => {
  const said = '<think>Two and two.</think>\n\nIt is Four.'

  it.each([
    ['openai-chat', 'vllm', '/v1/chat/completions', { messages: [...question, { role: 'assistant', content: said }, ...question] }],
    ['openai-chat', 'vllm', '/v1/messages', { max_tokens: 10, messages: [...question, { role: 'assistant', content: said }, ...question] }],
    ['openai-chat', 'vllm', '/v1/responses', { input: [...question, { role: 'assistant', content: said }, ...question] }],
    [
      'anthropic-messages',
      'anthropic',
      '/v1/messages',
      { max_tokens: 10, messages: [...question, { role: 'assistant', content: said }, ...question] },
    ],
    ['openai-responses', 'openai', '/v1/responses', { input: [...question, { role: 'assistant', content: said }, ...question] }],
  ])('is an answer to the model of %s (%s), without tags: %s', async (format, provider, path, body) => {
    const { origin, seen } = await rememberingUpstream({ status: 400, type: 'application/json', body: '{"error":{"message":"no"}}' })
    const { url } = await startGateway('--upstream', origin, '--upstream-format', format, '--upstream-provider', provider)
    for (const style of ['tags', 'field']) {
      await (
        await fetch(url + path, {
          method: 'POST',
          headers: { ...json, 'x-reason-style': style },
          body: JSON.stringify({ model: 'm', ...body }),
        })
      ).text()
    }
    expect(seen[0]!.text).toContain('It is Four.')
    expect(seen[0]!.text).not.toContain('<think>')
    // The client asked for no tags, so the model wrote these itself.
    expect(seen[1]!.text).toContain('<think>Two and two.</think>')
  })

  it('is without tags where its client escapes them', async () => {
    const { origin, seen } = await rememberingUpstream({ status: 400, type: 'application/json', body: '{"error":{"message":"no"}}' })
    const { url } = await startGateway('--upstream', origin, '--upstream-format', 'anthropic-messages', '--upstream-provider', 'anthropic')
    const body = JSON.stringify({ model: 'm', max_tokens: 10, messages: [...question, { role: 'assistant', content: said }, ...question] })
    const escaped = body.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')
    await (await fetch(`${url}/v1/messages`, { method: 'POST', headers: { ...json, 'x-reason-style': 'tags' }, body: escaped })).text()
    expect(seen[0]!.text).toContain('It is Four.')
    expect(seen[0]!.text).not.toContain('Two and two.')
  })

  it('streamed, goes back as one thought and an answer', async () => {
    const { origin, seen } = await rememberingUpstream({
      type: 'text/event-stream',
      body:
        ['Two', ' and two.'].map((reasoning_content) => chunk({ reasoning_content })).join('') +
        chunk({ content: 'Four.' }) +
        chunk({}, { finish_reason: 'stop' }) +
        done,
    })
    const { url } = await startGateway('--upstream', origin, '--upstream-provider', 'deepseek')
    const tools = [{ name: 'f', input_schema: { type: 'object' } }]
    const client = new Anthropic({ baseURL: url, apiKey: 'unused', maxRetries: 0, defaultHeaders: { 'x-reason-style': 'tags' } })
    const ask = async (messages: Anthropic.MessageParam[]) =>
      client.messages
        .stream({ model: 'deepseek-reasoner', max_tokens: 100, tools, messages } as Anthropic.MessageStreamParams)
        .finalMessage()
    const first: Anthropic.MessageParam = { role: 'user', content: 'Q' }
    const { content } = await ask([first])
    expect(content.map((one) => ('text' in one ? one.text : one.type)).join('')).toBe('<think>Two and two.</think>\n\nFour.')
    await ask([first, { role: 'assistant', content }, first])
    expect(seen[1]!.text).not.toContain('think>')
    const [, back] = (JSON.parse(seen[1]!.text) as { messages: { content: unknown; reasoning_content?: string }[] }).messages
    expect(back!.content).toBe('Four.')
    expect([undefined, 'Two and two.']).toContain(back!.reasoning_content)
  })

  it.each([
    ['as it came', (text: string) => text, []],
    ['edited', (text: string) => `${text}\n\nI look.`, [{ type: 'text', text: 'I look.' }]],
  ])('has in the next step of a loop what the provider wants back: %s', async (_, edit, kept) => {
    const bodies: any[] = []
    const message = (content: object[], stop_reason: string) =>
      JSON.stringify({
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'claude',
        content,
        stop_reason,
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      })
    const thinking = { type: 'thinking', thinking: 'Two and two.', signature: 'c2lnbmF0dXJl' }
    const call = { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }
    const upstream = await startReadingUpstream((text, response) => {
      bodies.push(JSON.parse(text))
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(bodies.length === 1 ? message([thinking, call], 'tool_use') : message([{ type: 'text', text: 'Four.' }], 'end_turn'))
    })
    const { url } = await startGateway(
      '--upstream',
      upstream,
      '--upstream-format',
      'anthropic-messages',
      '--upstream-provider',
      'anthropic',
    )
    const messages: object[] = [...question]
    const tools = [{ name: 'f', input_schema: { type: 'object' } }]
    const step = async () => {
      const body = JSON.stringify({
        model: 'claude-sonnet-4-5',
        max_tokens: 2000,
        thinking: { type: 'enabled', budget_tokens: 1024 },
        tools,
        messages,
      })
      const response = await fetch(`${url}/v1/messages`, { method: 'POST', headers: { ...json, 'x-reason-style': 'tags' }, body })
      return (await response.json()) as { content: { type: string; text?: string; id?: string }[] }
    }
    const { content } = await step()
    expect(content.find(({ type }) => type === 'text')?.text).toBe('<think>Two and two.</think>')
    const brought = content.map((one) => (one.text === undefined ? one : { ...one, text: edit(one.text) }))
    messages.push(
      { role: 'assistant', content: brought },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: content.find(({ id }) => id !== undefined)!.id, content: '4' }] },
    )
    await step()
    expect(bodies[1].messages[1].content).toEqual([thinking, ...kept, call])
  })
})
