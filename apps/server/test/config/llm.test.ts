import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/config/load.ts'
import { decideAfterOf, parseLlm } from '@reason/gateway/src/settings/llm'
import { question, startGateway } from '../support/gateway.ts'
import { rememberingUpstream } from '../support/remembering-upstream.ts'
import { chunk, completion, done, sendStream, startUpstream } from '../support/upstream.ts'

const llm = (value: object): string[] => ['--llm', JSON.stringify(value)]
const marked = ['--passports', JSON.stringify([{ models: ['my-*'], flags: { marker: true } }])]
const answered = { type: 'application/json', body: completion({ content: 'Seventeen times three.\n===FINAL===\n51.' }) }

interface Message {
  role: string
  content: string
}

describe('a model that is split at a marker', () => {
  it.each([
    ['/v1/chat/completions', { messages: question }],
    ['/v1/chat/completions', { messages: [{ role: 'system', content: 'Be brief.' }, ...question] }],
    ['/v1/responses', { input: 'What is 17 * 3?' }],
    ['/v1/responses', { input: 'What is 17 * 3?', instructions: 'Be brief.' }],
    ['/v1/messages', { messages: question, max_tokens: 100 }],
    ['/v1/messages', { messages: question, max_tokens: 100, system: [{ type: 'text', text: 'Be brief.' }] }],
  ])('is asked for it, in the instructions that it has: %s %j', async (path, more) => {
    const { origin, seen } = await rememberingUpstream(answered)
    const { url } = await startGateway('--upstream', origin, ...marked)
    const body = JSON.stringify({ model: 'my-model', ...more })
    const said = await (await fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).text()
    const [system, ...others] = (seen[0]!.body as { messages: Message[] }).messages
    expect(system!.role).toMatch(/system|developer/)
    expect(JSON.stringify(system!.content)).toMatch('write ===FINAL=== once')
    expect(JSON.stringify(system!.content).includes('Be brief.')).toBe(JSON.stringify(more).includes('Be brief.'))
    expect(others).toHaveLength(1)
    expect(said).toContain('51.')
    expect(said).not.toContain('===FINAL===')
  })

  it('is asked for another one where the question has it', async () => {
    const { origin, seen } = await rememberingUpstream({
      ...answered,
      body: completion({ content: 'It is ===FINAL===\n===FINAL-2===\nA marker.' }),
    })
    const { client } = await startGateway('--upstream', origin, ...marked)
    const { choices } = await client.chat.completions.create({
      model: 'my-model',
      messages: [{ role: 'user', content: 'What is ===FINAL===?' }],
    })
    expect(JSON.stringify(seen[0]!.body)).toContain('write ===FINAL-2=== once')
    expect(choices[0]!.message.content).toBe('A marker.')
  })

  it('is not asked where a grammar leaves no room, nor where markers are retired', async () => {
    const { origin, seen } = await rememberingUpstream(answered)
    const json = { response_format: { type: 'json_object' } }
    await (await (await startGateway('--upstream', origin, ...marked)).chat({ model: 'my-model', messages: question, ...json })).text()
    const retired = await startGateway('--upstream', origin, ...marked, ...llm({ marker: { phase: { 'my-*': 4 } } }))
    const { choices } = (await (await retired.chat({ model: 'my-model', messages: question })).json()) as {
      choices: { message: Message }[]
    }
    for (const { body } of seen) expect(body['messages']).toEqual(question)
    expect(choices[0]!.message.content).toContain('===FINAL===')
  })
})

describe('the parser of channels', () => {
  const channels = '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>51.<|return|>'
  const ask = async (model: string, content: string, ...flags: string[]) => {
    const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: completion({ content }) })
    const { client } = await startGateway('--upstream', origin, ...flags)
    const { choices } = await client.chat.completions.create({ model, messages: question })
    return {
      said: choices[0]!.message as unknown as { content: string; reasoning_content?: string },
      prompt: JSON.stringify(seen[0]!.body['messages']),
    }
  }

  const off = { channels_parser: { enabled: false } }

  it.each([
    ['is on by default', [], '51.', 'Hm.'],
    [
      'is off, and a thought under its headers is still one',
      llm({ harmony: off, postproc: { leak_guard: { residue: 'report' } } }),
      '51.',
      'Hm.',
    ],
    ['is off, and the guard leaves no channels in the answer', llm({ harmony: off }), '51.', 'Hm.'],
  ])('%s', async (_, flags, content, reasoning) => {
    const { said } = await ask('m', channels, ...flags)
    expect([said.content, said.reasoning_content]).toEqual([content, reasoning])
  })

  it.each([
    ['it is off', llm({ harmony: { channels_parser: { enabled: false } } })],
    ['its models are in phase 0', llm({ marker: { phase: { 'gpt-oss*': 0 } } })],
  ])('leaves gpt-oss its marker where %s', async (_, flags) => {
    const { said, prompt } = await ask('gpt-oss-20b', 'Seventeen times three.\n===FINAL===\n51.', ...flags)
    expect(said).toMatchObject({ content: '51.', reasoning_content: 'Seventeen times three.' })
    expect(prompt).toContain('write ===FINAL=== once')
  })

  it('holds as much text of an unknown model as it is to', async () => {
    const text = 'Well, well. <think>Hm.</think>51.'
    const codes = async (...flags: string[]): Promise<string[]> => {
      const upstream = await startUpstream((_, response) => {
        sendStream(response)
        response.end(chunk({ content: text }, { finish_reason: 'stop' }) + done)
      })
      const gateway = await startGateway('--upstream', upstream, ...flags)
      await (await gateway.chat({ model: 'm', stream: true, messages: question })).text()
      const metrics = await (await fetch(`${gateway.url}/metrics`)).text()
      return ['fallback', 'late_structure'].filter((code) =>
        new RegExp(`^generation_warnings_total\\{.*${code}.*\\} [1-9]`, 'm').test(metrics),
      )
    }
    expect(await codes()).toEqual([])
    expect(await codes(...llm({ harmony: { channels_parser: { min_tokens_before_fallback: 1 } } }))).not.toEqual([])
  })

  it('has a clock of its own, unless the gateway was given one', async () => {
    const slow = parseLlm({ harmony: { channels_parser: { fallback_on_timeout_ms: 900 } } })
    expect(decideAfterOf(await loadConfig([], {}), slow)).toBe(900)
    expect(decideAfterOf(await loadConfig(['--decide-after', '600'], {}), slow)).toBe(600)
  })
})

