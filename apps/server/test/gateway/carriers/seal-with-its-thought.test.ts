import { describe, expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { strictProviders, strictUpstream } from './strict-mock.ts'
import { postJson } from '../../support/post.ts'

type Fields = Readonly<Record<string, unknown>>

const { model, ...deepseek } = strictProviders.find(({ provider }) => provider === 'deepseek')!
const cerebras = strictProviders.find(({ provider }) => provider === 'cerebras')!

async function post(url: string, path: string, body: Fields): Promise<Fields> {
  const response = await postJson(`${url}${path}`, body)
  const text = await response.text()
  if (response.status !== 200) throw new Error(text)
  if (body['stream'] !== true) return JSON.parse(text) as Fields
  return { events: text.split('\n').flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6)) as Fields] : [])) }
}

/** Blocks of a stream of Messages, each with its text and its signature. */
function blocksOf(events: readonly Fields[]): Fields[] {
  const blocks: Record<string, unknown>[] = []
  for (const { type, index, content_block: block, delta = {} } of events as readonly Record<string, Fields>[]) {
    if ((type as unknown) === 'content_block_start') blocks[index as unknown as number] = { ...block }
    if ((type as unknown) !== 'content_block_delta') continue
    const open = blocks[index as unknown as number]!
    if (delta!['type'] === 'thinking_delta') open['thinking'] = `${String(open['thinking'])}${String(delta!['thinking'])}`
    if (delta!['type'] === 'text_delta') open['text'] = `${String(open['text'])}${String(delta!['text'])}`
    if (delta!['type'] === 'signature_delta') open['signature'] = delta!['signature']
  }
  return blocks
}

const isOurs = expect.stringMatching(/^rsn1\./) as string

describe.each([true, false])('at full, streamed: %s, a thought and its seal are one', (stream) => {
  it.each([['deepseek'], ['cerebras']])('block of Messages, before %s', async (provider) => {
    const strict = provider === 'deepseek' ? { model, ...deepseek } : cerebras
    const { url: upstream, refused } = await strictUpstream(strict)
    const { url } = await startGateway('--upstream', upstream, '--upstream-provider', provider)
    const messages: Fields[] = [{ role: 'user', content: 'Look.' }]
    const tools = [{ name: 'look', input_schema: { type: 'object' } }]
    const ask = { model: strict.model, max_tokens: 100, thinking: { type: 'enabled', budget_tokens: 50 }, tools, stream }
    for (let step = 0; step < 2; step++) {
      const answer = await post(url, '/v1/messages', { ...ask, messages })
      const content = stream ? blocksOf(answer['events'] as Fields[]) : (answer['content'] as Fields[])
      expect(content).toMatchObject([
        { type: 'thinking', thinking: 'R', signature: isOurs },
        { type: 'text', text: 'Look.' },
        { type: 'tool_use', name: 'look' },
      ])
      const [, , call] = content
      const used = { ...call!, input: {} }
      messages.push({ role: 'assistant', content: [content[0], content[1], used] })
      messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: call!['id'], content: 'Seen.' }] })
    }
    await post(url, '/v1/messages', { ...ask, messages })
    expect(refused).toEqual([])
  })

  it('item of Responses', async () => {
    const { url: upstream, refused } = await strictUpstream({ model, ...deepseek })
    const { url } = await startGateway('--upstream', upstream, '--upstream-provider', 'deepseek')
    const input: Fields[] = [{ role: 'user', content: 'Look.' }]
    const tools = [{ type: 'function', name: 'look', parameters: { type: 'object' } }]
    const ask = { model, tools, store: false, include: ['reasoning.encrypted_content'], stream }
    for (let step = 0; step < 2; step++) {
      const answer = await post(url, '/v1/responses', { ...ask, input })
      const { response } = stream ? (answer['events'] as Record<string, Fields>[]).at(-1)! : { response: answer }
      const output = response!['output'] as Fields[]
      expect(output).toMatchObject([
        { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'R' }], encrypted_content: isOurs },
        { type: 'message' },
        { type: 'function_call' },
      ])
      input.push(...output, { type: 'function_call_output', call_id: output[2]!['call_id'], output: 'Seen.' })
    }
    await post(url, '/v1/responses', { ...ask, input })
    expect(refused).toEqual([])
  })
})

