import { openKeyFile } from '@reason/keys'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadConfig } from '../../src/config/load.ts'
import { question, startGateway, type Gateway } from '../support/gateway.ts'
import { keyFile } from '../support/key-file.ts'
import { rememberingUpstream } from '../support/remembering-upstream.ts'
import { completion, done, sendStream, startUpstream } from '../support/upstream.ts'

const model = 'embedded/qwen3-tags'

const shown = (key: string | undefined, more: Record<string, string> = {}): RequestInit => ({
  headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }), ...more },
})

const guarded = (path: string, ...flags: string[]): Promise<Gateway> => startGateway('--keys', path, '--require-keys', ...flags)

const reasoningOf = async (response: Response): Promise<string | undefined> =>
  ((await response.json()) as { choices: [{ message: { reasoning_content?: string } }] }).choices[0].message.reasoning_content

describe('where keys are required', () => {
  it('no request is admitted without one, at any address but those for health', async () => {
    const { path, make } = keyFile()
    await make()
    const { url, chat } = await guarded(path)
    const refused = await chat({ model, messages: question }, shown(undefined))
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe('Bearer')
    expect(await refused.json()).toMatchObject({ error: { type: 'authentication_error', code: 'key_missing' } })
    expect((await chat({ model, messages: question }, shown('sk-somebody'))).status).toBe(401)
    const bare = await fetch(`${url}/v1/models`, { headers: { authorization: 'rsk_something' } })
    expect(await bare.json()).toMatchObject({ error: { code: 'key_malformed', message: expect.stringContaining('Bearer rsk_…') } })
    const spelt = ['/%61pi/traces', '/ap%69/sessions/alice/budget', '/%6Detrics', '/metrics?a=b']
    for (const address of ['/v1/models', '/metrics', '/api/traces', '/api/sessions/alice/budget', ...spelt]) {
      expect((await fetch(url + address)).status, address).toBe(401)
    }
    const anthropic = await fetch(`${url}/v1/messages`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
    expect(await anthropic.json()).toMatchObject({ type: 'error', error: { type: 'authentication_error' } })
    for (const address of ['/healthz', '/readyz', '/']) expect((await fetch(url + address)).status, address).toBe(200)
  })

  it('a key opens in every header that clients use, until it is revoked', async () => {
    const { path, make } = keyFile()
    const { text, id } = await make()
    const { url, chat } = await guarded(path)
    expect((await chat({ model, messages: question }, shown(text))).status).toBe(200)
    for (const header of ['x-api-key', 'api-key']) {
      expect((await fetch(`${url}/v1/models`, { headers: { [header]: text } })).status).toBe(200)
    }
    await openKeyFile(path).revoke(id)
    expect((await fetch(`${url}/v1/models`, { headers: { 'x-api-key': text } })).status).toBe(401)
  })

  it('others than this machine are taken only with keys', async () => {
    const { path, make } = keyFile()
    const args = ['--host', '0.0.0.0', '--keys', path]
    await expect(loadConfig(args, {})).rejects.toThrow(
      /other machines can reach, and there are no keys in .*Create one: reason keys create/s,
    )
    await make()
    expect((await loadConfig(args, {})).host).toBe('0.0.0.0')
  })
})

describe('a key', () => {
  it('sees no reasoning until it is told otherwise, and a request may only lower that', async () => {
    const { path, make } = keyFile()
    const [blind, seeing] = [await make(), await make({ visibility: 'full' })]
    const { chat } = await guarded(path)
    const ask = async (key: string, visibility?: string): Promise<string | undefined> =>
      reasoningOf(
        await chat({ model, messages: question }, shown(key, visibility === undefined ? {} : { 'x-reason-visibility': visibility })),
      )
    expect(await ask(blind.text)).toBeUndefined()
    expect(await ask(blind.text, 'full')).toBeUndefined()
    expect(await ask(seeing.text)).toContain('17 * 3')
    expect(await ask(seeing.text, 'none')).toBeUndefined()
    const wrong = await chat({ model, messages: question }, shown(seeing.text, { 'x-reason-visibility': 'some' }))
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain('must be one of: none, label, summary, full')
  })

  it('asks the models that it may', async () => {
    const { path, make } = keyFile()
    const { text } = await make({ models: ['embedded/gpt-oss*'] })
    const { chat } = await guarded(path)
    const refused = await chat({ model, messages: question }, shown(text))
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('It may use: embedded/gpt-oss*.')
    expect((await chat({ model: 'embedded/gpt-oss-raw', messages: question }, shown(text))).status).toBe(200)
  })

  it('opens what is of everybody only for an administrator', async () => {
    const { path, make } = keyFile()
    const [client, admin] = [await make(), await make({ admin: true })]
    const { url } = await guarded(path)
    for (const address of ['/metrics', '/api/sessions/alice/budget']) {
      const status = async ({ text }: { text: string }): Promise<number> =>
        (await fetch(url + address, { headers: { 'x-api-key': text } })).status
      expect([await status(client), await status(admin)], address).toEqual([403, 200])
    }
  })

  it('has sessions of its own, whose budgets an administrator sees and resets', async () => {
    const { path, make } = keyFile()
    const [one, another, admin] = [
      await make(),
      await make({ team: 'red', budgets: { session: { tokens: 12 } } }),
      await make({ admin: true }),
    ]
    const { url, chat } = await guarded(path, '--session-budget', '10')
    const ask = async (text: string): Promise<number> =>
      (await chat({ model, messages: question }, shown(text, { 'x-reason-session': 'alice' }))).status
    const budget = async (body?: string): Promise<object[]> => {
      const init = body === undefined ? {} : { method: 'PUT', body }
      const response = await fetch(`${url}/api/sessions/alice/budget`, { ...init, ...shown(admin.text) })
      return ((await response.json()) as { budgets: object[] }).budgets
    }
    expect(await budget()).toMatchObject([{ used: 0, limit: 10 }])
    const exceeded = { scope: 'session', of: 'alice', level: 'exceeded', reserved: 0 }
    expect([await ask(one.text), await ask(another.text)]).toEqual([200, 200])
    await expect.poll(budget.bind(undefined, undefined)).toMatchObject([
      { ...exceeded, key: one.id, limit: 10 },
      { ...exceeded, key: another.id, limit: 12 },
    ])
    expect([await ask(one.text), await ask(another.text)]).toEqual([429, 429])
    const anew = { used: 0, level: 'ok' }
    expect(await budget('{"used":0}')).toMatchObject([
      { ...anew, key: one.id },
      { ...anew, key: another.id },
    ])
    expect([await ask(one.text), await ask(another.text)]).toEqual([200, 200])
  })

  it('has budgets, of itself and of its team, that an administrator sees and resets', async () => {
    const { path, make } = keyFile()
    const [one, another, admin] = [
      await make({ team: 'red', budgets: { key: { tokens: 10 } } }),
      await make({ team: 'red', budgets: { team: { tokens: 20 } } }),
      await make({ admin: true }),
    ]
    const { url, chat } = await guarded(path)
    const ask = async (text: string): Promise<number> => (await chat({ model, messages: question }, shown(text))).status
    const budget = async (of: string, body?: string): Promise<object> => {
      const init = body === undefined ? {} : { method: 'PUT', body }
      return (await (await fetch(`${url}/api/${of}/budget`, { ...init, ...shown(admin.text) })).json()) as object
    }
    const limits = { ofKey: { scope: 'key', of: one.id, limit: 10 }, ofTeam: { scope: 'team', of: 'red', limit: 20 } }
    expect(await budget(`keys/${one.id}`)).toMatchObject({ budgets: [{ ...limits.ofKey, used: 0 }] })
    expect([await ask(one.text), await ask(another.text), await ask(another.text)]).toEqual([200, 200, 200])
    await expect.poll(() => budget(`keys/${one.id}`)).toEqual({ budgets: [expect.objectContaining({ used: 14, reserved: 0 })] })
    await expect
      .poll(() => budget('teams/red'))
      .toEqual({ budgets: [expect.objectContaining({ ...limits.ofTeam, used: 28, reserved: 0 })] })
    expect([await ask(one.text), await ask(another.text)]).toEqual([429, 429])
    expect(await budget(`keys/${one.id}`, '{"used":0}')).toEqual({ budgets: [expect.objectContaining({ ...limits.ofKey, used: 0 })] })
    expect([await ask(one.text), await ask(another.text)]).toEqual([200, 429])
    expect(await budget('teams/red', '{"used":1}')).toEqual({ budgets: [expect.objectContaining({ ...limits.ofTeam, used: 1 })] })
    expect(await ask(another.text)).toBe(200)
    // A key and a team without budgets, and an unknown key.
    expect(await budget(`keys/${another.id}`)).toEqual({ budgets: [] })
    expect(await budget('teams/blue', '{"used":0}')).toEqual({ budgets: [] })
    const unknownKey = {
      error: expect.objectContaining({ code: 'key_not_found', message: 'There is no key "x". GET /api/keys lists them.' }) as object,
    }
    expect([await budget('keys/x'), await budget('keys/x', '{"used":0}')]).toEqual([unknownKey, unknownKey])
    expect(await budget('keys/x', '{}')).toMatchObject({
      error: { message: expect.stringContaining('expected number, received undefined') as string },
    })
  })

  it('is never shown to the upstream, whose own key is', async () => {
    const { path, make } = keyFile()
    const { text } = await make()
    const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: completion({ content: 'Yes.' }) })
    process.env['TEST_UPSTREAM_KEY'] = 'upstream-secret'
    onTestFinished(() => void delete process.env['TEST_UPSTREAM_KEY'])
    const { chat } = await guarded(path, '--upstream', origin)
    await chat({ model: 'm', messages: question }, shown(text, { 'api-key': text, 'x-api-key': text }))
    expect(JSON.stringify(seen[0]!.headers)).not.toContain(text)
    expect(seen[0]!.headers.authorization).toBeUndefined()
  })

  it('has budgets and limits of its own; limits come first', async () => {
    const { path, make } = keyFile()
    const [spent, hasty] = [
      await make({ budgets: { key: { tokens: 10 } } }),
      await make({ rateLimits: { requestsPerMinute: 1 }, budgets: { key: { tokens: 1 } } }),
    ]
    const { url, chat } = await guarded(path)
    const ask = (key: string): Promise<Response> => chat({ model, messages: question }, shown(key))
    expect((await ask(spent.text)).status).toBe(200)
    let refused = await ask(spent.text)
    while (refused.status === 200) refused = await ask(spent.text)
    expect(await refused.json()).toMatchObject({
      error: { code: 'reasoning_budget_exceeded', budget: { scope: 'key', of: spent.id, limit: 10 } },
    })

    expect((await ask(hasty.text)).status).toBe(200)
    const limited = await ask(hasty.text)
    expect(limited.status).toBe(429)
    expect(await limited.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } })
    // Faults of the body are not reported, because the gateway did not read it.
    const headers = { ...(shown(hasty.text).headers as Record<string, string>), 'content-encoding': 'gzip' }
    for (const route of ['/v1/chat/completions', '/v1/generate', '/v1/messages/count_tokens', '/v1/embeddings']) {
      expect((await fetch(url + route, { method: 'POST', headers, body: 'not gzip' })).status, route).toBe(429)
    }
  })

  it('is held to its tokens by what was said, where its answers are broken off before they are counted', async () => {
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      const event = (data: { type: string } & Record<string, unknown>) =>
        response.write(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`)
      // Anthropic counts the input and a first token before it begins, and the output when it ends.
      const usage = { input_tokens: 10, output_tokens: 1 }
      event({ type: 'message_start', message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], usage } })
      event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
      event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'word '.repeat(400) } })
      response.end()
    })
    const { path, make } = keyFile()
    const { text } = await make({ rateLimits: { tokensPerMinute: 500 } })
    const { chat } = await guarded(path, '--upstream', upstream, '--upstream-format', 'anthropic-messages')
    const ask = async (): Promise<string> =>
      (await chat({ model: 'claude-sonnet-4-5', stream: true, messages: question }, shown(text))).text()
    await ask()
    expect(await ask()).toContain('has used its 500 tokens per minute')
  })

  it('is held to the tokens of all choices, where each is counted by itself', async () => {
    const frame = (choices: unknown[], more: object = {}): string =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices, ...more })}\n\n`
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      for (const index of [0, 1]) response.write(frame([{ index, delta: { content: 'Hello.' }, finish_reason: null }]))
      // As llama-server does it.
      for (const index of [0, 1]) {
        response.write(frame([{ index, delta: {}, finish_reason: 'stop' }]))
        response.write(frame([], { usage: { prompt_tokens: 20, completion_tokens: 100, total_tokens: 120 } }))
      }
      response.end(done)
    })
    const { path, make } = keyFile()
    // More than one choice has used, and less than both.
    const { text } = await make({ rateLimits: { tokensPerMinute: 200 } })
    const { chat } = await guarded(path, '--upstream', upstream)
    const ask = async (): Promise<string> =>
      (await chat({ model: 'm', n: 2, stream: true, stream_options: { include_usage: true }, messages: question }, shown(text))).text()
    expect(await ask()).toContain('"total_tokens":220')
    // Counted behind the answer.
    expect(await ask()).toContain('has used its 200 tokens per minute')
  })
})

describe('on this machine alone', () => {
  it('no client needs a key, whatever else it shows; a wrong key of ours is refused all the same', async () => {
    const { path, make } = keyFile()
    const { text } = await make()
    const { chat } = await startGateway('--keys', path)
    const status = async (key: string | undefined): Promise<number> => (await chat({ model, messages: question }, shown(key))).status
    expect([await status(undefined), await status('sk-unused'), await status(text)]).toEqual([200, 200, 200])
    expect(await status(`${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`)).toBe(401)
  })
})