describe('old reasoning', () => {
  const messages = [
    ...question,
    { role: 'assistant', content: '51.', reasoning_content: 'Seventeen times three.', name: 'a' },
    { role: 'user', content: 'And 18?' },
  ]
  it.each([
    ['is left out where the provider reads none', ['--upstream-provider', 'openai'], false],
    ['stays where the provider has a use for it', ['--upstream-provider', 'deepseek'], true],
    ['stays where it is to', ['--upstream-provider', 'openai', ...llm({ postproc: { reasoning: { drop_from_history: false } } })], true],
  ])('%s', async (_, flags, stays) => {
    const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: completion({ content: '54.' }) })
    const { chat } = await startGateway('--upstream', origin, ...flags)
    const body = `{"model":"m","x":1.0,"messages":${JSON.stringify(messages)}}`
    await (await chat(body)).text()
    const { reasoning_content: _reasoning, ...bare } = messages[1] as Record<string, unknown>
    expect(seen[0]!.body['messages']).toEqual(stays ? messages : [messages[0], bare, messages[2]])
  })
})

describe('old reasoning of Messages', () => {
  const signed = { type: 'thinking', thinking: 'Signed.', signature: 'c2lnbmVk' }
  const unsigned = { type: 'thinking', thinking: 'Of another model.', signature: '' }
  const text = { type: 'text', text: '51.' }
  const of = (...content: object[]) => [...question, { role: 'assistant', content }, { role: 'user', content: 'And 18?' }]

  it.each([
    ['an unsigned thought is left out where it would be refused', 'anthropic', of(unsigned, signed, text), of(signed, text)],
    ['and stays where the provider reads it', 'minimax', of(unsigned, text), of(unsigned, text)],
    ['what is signed stays, however old', 'anthropic', of(signed, text), of(signed, text)],
    ['a message does not become empty', 'anthropic', of(unsigned), of(unsigned)],
  ])('%s', async (_, provider, messages, expected) => {
    const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: '{}' })
    const { url } = await startGateway('--upstream', origin, '--upstream-format', 'anthropic-messages', '--upstream-provider', provider)
    const headers = { 'content-type': 'application/json' }
    const model = provider === 'minimax' ? 'MiniMax-M2' : 'claude-sonnet-4-5'
    const body = JSON.stringify({ model, max_tokens: 10, own: 1, messages })
    await (await fetch(`${url}/v1/messages`, { method: 'POST', headers, body })).text()
    expect(seen[0]!.body).toEqual({ model, max_tokens: 10, own: 1, messages: expected })
  })

  it('of Responses all of it stays: items name each other', async () => {
    const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: '{}' })
    const { url } = await startGateway('--upstream', origin, '--upstream-format', 'openai-responses', '--upstream-provider', 'openai')
    const body = {
      model: 'gpt-5',
      input: [
        { type: 'reasoning', id: 'rs_1', summary: [] },
        { role: 'user', content: 'Hm?' },
      ],
    }
    const headers = { 'content-type': 'application/json' }
    await (await fetch(`${url}/v1/responses`, { method: 'POST', headers, body: JSON.stringify(body) })).text()
    expect(seen[0]!.body).toEqual(body)
  })
})

describe('commentary in histories', () => {
  const keeps = llm({ harmony: { channels_parser: { drop_commentary_from_history: false } } })

  it.each(['answer', 'drop'])('may stay alone where it is apart from the reasoning: --commentary %s', async (where) => {
    const { chat } = await startGateway('--commentary', where, ...keeps)
    expect((await chat({ model: 'embedded/qwen3-tags', messages: question })).status).toBe(200)
  })
})

describe('what no gateway does', () => {
  it.each([
    [{ prompt: { harmony: { enabled: true } } }, 'llm.prompt.harmony.enabled is true, but the gateway sends chat requests'],
    [
      { harmony: { channels_parser: { drop_commentary_from_history: false } } },
      'drop_commentary_from_history is false, but clients get commentary in the field of the reasoning',
    ],
  ])('is refused at the start: %j', async (value, message) => {
    await expect(startGateway(...llm(value))).rejects.toThrow(message)
  })
})
