import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { question, startGateway, type Gateway } from '../support/gateway.ts'
import { chunk, done, sendStream, startUpstream } from '../support/upstream.ts'

const model = 'embedded/qwen3-tags'
const headers = { 'content-type': 'application/json', 'x-reason-session': 'alice' }
const ask = (gateway: Gateway, stream: boolean): Promise<Response> => gateway.chat({ model, stream, messages: question }, { headers })

/** `fetch` would make one header of two. */
async function rawAsk(port: number, more: string[]): Promise<{ answer: string }> {
  const body = JSON.stringify({ model, messages: question })
  const outgoing = request({ port, method: 'POST', path: '/v1/chat/completions', headers: ['content-type', 'application/json', ...more] })
  outgoing.end(body)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  let answer = ''
  for await (const piece of incoming) answer += String(piece)
  return { answer }
}

/** Settled behind the answer. */
async function used({ url }: Gateway, atLeast: number): Promise<number> {
  for (;;) {
    const { budgets } = (await (await fetch(`${url}/api/sessions/alice/budget`)).json()) as {
      budgets: { used: number; reserved: number }[]
    }
    const [{ used: tokens, reserved } = { used: 0, reserved: 0 }] = budgets
    if (tokens >= atLeast && reserved === 0) return tokens
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Stored behind the answer, too. */
async function traced({ url }: Gateway): Promise<{ reasoningTokens: number }[]> {
  for (;;) {
    const { items } = (await (await fetch(`${url}/api/traces`)).json()) as { items: { reasoningTokens: number }[] }
    if (items.length > 0) return items
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

describe('a budget of a session', () => {
  it.each([
    ['streamed', true],
    ['whole', false],
  ])('counts a %s answer as its usage, its trace and its warnings do', async (_, stream) => {
    const gateway = await startGateway('--session-budget', '17', '--traces', 'sqlite')
    const body = { model, stream, messages: question, ...(stream && { stream_options: { include_usage: true } }) }
    const text = await (await gateway.chat(body, { headers })).text()
    expect(text).toMatch(/"reasoning_tokens":14\b/)
    expect(text).toContain('Session \\"alice\\" has used at least 14 of its 17 reasoning tokens.')
    expect(await used(gateway, 14)).toBe(14)
    expect(await traced(gateway)).toMatchObject([{ reasoningTokens: 14 }])
    expect(await (await ask(gateway, stream)).text()).toContain(
      'has used up its reasoning budget of 17 tokens: the next request will be refused.',
    )
  })

  it('warns, refuses the next request when it is used up, and can be reset', async () => {
    const gateway = await startGateway('--session-budget', '30')
    const first = await ask(gateway, true)
    expect(first.headers.get('x-reason-budget-remaining')).toBe('30')
    expect(await first.text()).not.toContain('"reason":')
    const one = await used(gateway, 1)
    expect(one).toBe(14)

    const second = await ask(gateway, false)
    const { reason, choices } = (await second.json()) as { reason: { warnings: { code: string; message: string }[] }; choices: unknown[] }
    expect(choices).toHaveLength(1)
    expect(reason.warnings).toEqual([
      { code: 'budget-warning', message: 'Session "alice" has used at least 24 of its 30 reasoning tokens.' },
    ])
    await used(gateway, 28)

    const third = await ask(gateway, true)
    expect(await third.text()).toContain('"reason":{"warnings":[{"code":"budget-exceeded"')
    await used(gateway, 42)

    const fourth = await ask(gateway, true)
    expect(fourth.status).toBe(429)
    expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await fourth.json()).toMatchObject({
      error: {
        code: 'reasoning_budget_exceeded',
        type: 'rate_limit_error',
        message: expect.stringContaining('The reasoning budget of session "alice" is used up: 42 of 30 tokens.') as string,
        budget: { scope: 'session', of: 'alice', limit: 30, used: 42 },
      },
    })

    const reset = await fetch(`${gateway.url}/api/sessions/alice/budget`, { method: 'PUT', headers, body: '{"used":0}' })
    expect(await reset.json()).toMatchObject({ budgets: [{ used: 0, level: 'ok' }] })
    expect((await ask(gateway, true)).status).toBe(200)
  })

  it('ends the reasoning where it is to stop, and says so', async () => {
    const gateway = await startGateway('--session-budget', '4', '--budget-action', 'stop')
    const text = await (await ask(gateway, true)).text()
    const events = text.split('\n\n').flatMap((event) => (event.startsWith('data: {') ? [JSON.parse(event.slice(6)) as Event] : []))
    type Event = { choices: { delta: { content?: string; reasoning_content?: string }; finish_reason: string | null }[]; reason?: unknown }
    const said = (field: 'content' | 'reasoning_content'): string => events.map(({ choices }) => choices[0]?.delta[field] ?? '').join('')
    expect(said('reasoning_content').length).toBeLessThan(40)
    expect(said('content')).toBe('')
    expect(events.at(-1)).toMatchObject({
      choices: [{ finish_reason: 'length' }],
      reason: {
        outcome: 'reasoning-exhausted',
        warnings: [{ code: 'budget-exceeded' }, { code: 'reasoning-stopped' }, { code: 'rescued' }, { code: 'rescued' }],
      },
    })
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
  })

  it('counts what the provider reports, and not its text', async () => {
    const usage = { prompt_tokens: 5, completion_tokens: 40, total_tokens: 45, completion_tokens_details: { reasoning_tokens: 33 } }
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.end(
        chunk({ reasoning_content: 'Short.' }) +
          chunk({ content: 'Yes.' }, { finish_reason: 'stop' }) +
          `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage })}\n\n` +
          done,
      )
    })
    const gateway = await startGateway('--upstream', upstream)
    await (await ask(gateway, true)).text()
    expect(await used(gateway, 1)).toBe(33)
  })

  it('is shown under any name that a request may give, also one of other letters', async () => {
    const gateway = await startGateway()
    const long = 'a'.repeat(256)
    for (const [name, sent] of [
      [long, long],
      ['jürgen/ß', Buffer.from('jürgen/ß').toString('latin1')],
    ]) {
      const response = await gateway.chat({ model, messages: question }, { headers: { ...headers, 'x-reason-session': sent! } })
      expect(response.status).toBe(200)
      await response.text()
      const shown = await fetch(`${gateway.url}/api/sessions/${encodeURIComponent(name!)}/budget`)
      expect(await shown.json()).toMatchObject({ budgets: [{ of: name, used: 14 }] })
    }
  })

  it('is not guessed at where a request names two sessions', async () => {
    const { port } = await startGateway()
    const { answer } = await rawAsk(port, ['host', 'localhost', 'x-reason-session', 'alice', 'x-reason-session', 'bob'])
    expect(answer).toContain('`x-reason-session` came more than once')
  })

  it.each([
    ['an empty session', { 'x-reason-session': ' ' }, {}, '`x-reason-session` is empty'],
    ['a session that is no text', {}, { metadata: { session_id: 5 } }, '`metadata.session_id` is number'],
  ])('is not guessed at: %s', async (_, header, body, message) => {
    const { chat } = await startGateway()
    const refused = await chat({ model, messages: question, ...body }, { headers: { 'content-type': 'application/json', ...header } })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain(message)
  })
})
