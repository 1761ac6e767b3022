import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { question, startGateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { finalOf, streamed } from '../../support/generate.ts'
import { chunk, completion, done, sendStream, startUpstream } from '../../support/upstream.ts'

const analysis = '<|channel|>analysis<|message|>Hm.<|end|>'
const final = (text: string): string => `<|start|>assistant<|channel|>final<|message|>${text}<|return|>`
const call = (city: string): string =>
  `<|start|>assistant<|channel|>commentary to=functions.weather<|constrain|>json<|message|>{"city":"${city}"}<|call|>`
const usage = { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 }
const usageChunk = `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage })}\n\n`
const severalTurns = ['--llm', JSON.stringify({ harmony: { channels_parser: { stop_at_turn_end: false } } })]
const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }]

interface Message {
  content?: string | null
  reasoning_content?: string
  tool_calls?: { function: { name?: string; arguments?: string } }[]
}

interface Answer {
  answer: string
  reasoning: string
  calls: string[]
  finish: string | null | undefined
  usage: unknown
}

/** The text that a client reads from a stream, by choice. */
function read(text: string, choice = 0): Answer {
  const out: Answer = { answer: '', reasoning: '', calls: [], finish: undefined, usage: undefined }
  for (const [, data] of text.matchAll(/^data: (\{.*)$/gm)) {
    const event = JSON.parse(data!) as { choices: { index: number; delta: Message; finish_reason: string | null }[]; usage?: unknown }
    if (event.usage !== undefined && event.usage !== null) out.usage = event.usage
    for (const { index, delta, finish_reason: finish } of event.choices) {
      if (index !== choice) continue
      out.answer += delta.content ?? ''
      out.reasoning += delta.reasoning_content ?? ''
      for (const { function: of } of delta.tool_calls ?? []) out.calls.push(of.arguments ?? '')
      if (finish !== null) out.finish = finish
    }
  }
  return { ...out, calls: out.calls.join('') === '' ? [] : [out.calls.join('')] }
}

/** An upstream that streams these pieces and then never ends by itself. */
async function endlessUpstream(pieces: readonly string[], rest: string) {
  const state = { written: 0, closed: false }
  const closed = new AbortController()
  const address = await startUpstream((_, response) => {
    sendStream(response)
    response.on('close', () => {
      state.closed = true
      closed.abort()
    })
    void (async () => {
      for (const piece of pieces) response.write(piece)
      while (!state.closed && state.written < 500) {
        await delay(2)
        state.written++
        response.write(chunk({ content: rest }))
      }
      if (!state.closed) response.end(chunk({}, { finish_reason: 'length' }) + done)
    })()
  })
  return { address, state, isClosed: () => (state.closed ? undefined : once(closed.signal, 'abort')) }
}

describe('a model that writes on after its turn', () => {
  it.each([
    ['an answer', [analysis, final('It is 4.')], final('It is 6.'), { answer: 'It is 4.', reasoning: 'Hm.', calls: [], finish: 'stop' }],
    ['loose text', [analysis, final('It is 4.')], 'Bye.', { answer: 'It is 4.', reasoning: 'Hm.', calls: [], finish: 'stop' }],
    ['a thought', [analysis, final('It is 4.')], analysis, { answer: 'It is 4.', reasoning: 'Hm.', calls: [], finish: 'stop' }],
    ['a call', [analysis, final('It is 4.')], call('Rome'), { answer: 'It is 4.', reasoning: 'Hm.', calls: [], finish: 'stop' }],
    [
      'a turn of the user',
      [analysis, final('It is 4.')],
      '<|start|>user<|message|>And 5?<|end|>',
      { answer: 'It is 4.', reasoning: 'Hm.', calls: [], finish: 'stop' },
    ],
    [
      'a late answer behind a call',
      [analysis, call('Oslo')],
      final('Late.'),
      { answer: '', reasoning: 'Hm.', calls: ['{"city":"Oslo"}'], finish: 'tool_calls' },
    ],
    [
      'calls without end',
      [analysis, call('Oslo')],
      call('Rome'),
      {
        answer: '',
        reasoning: 'Hm.',
        calls: ['{"city":"Oslo"}' + '{"city":"Rome"}'.repeat(31)],
        finish: 'tool_calls',
      },
    ],
    [
      'in the same piece',
      [analysis + final('It is 4.') + final('It is 6.')],
      final('It is 8.'),
      { answer: 'It is 4.', reasoning: 'Hm.', calls: [], finish: 'stop' },
    ],
  ])('is stopped, and its upstream closed: %s', async (_, pieces, rest, expected) => {
    const { address, state, isClosed } = await endlessUpstream(
      pieces.map((content) => chunk({ content })),
      rest,
    )
    const { chat, url } = await startGateway('--upstream', address)
    const text = await (await chat({ model: 'gpt-oss-20b', stream: true, messages: question, tools })).text()
    expect(read(text)).toEqual({ ...expected, usage: undefined })
    expect(text.endsWith(done)).toBe(true)
    await isClosed()
    expect(state.written).toBeLessThan(500)
    const metrics = await (await fetch(`${url}/metrics`)).text()
    // Text outside of messages is held until a message follows: the second that an upstream has for its usage ends first.
    const isCounted = /^generation_warnings_total\{.*code="after_turn_end".*\} 1$/m.test(metrics)
    expect(isCounted).toBe(rest !== 'Bye.')
    expect(metrics).toMatch(/^upstream_requests_total\{.*outcome="ok".*\} 1$/m)
  })

  it('goes on where its server sends several turns in one answer', async () => {
    const pieces = [analysis, final('It is 4.'), final('It is 6.'), chunk({}, { finish_reason: 'stop' })]
    const address = await startUpstream((_, response) => {
      sendStream(response)
      response.end(pieces.map((piece) => (piece.startsWith('data') ? piece : chunk({ content: piece }))).join('') + done)
    })
    const { chat } = await startGateway('--upstream', address, ...severalTurns)
    const text = await (await chat({ model: 'gpt-oss-20b', stream: true, messages: question })).text()
    expect(read(text)).toMatchObject({ answer: 'It is 4.It is 6.', finish: 'stop' })
  })
})

describe('an upstream that ends by itself', () => {
  const ending = { finish_reason: 'stop', stop_reason: 200_002 }
  it.each([
    ['in one read', 0],
    ['with a pause before its finish', 30],
  ])('keeps its own finish and usage: %s', async (_, pause) => {
    const address = await startUpstream((_request, response) => {
      sendStream(response)
      response.write(chunk({ content: analysis }) + chunk({ content: `${final('It is 4.')}\n` }))
      setTimeout(() => response.end(chunk({}, ending) + usageChunk + done), pause)
    })
    const { chat } = await startGateway('--upstream', address)
    const body = { model: 'gpt-oss-20b', stream: true, stream_options: { include_usage: true }, messages: question }
    const text = await (await chat(body)).text()
    expect(read(text)).toMatchObject({ answer: 'It is 4.', reasoning: 'Hm.', finish: 'stop', usage })
    expect(text).toContain('"stop_reason":200002')
  })

  it.each([
    ['says nothing more', () => {}],
    ['breaks off', (response: { destroy(): void }) => setTimeout(() => response.destroy(), 30)],
    ['ends without a finish', (response: { end(): void }) => response.end()],
  ])('has answered when its turn is over, though it %s', async (_, then) => {
    const address = await startUpstream((_request, response) => {
      sendStream(response)
      response.write(chunk({ content: analysis }) + chunk({ content: final('It is 4.') }))
      then(response)
    })
    const { chat } = await startGateway('--upstream', address)
    const text = await (await chat({ model: 'gpt-oss-20b', stream: true, messages: question })).text()
    expect(read(text)).toMatchObject({ answer: 'It is 4.', finish: 'stop' })
    expect(text.endsWith(done)).toBe(true)
    expect(text).not.toContain('"error"')
  })
})

describe('several choices', () => {
  const of = (index: number, content: string): string => chunk({ content }, { index })

  it('end one by one, and the upstream with the last', async () => {
    const { address, isClosed } = await endlessUpstream(
      [
        of(0, analysis + final('Four.')),
        of(1, '<|channel|>analysis<|message|>'),
        of(0, final('Six.')),
        of(1, `Well.<|end|>${final('Quatre.').slice(0, -10)}`),
        of(0, 'Bye.'),
        of(1, '<|return|>'),
      ],
      final('Five.'),
    )
    const { chat } = await startGateway('--upstream', address)
    const text = await (await chat({ model: 'gpt-oss-20b', stream: true, n: 2, messages: question })).text()
    expect([read(text, 0), read(text, 1)]).toEqual([
      { answer: 'Four.', reasoning: 'Hm.', calls: [], finish: 'stop', usage: undefined },
      { answer: 'Quatre.', reasoning: 'Well.', calls: [], finish: 'stop', usage: undefined },
    ])
    await isClosed()
  })

  it('are cut each by itself in a whole answer', async () => {
    const content = [analysis + final('Four.') + final('Six.'), analysis + call('Oslo') + final('Late.'), analysis + final('Five.')]
    const { origin } = await rememberingUpstream({
      type: 'application/json',
      body: completion(...content.map((text) => ({ content: text }))),
    })
    const { chat } = await startGateway('--upstream', origin)
    const whole = (await (await chat({ model: 'gpt-oss-20b', n: 3, messages: question, tools })).json()) as {
      choices: { message: Message; finish_reason: string }[]
      usage: unknown
    }
    const seen = whole.choices.map(({ message, finish_reason: finish }) => [
      message.content,
      message.reasoning_content,
      message.tool_calls?.map(({ function: { arguments: given } }) => given),
      finish,
    ])
    expect(seen).toEqual([
      ['Four.', 'Hm.', undefined, 'stop'],
      [null, 'Hm.', ['{"city":"Oslo"}'], 'tool_calls'],
      ['Five.', 'Hm.', undefined, 'stop'],
    ])
    expect(whole.usage).toMatchObject(usage)
  })
})

describe('other formats', () => {
  const ask = async (path: string, body: object): Promise<string> => {
    const { address } = await endlessUpstream([chunk({ content: analysis + final('It is 4.') })], final('It is 6.'))
    const { url } = await startGateway('--upstream', address)
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model: 'gpt-oss-20b', stream: true, ...body }),
    })
    return response.text()
  }

  it.each([
    ['/v1/responses', { input: 'What is 2 + 2?' }, '"type":"response.completed"'],
    ['/v1/messages', { messages: question, max_tokens: 100 }, '"stop_reason":"end_turn"'],
  ])('end as well: %s', async (path, body, ending) => {
    const text = await ask(path, body)
    expect(text).toContain('It is 4.')
    expect(text).not.toContain('It is 6.')
    expect(text).toContain(ending)
  })

  it('end as well, with stats and a trace: /v1/generate', async () => {
    const { address } = await endlessUpstream([chunk({ content: analysis + final('It is 4.') })], final('It is 6.'))
    const { url } = await startGateway('--upstream', address, '--traces', 'sqlite')
    const events = await streamed(url, { model: 'gpt-oss-20b', messages: question })
    expect(finalOf(events)).toMatchObject({ finish_reason: 'stop', answer: 'It is 4.', leak_detected: false })
    await expect
      .poll(async () => (await (await fetch(`${url}/api/traces?limit=1`)).json()) as unknown, { timeout: 3000 })
      .toMatchObject({ items: [{ outcome: 'stop', reasoningTokens: 1, adapter: 'harmony' }] })
  })
})

it.each([100, 60_000])('a whole answer that goes on after its turn keeps its ending and its usage: %s characters', async (length) => {
  const content = `<|channel|>analysis<|message|>${'x'.repeat(length)}<|end|>${final('It is 4.')}${final('It is 6.')}`
  const address = await startUpstream((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(completion({ role: 'assistant', content }))
  })
  const gateway = await startGateway('--upstream', address)
  const answer: unknown = await (await gateway.chat({ model: 'gpt-oss-20b', messages: question })).json()
  expect(answer).toMatchObject({ choices: [{ message: { content: 'It is 4.' }, finish_reason: 'stop' }], usage })
})
