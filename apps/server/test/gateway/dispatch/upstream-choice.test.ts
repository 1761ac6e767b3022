import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { question, startGateway } from '../../support/gateway.ts'
import { answers, fakeUpstream, closedPort, refuses, upstreams } from '../../support/several-upstreams.ts'
import { startReadingUpstream } from '../../support/upstream.ts'
import { postJson } from '../../support/post.ts'

const json = async <T>(response: Response | Promise<Response>): Promise<T> => (await (await response).json()) as T

const claudeDoes = (how: string, ...content: object[]): string =>
  JSON.stringify({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-x',
    content,
    stop_reason: how,
    usage: { input_tokens: 1, output_tokens: 2 },
  })

const claudeSays = (text: string): string => claudeDoes('end_turn', { type: 'text', text })

describe('several upstreams', () => {
  it('share requests by their weights', async () => {
    const [often, seldom, never] = await Promise.all(['often', 'seldom', 'never'].map((name) => fakeUpstream(name)))
    const { chat } = await startGateway(
      ...upstreams(
        { name: 'often', url: often!.url, weight: 3 },
        { name: 'seldom', url: seldom!.url },
        { name: 'never', url: never!.url, weight: 0 },
      ),
    )
    for (let count = 0; count < 80; count += 1) await (await chat({ model: 'm', messages: question })).text()
    expect(often!.asked.length + seldom!.asked.length).toBe(80)
    // Each outcome outside of this is rarer than one in a million.
    expect(often!.asked.length).toBeGreaterThan(seldom!.asked.length)
    expect(seldom!.asked.length).toBeGreaterThan(2)
  })

  it('are asked by their priority, and by the models that they serve', async () => {
    const [first, second, special] = await Promise.all(['first', 'second', 'special'].map((name) => fakeUpstream(name)))
    const { client } = await startGateway(
      ...upstreams(
        { name: 'second', url: second!.url, priority: 1 },
        { name: 'first', url: first!.url },
        { name: 'special', url: special!.url, models: ['gpt-oss*'], priority: 2 },
      ),
    )
    const ask = async (model: string) => (await client.chat.completions.create({ model, messages: question })).choices[0]!.message.content
    for (let count = 0; count < 5; count += 1) expect(await ask('qwen3')).toBe('first')
    expect(await ask('gpt-oss-20b')).toBe('special')
    expect(second!.asked).toEqual([])
  })

  it('are asked under their own names for models, and nothing else is changed', async () => {
    const one = await fakeUpstream('one')
    const { chat } = await startGateway(
      ...upstreams({ name: 'one', url: one.url, aliases: { fast: 'qwen3-8b', 'gpt-*': 'gpt-oss-20b' }, models: [] }),
    )
    for (const model of ['fast', 'gpt-5']) {
      const response = await chat({ model, messages: question, stream: true, unknown: { kept: true } })
      expect(response.headers.get('x-reason-upstream')).toBe('one')
      expect(await response.text()).toContain('one')
    }
    expect(one.asked).toEqual(['qwen3-8b', 'gpt-oss-20b'])
  })

  it('keep a session where it began', async () => {
    const all = await Promise.all(['a', 'b', 'c'].map((name) => fakeUpstream(name)))
    const { chat } = await startGateway(...upstreams(...all.map(({ name, url }) => ({ name, url }))))
    for (let count = 0; count < 6; count += 1)
      await (
        await chat({ model: 'm', messages: question, metadata: { session: 'one' } }, {
          headers: { 'content-type': 'application/json', 'x-reason-session': 'alice' },
        } as RequestInit)
      ).text()
    expect(all.map(({ asked }) => asked.length).toSorted((a, b) => a - b)).toEqual([0, 0, 6])
  })

  it('may speak different formats', async () => {
    const bodies: Record<string, unknown>[] = []
    const claude = await startReadingUpstream((text, response) => {
      bodies.push(JSON.parse(text) as Record<string, unknown>)
      response.writeHead(200, { 'content-type': 'application/json' }).end(claudeSays('from claude'))
    })
    const other = await fakeUpstream('other', refuses(500))
    const { client } = await startGateway(
      ...upstreams(
        { name: 'claude', url: claude, format: 'anthropic-messages', priority: 1, aliases: { smart: 'claude-x' } },
        { name: 'other', url: other.url, aliases: { smart: 'gpt' } },
      ),
    )
    const answer = await client.chat.completions.create({ model: 'smart', messages: question })
    expect(answer.choices[0]!.message.content).toBe('from claude')
    expect(other.asked).toEqual(['gpt'])
    // Written anew for it.
    expect(bodies).toMatchObject([{ model: 'claude-x', max_tokens: expect.any(Number) as number, messages: [{ role: 'user' }] }])
  })

  it('keep a conversation with signed reasoning where it can be read, whatever its model is called there', async () => {
    const bodies: { model: string; messages: unknown[] }[] = []
    const claude = await startReadingUpstream((text, response) => {
      bodies.push(JSON.parse(text) as (typeof bodies)[number])
      response.writeHead(200, { 'content-type': 'application/json' }).end(claudeSays('read it'))
    })
    const chatty = await fakeUpstream('chatty')
    const { url } = await startGateway(
      ...upstreams(
        { name: 'chatty', url: chatty.url, aliases: { smart: 'gpt' } },
        { name: 'claude', url: claude, format: 'anthropic-messages', priority: 1, aliases: { smart: 'claude-x' } },
      ),
    )
    const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'c2lnbmVk' }
    const ask = (...content: object[]) =>
      postJson(`${url}/v1/messages`, {
        model: 'smart',
        max_tokens: 2000,
        thinking: { type: 'enabled', budget_tokens: 1024 },
        messages: [...question, { role: 'assistant', content }, { role: 'user', content: 'Go on.' }],
      })
    expect((await ask({ type: 'text', text: 'Well.' })).headers.get('x-reason-upstream')).toBe('chatty')
    const sealed = await ask(thinking, { type: 'text', text: 'Well.' })
    expect(sealed.headers.get('x-reason-upstream')).toBe('claude')
    expect(sealed.headers.get('x-reason-notes')).toBeNull()
    expect(bodies).toMatchObject([{ model: 'claude-x', messages: [{}, { content: [thinking, {}] }, {}] }])
  })

  it('keep a tool loop where its reasoning was sealed, in a format that has no place for seals', async () => {
    const bodies: { model: string; messages: { content: unknown }[] }[] = []
    const thought = { type: 'thinking', thinking: 'Ask the tool.', signature: 'c2lnbmVk' }
    const call = { type: 'tool_use', id: 'toolu_1', name: 'look', input: { at: 'it' } }
    const claude = await startReadingUpstream((text, response) => {
      bodies.push(JSON.parse(text) as (typeof bodies)[number])
      const answer = bodies.length === 1 ? claudeDoes('tool_use', thought, call) : claudeDoes('end_turn', { type: 'text', text: 'Found.' })
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
    })
    const chatty = await fakeUpstream('chatty', refuses(500))
    const dataDir = mkdtempSync(join(tmpdir(), 'reason-routing-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const { chat } = await startGateway(
      '--data-dir',
      dataDir,
      ...upstreams(
        { name: 'chatty', url: chatty.url, aliases: { smart: 'gpt' } },
        { name: 'claude', url: claude, format: 'anthropic-messages', priority: 1, aliases: { smart: 'claude-x' } },
      ),
    )
    const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object', properties: { at: { type: 'string' } } } } }]
    const ask = { model: 'smart', tools, reasoning_effort: 'low' }
    const first = await json<{ choices: { message: Record<string, unknown> }[] }>(chat({ ...ask, messages: question }))
    chatty.behave(answers('chatty'))
    const { message } = first.choices[0]!
    const second = await chat({
      ...ask,
      messages: [...question, message, { role: 'tool', tool_call_id: 'toolu_1', content: 'something' }],
    })
    expect(second.headers.get('x-reason-upstream')).toBe('claude')
    expect(bodies[1]!.messages[1]).toMatchObject({ content: [thought, call] })
    // A conversation without seals goes where it costs less.
    expect((await chat({ ...ask, messages: question })).headers.get('x-reason-upstream')).toBe('chatty')
  })

  it.each([
    [
      '/v1/chat/completions',
      { error: { code: 'model_not_found', message: 'No upstream serves the model "x". GET /v1/models lists the models.' } },
    ],
    ['/v1/responses', { error: { code: 'model_not_found' } }],
    ['/v1/messages', { type: 'error', error: { type: 'not_found_error' } }],
  ])('name no other models where none serves the model: %s', async (path, body) => {
    const { url } = await startGateway(
      ...upstreams({ name: 'one', url: closedPort, models: ['a'] }, { name: 'two', url: closedPort + '2', models: ['b'] }),
    )
    const response = await postJson(url + path, { model: 'x', max_tokens: 5, messages: question, input: 'Hi' })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject(body)
  })
})

