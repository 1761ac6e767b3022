import { mkdtempSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { question, startGateway } from './support/gateway.ts'
import { eventsOf, textOf } from './support/sse.ts'
import { chunk, completion, done, sendStream, startAnsweringUpstream, startUpstream } from './support/upstream.ts'

interface Seen {
  url: string | undefined
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
  raw: string
}

/** An upstream that answers well and remembers what it was asked. */
async function rememberingUpstream(answer: string): Promise<{ address: string; seen: Seen[] }> {
  const seen: Seen[] = []
  const address = await startUpstream((request, response) => {
    let raw = ''
    request.setEncoding('utf8').on('data', (piece: string) => (raw += piece))
    request.on('end', () => {
      seen.push({ url: request.url, headers: request.headers, body: raw === '' ? {} : (JSON.parse(raw) as Record<string, unknown>), raw })
      if (answer.startsWith('data:')) sendStream(response)
      else response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'req-1', 'x-secret': 'no', 'set-cookie': 'a=b' })
      response.end(answer)
    })
  })
  return { address, seen }
}

describe('the request to the upstream', () => {
  it('has the unchanged body, with every unknown field', async () => {
    const { address, seen } = await rememberingUpstream(completion({ content: 'Hi' }))
    const { chat } = await startGateway('--upstream', address)
    const body = '{ "model":"m", "messages":[], "seed": 12345678901234567890, "x_unknown": {"a":[1.0]}, "stream_options": null }'
    expect((await chat(body)).status).toBe(200)
    expect(seen[0]).toMatchObject({ url: '/v1/chat/completions', raw: body })
  })

  it('asks for token counts in streams, unless configured otherwise', async () => {
    const { address, seen } = await rememberingUpstream(chunk({ content: 'Hi' }, { finish_reason: 'stop' }) + done)
    const asking = await startGateway('--upstream', address)
    const body = '{"model":"m","messages":[],"stream":true,"seed":12345678901234567890}\n'
    await (await asking.chat(body)).text()
    expect(seen[0]!.raw).toBe(
      '{"model":"m","messages":[],"stream":true,"seed":12345678901234567890,"stream_options":{"include_usage":true}}',
    )
    await (await asking.chat({ model: 'm', stream: true, stream_options: { include_usage: false, other: 1 } })).text()
    expect(seen[1]!.body['stream_options']).toEqual({ include_usage: true, other: 1 })
    const silent = await startGateway('--upstream', address, '--no-ask-usage')
    await (await silent.chat(body)).text()
    expect(seen[2]!.raw).toBe(body)
  })

  it('has the headers that may be forwarded, and no others', async () => {
    const { address, seen } = await rememberingUpstream(completion({ content: 'Hi' }))
    const { chat } = await startGateway('--upstream', address)
    await chat(
      { model: 'm' },
      {
        headers: {
          'content-type': 'application/json',
          authorization: 'Bearer client',
          'x-conversation-id': 'c',
          cookie: 'a=b',
          traceparent: 't',
        },
      },
    )
    expect(seen[0]!.headers).toMatchObject({ authorization: 'Bearer client', traceparent: 't', 'content-type': 'application/json' })
    expect(seen[0]!.headers).not.toHaveProperty('x-conversation-id')
    expect(seen[0]!.headers).not.toHaveProperty('cookie')
  })

  it('has the configured key instead of the client’s', async () => {
    const { address, seen } = await rememberingUpstream(completion({ content: 'Hi' }))
    const path = join(mkdtempSync(join(tmpdir(), 'reason-key-')), 'key')
    writeFileSync(path, 'ours\n')
    const { chat } = await startGateway('--upstream', address, '--upstream-key-file', path)
    await chat({ model: 'm' }, { headers: { 'content-type': 'application/json', authorization: 'Bearer client', 'api-key': 'client' } })
    expect(seen[0]!.headers.authorization).toBe('Bearer ours')
    expect(seen[0]!.headers).not.toHaveProperty('api-key')
  })

  it('goes under /v1 when the address has no path, and under its path when it has', async () => {
    const { address, seen } = await rememberingUpstream(completion({ content: 'Hi' }))
    const origin = new URL(address).origin
    await (await startGateway('--upstream', origin)).chat({ model: 'm' })
    await (await startGateway('--upstream', `${origin}/api/v3/?version=1`)).chat({ model: 'm' })
    expect(seen.map(({ url }) => url)).toEqual(['/v1/chat/completions', '/api/v3/chat/completions?version=1'])
  })
})

