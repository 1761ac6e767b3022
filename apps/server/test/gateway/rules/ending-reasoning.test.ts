import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { question, startGateway, type Gateway } from '../../support/gateway.ts'
import { chunk, done, sendStream, startUpstream } from '../../support/upstream.ts'

const headers = { 'content-type': 'application/json', 'x-reason-session': 'alice' }
const thinking = ['First I look at it. ', 'Then I look again. ', 'And once more. ']
const usage = (output: number): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage: { prompt_tokens: 10, completion_tokens: output, total_tokens: 10 + output } })}\n\n`

interface Asked {
  path: string
  body: Record<string, unknown>
}

/** An upstream that is asked several times. What each answers is up to the test. */
async function askedUpstream(
  answer: (asked: Asked, response: ServerResponse, all: Asked[]) => void,
): Promise<{ url: string; all: Asked[] }> {
  const all: Asked[] = []
  const url = await startUpstream((request, response) => {
    void read(request).then((text) => {
      const asked = { path: request.url!, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> }
      all.push(asked)
      answer(asked, response, all)
    })
  })
  return { url, all }
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}

interface Told {
  reasoning: string
  answer: string
  finish: string | null
  tokens: number | undefined
  reason: { outcome?: string; warnings?: { code: string }[] } | undefined
}

async function ask(gateway: Gateway, more: object = {}): Promise<Told> {
  const body = { model: 'qwen3:8b', stream: true, stream_options: { include_usage: true }, messages: question, ...more }
  const text = await (await gateway.chat(body, { headers })).text()
  const told: Told = { reasoning: '', answer: '', finish: null, tokens: undefined, reason: undefined }
  for (const event of text.split('\n\n')) {
    if (!event.startsWith('data: {')) continue
    const {
      choices,
      usage: used,
      reason,
    } = JSON.parse(event.slice(6)) as {
      choices: { delta: { content?: string; reasoning_content?: string }; finish_reason: string | null }[]
      usage?: { completion_tokens: number } | null
      reason?: Told['reason']
    }
    told.reasoning += choices[0]?.delta.reasoning_content ?? ''
    told.answer += choices[0]?.delta.content ?? ''
    told.finish = choices[0]?.finish_reason ?? told.finish
    told.tokens = used?.completion_tokens ?? told.tokens
    told.reason = reason ?? told.reason
  }
  return told
}

const codes = ({ reason }: Told): string[] => (reason?.warnings ?? []).map(({ code }) => code)

describe('reasoning that a budget stops', () => {
  it('ends by a call to llama-server, which goes on to the answer', async () => {
    let thinks: ServerResponse | undefined
    const { url, all } = await askedUpstream(({ path }, response) => {
      if (path.endsWith('/control')) {
        response.setHeader('content-type', 'application/json').end('{"success":true}')
        thinks!.end(
          chunk({ reasoning_content: 'Suppressed.' }) + chunk({ content: '51.' }) + chunk({}, { finish_reason: 'stop' }) + usage(20) + done,
        )
        return
      }
      thinks = response
      sendStream(response)
      for (const text of thinking) response.write(chunk({ reasoning_content: text }))
    })
    const gateway = await startGateway(
      '--upstream',
      url,
      '--upstream-engine',
      'llama-server',
      '--session-budget',
      '6',
      '--budget-action',
      'stop',
    )
    const told = await ask(gateway)
    expect(told).toMatchObject({ answer: '51.', finish: 'stop', tokens: 20 })
    expect(told.reasoning).not.toContain('Suppressed')
    expect(thinking.join('').startsWith(told.reasoning)).toBe(true)
    expect(codes(told)).toEqual(expect.arrayContaining(['budget-exceeded', 'reasoning-stopped']))
    expect(all[0]!.body).toMatchObject({ reasoning_control: true, reasoning_budget_tokens: 6 })
    expect(all[1]).toEqual({ path: '/v1/chat/completions/control', body: { id: 'chatcmpl-1', action: 'reasoning_end' } })
  })

  it('is cut and closed, and the answer continued, where the call is not understood', async () => {
    const { url, all } = await askedUpstream(({ path, body }, response) => {
      if (path.endsWith('/control'))
        return response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}')
      sendStream(response)
      const { messages } = body as { messages: { role: string; content: string }[] }
      const begun = messages.at(-1)!
      if (begun.role !== 'assistant') for (const text of thinking) response.write(chunk({ reasoning_content: text }))
      // The server repeats the beginning that it got, as llama-server does.
      else
        response.end(chunk({ content: begun.content }) + chunk({ content: '51.' }) + chunk({}, { finish_reason: 'stop' }) + usage(3) + done)
    })
    const gateway = await startGateway(
      '--upstream',
      url,
      '--upstream-engine',
      'llama-server',
      '--session-budget',
      '6',
      '--budget-action',
      'stop',
    )
    const told = await ask(gateway)
    expect(told).toMatchObject({ answer: '51.', finish: 'stop' })
    const { messages } = all.at(-1)!.body as { messages: { role: string; content: string }[] }
    expect(messages.at(-1)!.role).toBe('assistant')
    expect(messages.at(-1)!.content).toMatch(/^<think>\nFirst I look at it\.[^]*\n<\/think>\n\n$/)
    expect(all.at(-1)!.body).toMatchObject({ chat_template_kwargs: { enable_thinking: false } })
    expect(thinking.join('').startsWith(told.reasoning)).toBe(true)
  })

  it('is cut, and the answer asked for without thinking, where nothing else is known of the upstream', async () => {
    const { url, all } = await askedUpstream(({ body }, response) => {
      sendStream(response)
      if (body['reasoning_effort'] === 'none') response.end(chunk({ content: '51.' }, { finish_reason: 'stop' }) + usage(3) + done)
      else for (const text of thinking) response.write(chunk({ reasoning_content: text }))
    })
    const gateway = await startGateway('--upstream', url, '--session-budget', '6', '--budget-action', 'stop')
    const told = await ask(gateway)
    expect(told).toMatchObject({ answer: '51.', finish: 'stop' })
    expect(codes(told)).toEqual(['budget-warning', 'budget-exceeded', 'reasoning-stopped', 'rescued'])
    expect(thinking.join('').startsWith(told.reasoning)).toBe(true)
    expect(all).toHaveLength(2)
    expect(all[1]!.body).toMatchObject({ messages: question })
  })

  it.each([1000, 60_000])('keeps the answer that has come whole behind %s characters of it', async (length) => {
    const { url, all } = await askedUpstream((_, response) => {
      const message = { role: 'assistant', reasoning_content: 'x'.repeat(length), content: '51.' }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ id: 'c', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] }))
    })
    const gateway = await startGateway('--upstream', url, '--session-budget', '6', '--budget-action', 'stop')
    const answer: unknown = await (await gateway.chat({ model: 'qwen3:8b', messages: question }, { headers })).json()
    expect(answer).toMatchObject({ choices: [{ message: { content: '51.' }, finish_reason: 'stop' }] })
    expect(all).toHaveLength(1)
  })

  it('is asked to answer by the switch of chat templates, too, beside those of the client', async () => {
    const { url, all } = await askedUpstream(({ body }, response) => {
      sendStream(response)
      const { enable_thinking: isOn } = (body['chat_template_kwargs'] ?? {}) as { enable_thinking?: boolean }
      if (isOn === false) response.end(chunk({ content: '51.' }, { finish_reason: 'stop' }) + usage(3) + done)
      else for (const text of thinking) response.write(chunk({ reasoning_content: text }))
    })
    const flags = ['--session-budget', '6', '--budget-action', 'stop']
    const told = await ask(await startGateway('--upstream', url, ...flags), { chat_template_kwargs: { tone: 'dry' } })
    expect(told).toMatchObject({ answer: '51.', finish: 'stop' })
    expect(all[1]!.body).toMatchObject({ reasoning_effort: 'none', chat_template_kwargs: { tone: 'dry', enable_thinking: false } })
    // A provider with a name has its own words, and may refuse others.
    all.length = 0
    await ask(await startGateway('--upstream', url, '--upstream-provider', 'openai', ...flags))
    expect(all[1]!.body).not.toHaveProperty('chat_template_kwargs')
  })

  it.each([
    ['thinks all the same', {}, 2],
    ['was not to think in the first place', { reasoning_effort: 'none' }, 1],
  ])('ends the answer where the model %s, and says so', async (_, fields, asked) => {
    const { url, all } = await askedUpstream((_request, response) => {
      sendStream(response)
      for (const text of thinking) response.write(chunk({ reasoning_content: text }))
    })
    const gateway = await startGateway('--upstream', url, '--session-budget', '6', '--budget-action', 'stop')
    const told = await ask(gateway, fields)
    expect(told).toMatchObject({ answer: '', finish: 'length', reason: { outcome: 'reasoning-exhausted' } })
    expect(all).toHaveLength(asked)
    expect(JSON.stringify(told.reason).includes('but still got no answer')).toBe(asked === 2)
  })

  it('is ended as the server can, where it says itself what it is', async () => {
    let thinks: ServerResponse | undefined
    const { url, all } = await askedUpstream(({ path, body }, response) => {
      response.setHeader('server', 'llama.cpp')
      const say = (json: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(json))
      if (path === '/props')
        return say({ build_info: 'b10587-abc', chat_template: '', model_path: 'm.gguf', default_generation_settings: {} })
      if (path.endsWith('/control')) {
        thinks!.end(chunk({ content: '51.' }, { finish_reason: 'stop' }) + usage(3) + done)
        return say({ success: true })
      }
      if (body['stream'] !== true) return response.writeHead(404).end()
      thinks = response
      sendStream(response)
      for (const text of thinking) response.write(chunk({ reasoning_content: text }))
    })
    const gateway = await startGateway('--upstream', url, '--session-budget', '6', '--budget-action', 'stop', '--start-probe')
    const known = async () => (await fetch(`${gateway.url}/api/explain?model=m`)).text()
    await expect.poll(known, { timeout: 10_000 }).toContain('llama-server')
    const told = await ask(gateway)
    expect(told).toMatchObject({ answer: '51.', finish: 'stop' })
    expect(all.at(-1)!.path).toBe('/v1/chat/completions/control')
  })
})

describe('thinking that uses up all of the output', () => {
  const exhausted = chunk({ reasoning_content: thinking.join('') }) + chunk({}, { finish_reason: 'length' }) + usage(100) + done
  const answered =
    chunk({ reasoning_content: 'In short.' }) + chunk({ content: '51.' }) + chunk({}, { finish_reason: 'stop' }) + usage(7) + done

  it('is asked once more with less of it, and both are counted', async () => {
    const { url, all } = await askedUpstream((_, response, asked) => {
      sendStream(response)
      response.end(asked.length === 1 ? exhausted : answered)
    })
    const gateway = await startGateway('--upstream', url, '--rescue', 'lower')
    const told = await ask(gateway, { reasoning_effort: 'high', max_tokens: 100 })
    expect(told).toMatchObject({ reasoning: `${thinking.join('')}In short.`, answer: '51.', finish: 'stop', tokens: 107 })
    expect(codes(told)).toEqual(['rescued'])
    expect(all.map(({ body }) => body['reasoning_effort'])).toEqual(['high', 'low'])
    expect(all[1]!.body).toMatchObject({ max_tokens: 100, messages: question })
  })

  it('stays the outcome where the second attempt fails', async () => {
    const { url, all } = await askedUpstream((_, response, asked) => {
      if (asked.length > 1) return response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"message":"broken"}}')
      sendStream(response)
      response.end(exhausted)
    })
    const gateway = await startGateway('--upstream', url, '--rescue', 'off')
    const told = await ask(gateway)
    expect(all).toHaveLength(2)
    expect(told).toMatchObject({ answer: '', finish: 'length', tokens: 100, reason: { outcome: 'reasoning-exhausted' } })
  })

  it('is left as it is unless that is configured', async () => {
    const { url, all } = await askedUpstream((_, response) => {
      sendStream(response)
      response.end(exhausted)
    })
    const told = await ask(await startGateway('--upstream', url))
    expect(all).toHaveLength(1)
    expect(told).toMatchObject({ answer: '', finish: 'length', reason: { outcome: 'reasoning-exhausted' } })
  })
})
