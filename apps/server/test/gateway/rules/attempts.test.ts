import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { question, startGateway, type Gateway } from '../../support/gateway.ts'
import { eventsOf, textOf } from '../../support/sse.ts'
import { chunk, done, sendStream, startReadingUpstream, startUpstream } from '../../support/upstream.ts'

const headers = { 'content-type': 'application/json', 'x-reason-session': 'alice' }
const usage = (output: number, reasoning: number): string =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage: { prompt_tokens: 10, completion_tokens: output, total_tokens: 10 + output, completion_tokens_details: { reasoning_tokens: reasoning } } })}\n\n`
const thought = 'First I look at it, then I look again, and once more. '
const exhausted = chunk({ reasoning_content: thought }) + chunk({}, { finish_reason: 'length' }) + usage(100, 90) + done

/** One answer for each request in turn; those to other paths are refused. */
async function upstreamOf(...answers: ((response: ServerResponse, body: Record<string, unknown>) => void)[]) {
  const asked: Record<string, unknown>[] = []
  const control: unknown[] = []
  const url = await startReadingUpstream((text, response, request) => {
    const body = JSON.parse(text) as Record<string, unknown>
    if (request.url!.endsWith('/control')) {
      control.push(body)
      return response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    }
    asked.push(body)
    answers[Math.min(asked.length, answers.length) - 1]!(response, body)
  })
  return { url, asked, control }
}

const saying = (text: string) => (response: ServerResponse) => {
  sendStream(response)
  response.end(text)
}

async function ask(gateway: Gateway, more: object = {}): Promise<string> {
  const body = { model: 'qwen3:8b', stream: true, stream_options: { include_usage: true }, messages: question, ...more }
  return (await gateway.chat(body, { headers })).text()
}

interface Finished {
  choices: { index: number; finish_reason: string | null }[]
  reason?: { outcome?: string }
}

const finishOf = (text: string, choice = 0): string | undefined =>
  eventsOf(text)
    .filter((data) => data !== '[DONE]')
    .flatMap((data) => (JSON.parse(data) as Finished).choices ?? [])
    .findLast(({ index, finish_reason: reason }) => index === choice && reason !== null)?.finish_reason ?? undefined

async function settled({ url }: Gateway): Promise<{ used: number; reserved: number }> {
  for (;;) {
    const { budgets } = (await (await fetch(`${url}/api/sessions/alice/budget`)).json()) as {
      budgets: { used: number; reserved: number }[]
    }
    if (budgets[0]!.used > 0 && budgets[0]!.reserved === 0) return budgets[0]!
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

describe('a second attempt', () => {
  const rescued = (...answers: Parameters<typeof upstreamOf>) => upstreamOf(saying(exhausted), ...answers)

  it('is billed beside the first, each once', async () => {
    const { url } = await rescued(
      saying(chunk({ reasoning_content: 'So.' }) + chunk({ content: '51.' }, { finish_reason: 'stop' }) + usage(7, 5) + done),
    )
    const gateway = await startGateway('--upstream', url, '--rescue', 'lower')
    expect(textOf(await ask(gateway), 'content')).toBe('51.')
    expect((await settled(gateway)).used).toBe(95)
  })

  it('is no repetition of the first for an upstream that keeps one answer for each key', async () => {
    const keys: unknown[] = []
    const url = await startUpstream((request, response) => {
      keys.push(request.headers['idempotency-key'])
      saying(keys.length === 1 ? exhausted : chunk({ content: '51.' }, { finish_reason: 'stop' }) + done)(response)
    })
    const gateway = await startGateway('--upstream', url, '--rescue', 'lower')
    const body = { model: 'qwen3:8b', stream: true, messages: question }
    await (await gateway.chat(body, { headers: { ...headers, 'idempotency-key': 'once' } })).text()
    expect(keys).toEqual(['once', undefined])
  })

  it.each([
    ['an error in place of its first word', chunk({ role: 'assistant' }) + 'data: {"error":{"message":"overloaded","code":503}}\n\n'],
    ['an error alone', 'data: {"error":{"message":"overloaded","code":503}}\n\n'],
    ['its beginning and nothing more', chunk({ role: 'assistant' })],
    ['nothing', ''],
    ['a web page', '<html></html>'],
  ])('leaves the end of the first one, where all it says is %s', async (_, text) => {
    const { url, asked } = await rescued(saying(text))
    const gateway = await startGateway('--upstream', url, '--rescue', 'off')
    const said = await ask(gateway)
    expect(asked).toHaveLength(2)
    expect(said).not.toContain('"error"')
    expect(finishOf(said)).toBe('length')
    expect(said).toContain('"outcome":"reasoning-exhausted"')
    expect((await settled(gateway)).used).toBe(90)
  })

  it('that breaks off inside ends with an error', async () => {
    const { url } = await rescued((response) => {
      sendStream(response)
      response.write(chunk({ content: 'Fif' }), () => response.destroy())
    })
    const gateway = await startGateway('--upstream', url, '--rescue', 'off')
    const said = await ask(gateway)
    expect(textOf(said, 'content')).toBe('Fif')
    expect(said).toContain('"code":"upstream_broken"')
  })

  it('that is still awaited when the gateway stops leaves the end of the first', async () => {
    let begun: (() => void) | undefined
    const waiting = new Promise<void>((resolve) => (begun = resolve))
    const { url } = await rescued(() => begun!())
    const gateway = await startGateway('--upstream', url, '--rescue', 'off')
    const said = ask(gateway)
    await waiting
    await gateway.close()
    expect(finishOf(await said)).toBe('length')
  })

  it('gives everything back when the client leaves before it begins', async () => {
    let begun: (() => void) | undefined
    const waiting = new Promise<void>((resolve) => (begun = resolve))
    const { url } = await rescued(() => begun!())
    const gateway = await startGateway('--upstream', url, '--rescue', 'off')
    const leaving = new AbortController()
    const body = { model: 'qwen3:8b', stream: true, messages: question }
    const response = await gateway.chat(body, { headers, signal: leaving.signal })
    await waiting
    leaving.abort()
    await expect(response.text()).rejects.toThrow()
    expect(await settled(gateway)).toMatchObject({ used: 90, reserved: 0 })
  })

  it('is the one that is told to stop', async () => {
    const { url, control } = await rescued(
      (response) => {
        sendStream(response)
        response.write(chunk({ reasoning_content: thought }).replaceAll('chatcmpl-1', 'chatcmpl-2'))
      },
      saying(chunk({ content: '51.' }, { finish_reason: 'stop' }) + done),
    )
    const flags = ['--upstream-engine', 'llama-server', '--session-budget', '95', '--budget-action', 'stop', '--rescue', 'lower']
    const gateway = await startGateway('--upstream', url, ...flags)
    expect(textOf(await ask(gateway), 'content')).toBe('51.')
    expect(control).toEqual([{ id: 'chatcmpl-2', action: 'reasoning_end' }])
  })
})

describe('a whole answer', () => {
  const whole = (message: object, finish: string, usage: object) => (response: ServerResponse) => {
    const body = {
      id: 'x',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message, finish_reason: finish }],
      usage,
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const first = whole({ role: 'assistant', content: '', reasoning_content: thought }, 'length', {
    prompt_tokens: 10,
    completion_tokens: 100,
    total_tokens: 110,
  })
  const second = whole({ role: 'assistant', content: '51.', reasoning_content: 'So.' }, 'stop', {
    prompt_tokens: 10,
    completion_tokens: 7,
    total_tokens: 17,
  })
  const broken = (response: ServerResponse) => response.writeHead(500).end()
  const apis = [
    ['/v1/chat/completions', { messages: question }, '"completion_tokens":107'],
    ['/v1/responses', { input: 'What is 17 * 3?' }, '"output_tokens":107'],
    ['/v1/messages', { messages: question, max_tokens: 100 }, '"output_tokens":107'],
  ] as const

  it.each(apis)('of two attempts is one, and says so: %s', async (path, more, counted) => {
    const { url } = await upstreamOf(first, second)
    const gateway = await startGateway('--upstream', url, '--rescue', 'lower')
    const body = JSON.stringify({ model: 'qwen3:8b', ...more })
    const said = await (await fetch(gateway.url + path, { method: 'POST', headers, body })).text()
    expect(said).toContain('51.')
    expect(said).toContain(counted)
    expect((JSON.parse(said) as { reason: unknown }).reason).toMatchObject({ warnings: [{ code: 'rescued' }] })
    await settled(gateway)
  })

  it.each(apis)('whose second attempt is refused is the first: %s', async (path, more) => {
    const { url } = await upstreamOf(first, broken)
    const gateway = await startGateway('--upstream', url, '--rescue', 'lower')
    const response = await fetch(gateway.url + path, { method: 'POST', headers, body: JSON.stringify({ model: 'qwen3:8b', ...more }) })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ reason: { outcome: 'reasoning-exhausted' } })
  })

  it.each(apis)('streamed has its notes in an event of its own format: %s', async (path, more) => {
    const { url } = await upstreamOf(saying(exhausted))
    const gateway = await startGateway('--upstream', url)
    const body = JSON.stringify({ model: 'qwen3:8b', stream: true, ...more })
    const said = await (await fetch(gateway.url + path, { method: 'POST', headers, body })).text()
    const noted = said.split('\n').filter((line) => line.startsWith('data: {') && line.includes('"reason":{'))
    expect(noted).toHaveLength(1)
    expect(JSON.parse(noted[0]!.slice(6))).toMatchObject({ reason: { outcome: 'reasoning-exhausted' } })
  })
})

describe('reasoning that is stopped', () => {
  const stopping = ['--session-budget', '6', '--budget-action', 'stop']

  it('is over already where the same read brings the answer', async () => {
    const { url } = await upstreamOf(
      saying(chunk({ reasoning_content: thought }) + chunk({ content: '51.' }) + chunk({}, { finish_reason: 'stop' }) + done),
    )
    const said = await ask(await startGateway('--upstream', url, ...stopping))
    expect(textOf(said, 'content')).toBe('51.')
    expect(finishOf(said)).toBe('stop')
  })

  it('is over already where the same read brings much of it, and then the answer', async () => {
    const { url } = await upstreamOf(
      saying(chunk({ reasoning_content: thought }).repeat(20) + chunk({ content: '51.' }) + chunk({}, { finish_reason: 'stop' }) + done),
    )
    const said = await ask(await startGateway('--upstream', url, ...stopping))
    expect(textOf(said, 'content')).toBe('51.')
    expect(finishOf(said)).toBe('stop')
  })

  it('is stopped also where the read in which it has to ends inside of an event', async () => {
    const { url } = await upstreamOf((response) => {
      sendStream(response)
      response.write(chunk({ reasoning_content: thought }).repeat(20) + chunk({ reasoning_content: thought }).slice(0, 30))
    })
    const said = await ask(await startGateway('--upstream', url, ...stopping))
    expect(finishOf(said)).toBe('length')
  })

  it('does not cut the call of a tool that followed it', async () => {
    const call = { index: 0, id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":' } }
    const { url } = await upstreamOf((response) => {
      sendStream(response)
      response.write(chunk({ reasoning_content: thought }) + chunk({ tool_calls: [call] }), () =>
        setTimeout(
          () =>
            response.end(
              chunk({ tool_calls: [{ index: 0, function: { arguments: '1}' } }] }) + chunk({}, { finish_reason: 'tool_calls' }) + done,
            ),
          20,
        ),
      )
    })
    const said = await ask(await startGateway('--upstream', url, ...stopping))
    expect(finishOf(said)).toBe('tool_calls')
    expect(said).toContain('1}')
  })

  it('of one choice leaves the others what they say', async () => {
    const { url } = await upstreamOf((response) => {
      sendStream(response)
      response.write(chunk({ content: 'Fifty' }, { index: 1 }) + chunk({ reasoning_content: thought }), () =>
        setTimeout(() => response.write(chunk({ content: ' one.' }, { index: 1 }) + chunk({}, { index: 1, finish_reason: 'stop' })), 20),
      )
    })
    const said = await ask(await startGateway('--upstream', url, ...stopping), { n: 2 })
    expect(textOf(said, 'content', 1)).toBe('Fifty one.')
    expect(finishOf(said, 1)).toBe('stop')
    expect(finishOf(said, 0)).toBe('length')
  })

  it('continues unchanged if a request asks for more answers than any provider gives', async () => {
    const { url } = await upstreamOf(saying(chunk({ content: 'Yes.' }, { finish_reason: 'stop' }) + done))
    const said = await ask(await startGateway('--upstream', url, ...stopping), { n: 1e15 })
    expect(textOf(said, 'content')).toBe('Yes.')
  })

  it('is continued as what it is: an answer, also for a model that begins in the middle of its thought', async () => {
    const { url, asked } = await upstreamOf(
      (response) => {
        sendStream(response)
        response.write(chunk({ content: thought }))
      },
      saying(chunk({ content: '51.' }) + chunk({}, { finish_reason: 'stop' }) + done),
    )
    const gateway = await startGateway('--upstream', url, '--upstream-engine', 'vllm', ...stopping)
    const said = await ask(gateway, { model: 'deepseek-r1' })
    expect(asked[1]).toMatchObject({ continue_final_message: true })
    expect(textOf(said, 'content')).toBe('51.')
  })
})