describe('the response to the client', () => {
  it('has the headers that describe the answer, and no others', async () => {
    const { address } = await rememberingUpstream(completion({ content: 'Hi' }))
    const { headers } = await (await startGateway('--upstream', address)).chat({ model: 'm' })
    expect(headers.get('x-request-id')).toBe('req-1')
    expect(headers.get('x-secret')).toBeNull()
    expect(headers.get('set-cookie')).toBeNull()
  })

  it('is split by the name of the model, by --model-family, by --adapter, and by the text itself', async () => {
    const { address } = await rememberingUpstream(completion({ content: '<think>Hm.</think>Hi' }))
    const ask = async (model: string, ...flags: string[]): Promise<unknown> => {
      const { client } = await startGateway('--upstream', address, ...flags)
      return (await client.chat.completions.create({ model, messages: question })).choices[0]!.message
    }
    const apart = { reasoning_content: 'Hm.', content: 'Hi' }
    expect(await ask('qwen3-8b')).toMatchObject(apart)
    expect(await ask('my-alias', '--model-family', 'qwen3')).toMatchObject(apart)
    expect(await ask('my-alias', '--adapter', 'think-tags')).toMatchObject(apart)
    expect(await ask('my-alias')).toMatchObject(apart)
    expect(await ask('qwen3-8b', '--adapter', 'plain')).toMatchObject({ content: '<think>Hm.</think>Hi' })
  })

  it('keeps several answers to one request apart, whole and streamed', async () => {
    const whole = await rememberingUpstream(completion({ content: '<think>A</think>a' }, { content: '<think>B</think>b' }))
    const { client } = await startGateway('--upstream', whole.address)
    const { choices } = await client.chat.completions.create({ model: 'qwen3', messages: question, n: 2 })
    expect(
      choices.map(({ index, message }) => [index, (message as { reasoning_content?: string }).reasoning_content, message.content]),
    ).toEqual([
      [0, 'A', 'a'],
      [1, 'B', 'b'],
    ])

    const pieces: [number, string][] = [
      [1, '<thi'],
      [0, '<think>A'],
      [1, 'nk>B</th'],
      [0, '</think>a'],
      [1, 'ink>b'],
    ]
    const events = pieces.map(([index, content]) => chunk({ content }, { index }))
    const ends = [0, 1].map((index) => chunk({}, { index, finish_reason: 'stop' }))
    const streamed = await rememberingUpstream([...events, ...ends, done].join(''))
    const second = await startGateway('--upstream', streamed.address)
    const body = await (await second.chat({ model: 'qwen3', messages: question, n: 2, stream: true })).text()
    expect([0, 1].map((choice) => [textOf(body, 'reasoning_content', choice), textOf(body, 'content', choice)])).toEqual([
      ['A', 'a'],
      ['B', 'b'],
    ])
  })

  it('names tools as the client offered them', async () => {
    const text =
      '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city":"Paris"}<|call|>'
    const { address } = await rememberingUpstream(completion({ content: text }))
    const { client } = await startGateway('--upstream', address)
    const tools = [{ type: 'function' as const, function: { name: 'get_weather', parameters: {} } }]
    const { message, finish_reason } = (await client.chat.completions.create({ model: 'gpt-oss-20b', messages: question, tools }))
      .choices[0]!
    expect(message).toMatchObject({
      reasoning_content: 'Hm.',
      tool_calls: [{ function: { name: 'get_weather', arguments: '{"city":"Paris"}' } }],
    })
    expect(finish_reason).toBe('tool_calls')
  })

  it('has commentary where --commentary puts it', async () => {
    const text = '<|channel|>commentary<|message|>Let me see.<|end|><|start|>assistant<|channel|>final<|message|>Hi<|return|>'
    const { address } = await rememberingUpstream(completion({ content: text }))
    const ask = async (...flags: string[]): Promise<unknown> =>
      (await (await startGateway('--upstream', address, ...flags)).client.chat.completions.create({ model: 'gpt-oss', messages: question }))
        .choices[0]!.message
    expect(await ask()).toMatchObject({ reasoning_content: 'Let me see.', content: 'Hi' })
    expect(await ask('--commentary', 'answer')).toMatchObject({ content: 'Let me see.\n\nHi' })
    expect(JSON.stringify(await ask('--commentary', 'drop'))).not.toContain('Let me see.')
  })

  it('keeps unknown fields, but none that may contain reasoning', async () => {
    const logprobs = { content: [{ token: '<think>', logprob: -0.1, bytes: [], top_logprobs: [] }] }
    const body = {
      ...(JSON.parse(completion({ content: '<think>Hm.</think>Hi' })) as { choices: Record<string, unknown>[] }),
      system_fingerprint: 'fp',
      timings: { predicted_n: 3 },
      __verbose: { content: '<think>Hm.</think>Hi', prompt: 'the whole prompt' },
    }
    body.choices[0]!['logprobs'] = logprobs
    const { address } = await rememberingUpstream(JSON.stringify(body))
    const { chat } = await startGateway('--upstream', address)
    const answer = await (await chat({ model: 'qwen3', messages: question })).text()
    expect(JSON.parse(answer)).toMatchObject({ system_fingerprint: 'fp', timings: { predicted_n: 3 } })
    for (const hidden of ['__verbose', 'the whole prompt', '<think>Hm.']) expect(answer).not.toContain(hidden)
  })

  it('keeps unknown fields only if nothing is split and the client sees all reasoning', async () => {
    const message = { content: 'Hi', reasoning_content: 'Hm.', x_message: { is: 'unknown' } }
    const body = { ...(JSON.parse(completion(message)) as Record<string, unknown>), x_top: ['unknown'] }
    const { address } = await rememberingUpstream(JSON.stringify(body))
    const ask = async (flags: readonly string[], more = {}): Promise<string> =>
      (await (await startGateway('--upstream', address, ...flags)).chat({ model: 'm', messages: question, ...more })).text()
    expect(JSON.parse(await ask(['--adapter', 'plain']))).toMatchObject({ x_top: ['unknown'], choices: [{ message }] })
    for (const hidden of [
      await ask(['--adapter', 'think-tags']),
      await ask(['--adapter', 'plain', '--visibility', 'none']),
      await ask(['--adapter', 'plain', '--visibility', 'summary']),
      await ask(['--adapter', 'plain'], { include_reasoning: false }),
    ]) {
      expect(hidden).toContain('Hi')
      expect(hidden).not.toContain('unknown')
    }
  })

  it.each<[scope: 'event' | 'message', field: string]>([
    ['message', 'executed_tools'],
    ['event', 'mcp_list_tools'],
    ['event', 'moderation'],
    ['event', 'openrouter_metadata'],
    ['event', 'prompt_logprobs'],
    ['event', 'kv_transfer_params'],
    ['event', 'stats'],
  ])('has fields that do not depend on how the text is split, at full visibility: %s, %s', async (scope, field) => {
    const value = [{ is: 'its own' }]
    const event = { [field]: value }
    const delta = { content: '<think>Hm.</think>Hi', ...(scope === 'message' && event) }
    const whole = { ...(JSON.parse(completion(delta)) as object), ...(scope === 'event' && event) }
    const first = JSON.parse(chunk(delta).slice('data: '.length)) as object
    const events = [
      `data: ${JSON.stringify({ ...first, ...(scope === 'event' && event) })}\n\n`,
      chunk({}, { finish_reason: 'stop' }),
      done,
    ]
    for (const visibility of ['full', 'none'])
      for (const stream of [false, true]) {
        const { address } = await rememberingUpstream(stream ? events.join('') : JSON.stringify(whole))
        const { chat } = await startGateway('--upstream', address, '--visibility', visibility)
        const answer = await (await chat({ model: 'qwen3', stream, messages: question })).text()
        expect(answer).toContain('Hi')
        expect(answer.includes(`"${field}":${JSON.stringify(value)}`)).toBe(visibility === 'full')
      }
  })

  it.each<[flags: string[], fields: Record<string, unknown>, shown: string[], hidden: string[]]>([
    [['--adapter', 'plain'], {}, ['"token":"Hm."', '"token":"Hi"', '"transcript":"Hi"'], []],
    [['--adapter', 'think-tags'], {}, ['"token":"Hm."', '"token":"Hi"', '"transcript":"Hi"'], []],
    [[], {}, ['"token":"Hm."', '"token":"Hi"', '"transcript":"Hi"'], []],
    [['--visibility', 'summary'], {}, ['"content":"Hi"'], ['"token"', 'transcript']],
    [['--visibility', 'none'], {}, ['"content":"Hi"'], ['"token"', 'transcript']],
    [['--delivery', 'off'], {}, ['"content":"Hi"'], ['"token"', 'transcript']],
    [[], { include_reasoning: false }, ['"content":"Hi"'], ['"token"', 'transcript']],
  ])('has log probabilities and audio only if the client sees all reasoning: %j %j', async (flags, fields, shown, hidden) => {
    const logprobs = (token: string): Record<string, unknown> => ({
      logprobs: { content: [{ token, logprob: -0.1, bytes: [], top_logprobs: [] }] },
    })
    const events = [
      chunk({ reasoning_content: 'Hm.' }, logprobs('Hm.')),
      chunk({ content: 'Hi' }, logprobs('Hi')),
      chunk({ audio: { id: 'a', transcript: 'Hi' } }),
      chunk({}, { finish_reason: 'stop' }),
      done,
    ]
    const { address } = await rememberingUpstream(events.join(''))
    const { chat } = await startGateway('--upstream', address, ...flags)
    const answer = await (await chat({ model: 'm', stream: true, logprobs: true, ...fields })).text()
    for (const text of shown) expect(answer).toContain(text)
    for (const text of hidden) expect(answer).not.toContain(text)
  })

  it.each([{ reasoning: { exclude: true } }, { include_reasoning: false }])(
    'has no reasoning if the client excludes it: %j',
    async (wish) => {
      for (const message of [{ content: '<think>secret</think>Hi' }, { content: 'Hi', reasoning_content: 'secret' }]) {
        const { address } = await rememberingUpstream(completion(message))
        const { chat } = await startGateway('--upstream', address)
        for (const stream of [false, true]) {
          const body = await (await chat({ model: 'qwen3', stream, messages: question, ...wish })).text()
          expect(body).toContain('Hi')
          expect(body).not.toContain('secret')
        }
      }
    },
  )

  it('follows the passports of the operator', async () => {
    const { address } = await rememberingUpstream(completion({ content: 'Two and two.</think>Four.' }))
    const ask = async (...flags: string[]): Promise<unknown> =>
      (
        await (
          await startGateway('--upstream', address, ...flags)
        ).client.chat.completions.create({ model: 'my-finetune', messages: question })
      ).choices[0]!.message
    const passports = (flags: object, options?: object) => [
      '--passports',
      JSON.stringify([{ models: ['my-*'], flags, ...(options && { options }) }]),
    ]
    expect(await ask(...passports({ 'think-tags': true }, { 'think-tags': { family: 'deepseek_r1' } }))).toMatchObject({
      reasoning_content: 'Two and two.',
      content: 'Four.',
    })
    expect(await ask(...passports({ 'think-tags': false, harmony: false, marker: false }))).toMatchObject({
      content: 'Two and two.</think>Four.',
    })
  })

  it('has no blank lines beside tags, unless --no-trim is set', async () => {
    const { address } = await rememberingUpstream(completion({ content: '<think>\nHm.\n</think>\n\nHi\n' }))
    const ask = async (...flags: string[]): Promise<unknown> =>
      (await (await startGateway('--upstream', address, ...flags)).client.chat.completions.create({ model: 'qwen3', messages: question }))
        .choices[0]!.message
    expect(await ask('--no-trim')).toMatchObject({ reasoning_content: '\nHm.\n', content: '\n\nHi\n' })
    expect(await ask()).toMatchObject({ reasoning_content: 'Hm.', content: 'Hi\n' })
  })

  it('is a stream or a body as the client requests, whatever the upstream sends', async () => {
    const whole = await rememberingUpstream(completion({ content: '<think>Hm.</think>Hi' }))
    const asStream = await (await (await startGateway('--upstream', whole.address)).chat({ model: 'qwen3', stream: true })).text()
    expect([textOf(asStream, 'reasoning_content'), textOf(asStream, 'content'), eventsOf(asStream).at(-1)]).toEqual(['Hm.', 'Hi', '[DONE]'])

    const streamed = await rememberingUpstream(chunk({ content: '<think>Hm.</think>Hi' }) + chunk({}, { finish_reason: 'stop' }) + done)
    const asBody = await (
      await startGateway('--upstream', streamed.address)
    ).client.chat.completions.create({ model: 'qwen3', messages: question })
    expect(asBody.choices[0]!.message).toMatchObject({ reasoning_content: 'Hm.', content: 'Hi' })
  })

  it('forwards keep-alive comments of the upstream', async () => {
    const address = await startUpstream((_, response) => {
      sendStream(response)
      response.write(':\n\n')
      setTimeout(() => response.end(chunk({ content: 'Hi' }, { finish_reason: 'stop' }) + done), 50)
    })
    const { chat } = await startGateway('--upstream', address)
    const body = await (await chat({ model: 'qwen3', stream: true })).text()
    expect(body).toMatch(/^:\n\ndata: /)
  })
})