describe.each([true, false])('at none, streamed: %s, what is sealed of a thought stands before the call', (stream) => {
  it.each(['', 'Look.'])('beside the text %j', async (content) => {
    const says = { reasoning_content: 'R', ...(content !== '' && { content }) }
    const { url: upstream } = await strictUpstream({ ...deepseek, model, says, wants: {} })
    const { url } = await startGateway('--upstream', upstream, '--upstream-provider', 'deepseek', '--visibility', 'none')
    const sealed = (key: string) => ({ [key]: isOurs })
    const text = content === '' ? [] : [{}]

    const responses = { tools: [{ type: 'function', name: 'look', parameters: { type: 'object' } }], input: 'Look.', stream }
    const answer = await post(url, '/v1/responses', { model, ...responses })
    const { response } = stream ? (answer['events'] as Record<string, Fields>[]).at(-1)! : { response: answer }
    const item = { type: 'reasoning', ...sealed('encrypted_content') }
    const call = { type: 'function_call' }
    // A seal between the words and the call would put the thought behind the words.
    expect(response!['output']).toMatchObject(content === '' ? [item, call] : [...text, call, item])

    const messages = { tools: [{ name: 'look', input_schema: { type: 'object' } }], messages: [{ role: 'user', content: 'Look.' }], stream }
    const said = await post(url, '/v1/messages', { model, max_tokens: 100, ...messages })
    const blocks = stream ? blocksOf(said['events'] as Fields[]) : (said['content'] as Fields[])
    expect(blocks).toMatchObject([{ type: 'redacted_thinking', ...sealed('data') }, ...text, { type: 'tool_use' }])
  })
})

describe('where nothing has to come back, nothing is added', () => {
  it.each([
    ['openai', 'gpt-5', { content: 'Look.', reasoning_content: 'R' }],
    ['deepseek', 'deepseek-r1', { content: 'Look.', reasoning_content: 'R' }],
    ['deepseek', 'deepseek-v4-pro', { content: 'Look.' }],
  ])('%s %s', async (provider, name, says) => {
    const { url: upstream } = await strictUpstream({ provider, model: name, says, wants: { content: 'Look.' } })
    const { url } = await startGateway('--upstream', upstream, '--upstream-provider', provider)
    const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }]
    const answer = await post(url, '/v1/chat/completions', { model: name, tools, messages: [{ role: 'user', content: 'Look.' }] })
    expect(JSON.stringify(answer)).not.toContain('rsn1')
  })

  it('where no tools are offered', async () => {
    const { url: upstream } = await strictUpstream({ model, ...deepseek })
    const { url } = await startGateway('--upstream', upstream, '--upstream-provider', 'deepseek')
    const answer = await post(url, '/v1/chat/completions', { model, messages: [{ role: 'user', content: 'Look.' }] })
    expect(JSON.stringify(answer)).not.toContain('rsn1')
  })
})

describe('what is sealed is read', () => {
  const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }]

  it.each<[place: string, back: (message: Record<string, unknown>) => Fields]>([
    ['on the message', ({ content, reasoning_details: details }) => ({ content, reasoning_details: details })],
    [
      'on a part of the content',
      ({ content, reasoning_details: details }) => ({ content: [{ type: 'text', text: content, reasoning_details: details }] }),
    ],
    ['in the id of a call', ({ content }) => ({ content })],
  ])('%s', async (_, back) => {
    const { url: upstream, refused } = await strictUpstream({ model, ...deepseek })
    const { url } = await startGateway('--upstream', upstream, '--upstream-provider', 'deepseek')
    const messages: Fields[] = [{ role: 'user', content: 'Look.' }]
    const answer = await post(url, '/v1/chat/completions', { model, tools, messages })
    const { message } = (answer['choices'] as { message: Record<string, unknown> }[])[0]!
    const calls = message['tool_calls'] as Fields[]
    const place = back(message)
    const short = JSON.stringify(place).includes('rsn1') ? calls.map((call) => ({ ...call, id: 'abcDEF123' })) : calls
    messages.push({ role: 'assistant', ...place, tool_calls: short }, { role: 'tool', tool_call_id: short[0]!['id'], content: 'Seen.' })
    await post(url, '/v1/chat/completions', { model, tools, messages })
    expect(refused).toEqual([])
  })
})