describe('what there is of several upstreams', () => {
  it('is listed together, with whose it is, without those that fail', async () => {
    const [a, b] = await Promise.all([fakeUpstream('a'), fakeUpstream('b')])
    const { url } = await startGateway(
      ...upstreams(
        { name: 'a', url: a.url, aliases: { fast: 'a-model', 'x-*': 'a-model' }, models: ['a-*'] },
        { name: 'b', url: b.url, models: ['c-*', 'only-named'] },
        { name: 'cohere', url: closedPort, format: 'cohere', models: ['command-r', 'command-*'] },
        { name: 'gone', url: closedPort },
      ),
    )
    const response = await fetch(`${url}/v1/models`)
    expect(response.headers.get('x-reason-models-missing')).toBe('gone')
    const { data } = await json<{ data: { id: string; owned_by: string }[] }>(response)
    expect(data.map(({ id, owned_by: owner }) => [id, owner])).toEqual([
      ['fast', 'a'],
      ['a-model', 'a'],
      ['command-r', 'cohere'],
    ])
  })

  it('is an error where none of them has a list', async () => {
    const { url } = await startGateway(...upstreams({ name: 'gone', url: closedPort }, { name: 'away', url: `${closedPort}/2` }))
    const response = await fetch(`${url}/v1/models`)
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ error: { code: 'upstream_unreachable' } })
  })

  it('is explained', async () => {
    const { url } = await startGateway(
      '--upstreams',
      JSON.stringify([
        { name: 'local', url: closedPort, aliases: { fast: 'qwen3-8b' }, models: [] },
        { name: 'claude', url: 'https://api.anthropic.com', format: 'anthropic-messages', models: ['claude-*'], probe: 0 },
      ]),
    )
    expect(await json(fetch(`${url}/api/explain?model=fast`))).toMatchObject({
      model: 'fast',
      upstreams: [
        {
          upstream: 'local',
          verdict: 'taken',
          model: 'qwen3-8b',
          reason: 'calls it qwen3-8b; priority 0, weight 1',
          splitting: { adapter: 'think-tags' },
        },
        { upstream: 'claude', verdict: 'refused', provider: 'anthropic', reason: 'does not serve it (serves: claude-*)' },
      ],
    })
    expect(await json(fetch(`${url}/api/explain?model=nothing`))).toMatchObject({ refusal: { status: 404, code: 'model-unknown' } })
    expect((await fetch(`${url}/api/explain`)).status).toBe(400)
    const { url: one } = await startGateway()
    expect(await json(fetch(`${one}/api/explain?model=embedded/qwen3-tags`))).toMatchObject({
      upstreams: [{ verdict: 'taken', splitting: { adapter: 'think-tags' } }],
    })
  })

  it('is measured', async () => {
    const one = await fakeUpstream('one')
    const { url, chat } = await startGateway(...upstreams({ name: 'one', url: one.url }, { name: 'gone', url: closedPort }))
    await (await chat({ model: 'm', messages: question })).text()
    const text = await (await fetch(`${url}/metrics`)).text()
    expect(text).toContain('upstream_up{upstream="one"} 1')
    expect(text).toContain('upstream_requests_in_flight{upstream="one"} 0')
    expect(text).toContain('upstream_queue_length{upstream="gone"} 0')
    expect(await (await fetch(url)).text()).toContain('in front of 2 upstreams: one, gone')
  })
})