describe('text of an unknown format', () => {
  it('is held until its structure appears or the time is up', async () => {
    let finish = (): void => {}
    const address = await startAnsweringUpstream((_, response) => {
      sendStream(response)
      response.write(chunk({ content: 'Hi' }))
      finish = () => response.end(chunk({}, { finish_reason: 'stop' }) + done)
    })
    const { chat } = await startGateway('--upstream', address, '--decide-after', '20')
    const response = await chat({ model: 'nobody-knows', stream: true })
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    // Comes although the upstream says nothing more: by the clock, not by the end.
    let text = ''
    while (textOf(text, 'content') !== 'Hi') text += (await reader.read()).value ?? ''
    finish()
    await reader.cancel()
  })

  it('is not held after the beginning of the answer', async () => {
    let say = (): void => {}
    let finish = (): void => {}
    const address = await startAnsweringUpstream((_, response) => {
      sendStream(response)
      response.write(chunk({ role: 'assistant', content: '' }))
      say = () => response.write(chunk({ content: 'Hi' }))
      finish = () => response.end(chunk({}, { finish_reason: 'stop' }) + done)
    })
    const { chat } = await startGateway('--upstream', address, '--decide-after', '20')
    const reader = (await chat({ model: 'nobody-knows', stream: true })).body!.pipeThrough(new TextDecoderStream()).getReader()
    await reader.read()
    say()
    let text = ''
    while (textOf(text, 'content') !== 'Hi') text += (await reader.read()).value ?? ''
    finish()
    await reader.cancel()
  })
})

describe('the list of models', () => {
  it('is that of the upstream', async () => {
    const address = await startUpstream((request, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ object: 'list', data: [{ id: 'qwen3', object: 'model' }], url: request.url }))
    })
    const { url } = await startGateway('--upstream', address)
    expect(await (await fetch(`${url}/v1/models`)).json()).toMatchObject({ data: [{ id: 'qwen3' }], url: '/v1/models' })
  })

  it("is the upstream's error when it has none", async () => {
    const address = await startUpstream((_, response) =>
      response.writeHead(401).end('{"error":{"message":"No key.","type":"authentication_error"}}'),
    )
    const { url } = await startGateway('--upstream', address)
    const response = await fetch(`${url}/v1/models`)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { message: 'No key.', type: 'authentication_error' } })
  })
})
