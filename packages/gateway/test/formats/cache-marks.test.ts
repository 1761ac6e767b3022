import { describe, expect, it } from 'vitest'
import { wireOf } from '../support/apis.ts'

const ephemeral = { cache_control: { type: 'ephemeral' } }
const hour = { cache_control: { type: 'ephemeral', ttl: '1h' } }
const point = { cachePoint: { type: 'default' } }
const hourPoint = { cachePoint: { type: 'default', ttl: '1h' } }

/** As Claude Code marks its requests: the tools, the instructions, and the end of the conversation. */
const request = {
  model: 'claude-sonnet-4-5',
  max_tokens: 9,
  system: [
    { type: 'text', text: 'You are' },
    { type: 'text', text: 'an agent.', ...hour },
  ],
  tools: [
    { name: 'f', input_schema: { type: 'object' } },
    { name: 'g', input_schema: { type: 'object' }, ...hour },
  ],
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'q', ...ephemeral }] },
    {
      role: 'assistant',
      content: [
        { type: 'tool_use', id: 'a', name: 'f', input: {} },
        { type: 'tool_use', id: 'b', name: 'g', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'one' },
        { type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: 'two' }], ...ephemeral },
      ],
    },
  ],
}

function asked(model: string) {
  const conversation = wireOf('anthropic-messages').readRequest(request)
  return wireOf('bedrock-converse').writeRequest(conversation, { wire: 'bedrock-converse', provider: 'bedrock', model })
}

describe('cache marks', () => {
  it('go from Messages to Converse, each to the matching place', () => {
    const { body, notCarried } = asked('eu.anthropic.claude-sonnet-4-5-20250929-v1:0')
    expect(notCarried).toEqual([])
    expect(body).toMatchObject({
      system: [{ text: 'You are' }, { text: 'an agent.' }, hourPoint],
      toolConfig: { tools: [{ toolSpec: { name: 'f' } }, { toolSpec: { name: 'g' } }, hourPoint] },
      messages: [
        { content: [{ text: 'q' }, point] },
        { content: [{ toolUse: { name: 'f' } }, { toolUse: { name: 'g' } }] },
        { content: [{ toolResult: { toolUseId: 'a' } }, { toolResult: { toolUseId: 'b', content: [{ text: 'two' }] } }, point] },
      ],
    })
  })

  it('have five minutes if the model supports no other time', () => {
    expect(asked('anthropic.claude-3-7-sonnet-20250219-v1:0').body).toMatchObject({ system: [{}, {}, point] })
  })

  it.each(['anthropic.claude-3-haiku-20240307-v1:0', 'amazon.nova-pro-v1:0', 'meta.llama3-3-70b-instruct-v1:0'])(
    'are not sent to %s, which may refuse them',
    (model) => {
      expect(JSON.stringify(asked(model).body)).not.toContain('cachePoint')
    },
  )

  it('stay unchanged within Messages, and are left out for formats without cache marks', () => {
    const messages = wireOf('anthropic-messages')
    expect(messages.writeRequest(messages.readRequest(request), { wire: messages.id, model: request.model }).body).toMatchObject(request)
    for (const id of ['openai-chat', 'openai-responses', 'gemini', 'cohere', 'ollama'] as const) {
      const { body } = wireOf(id).writeRequest(messages.readRequest(request), { wire: id, model: 'm' })
      expect(JSON.stringify(body)).not.toMatch(/cache_control|cachePoint/)
    }
  })

  it('stay in place within Converse', () => {
    const converse = wireOf('bedrock-converse')
    const body = { system: [{ text: 's' }, point], messages: [{ role: 'user', content: [{ text: 'q' }, hourPoint] }] }
    const target = { wire: converse.id, model: 'anthropic.claude-sonnet-4-5-20250929-v1:0' }
    expect(converse.writeRequest(converse.readRequest(body), target).body).toEqual(body)
  })

  it.each([
    ['a message', [{ role: 'user', content: 'q' }], [{ content: [{ text: 'q' }, hourPoint] }]],
    [
      'a result',
      [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'one' }] },
      ],
      [{ content: [{ text: 'q' }] }, {}, { content: [{ toolResult: { toolUseId: 'a' } }, hourPoint] }],
    ],
    [
      'a message that has one',
      [{ role: 'user', content: [{ type: 'text', text: 'q', ...ephemeral }] }],
      [{ content: [{ text: 'q' }, point] }],
    ],
  ])('for a whole request go from Messages to Converse after %s', (_, messages, expected) => {
    const wire = wireOf('anthropic-messages')
    const body = { model: 'claude-sonnet-4-5', max_tokens: 9, tools: request.tools.slice(0, 1), messages, ...hour }
    const conversation = wire.readRequest(body)
    const target = { wire: 'bedrock-converse', provider: 'bedrock', model: 'anthropic.claude-sonnet-4-5-20250929-v1:0' }
    const written = wireOf('bedrock-converse').writeRequest(conversation, target)
    expect(written.body).toMatchObject({ messages: expected })
    expect(JSON.stringify(written.body).match(/cachePoint/g)).toHaveLength(1)
    expect(written.notCarried).toEqual([])
    expect(wire.writeRequest(conversation, { wire: wire.id, model: body.model }).body).toEqual(body)
  })

  it('go from Messages to OpenRouter, on parts of text', () => {
    const conversation = wireOf('anthropic-messages').readRequest(request)
    const { body } = wireOf('openai-chat').writeRequest(conversation, {
      wire: 'openai-chat',
      provider: 'openrouter',
      model: 'anthropic/claude-sonnet-4.5',
    })
    expect(body).toMatchObject({
      messages: [
        { role: 'system', content: [{ text: 'You are' }, { text: 'an agent.', ...hour }] },
        { role: 'user', content: [{ type: 'text', text: 'q', ...ephemeral }] },
        { role: 'assistant' },
        { role: 'tool', content: 'one' },
        { role: 'tool', content: [{ type: 'text', text: 'two', ...ephemeral }] },
      ],
    })
  })

  it('stay in place within Chat Completions', () => {
    const chat = wireOf('openai-chat')
    const body = { model: 'm', messages: [{ role: 'user', content: [{ type: 'text', text: 'q', ...ephemeral }] }] }
    expect(chat.writeRequest(chat.readRequest(body), { wire: chat.id, provider: 'openrouter', model: 'm' }).body).toEqual(body)
  })

  it('go from Chat Completions to Messages, from parts, tools, messages and results', () => {
    const body = {
      model: 'claude-sonnet-4-5',
      messages: [
        {
          role: 'system',
          content: [
            { type: 'text', text: 'You are' },
            { type: 'text', text: 'an agent.', ...hour },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'q', ...ephemeral },
            { type: 'image_url', image_url: { url: 'https://a.b/c.png' }, ...ephemeral },
          ],
        },
        { role: 'assistant', content: null, tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'one', ...ephemeral }] },
        { role: 'user', content: 'And?', ...ephemeral },
      ],
      tools: [
        { type: 'function', function: { name: 'f', parameters: { type: 'object' } }, ...hour },
        { type: 'function', function: { name: 'g', parameters: { type: 'object' }, ...hour } },
      ],
    }
    const conversation = wireOf('openai-chat').readRequest(body)
    const written = wireOf('anthropic-messages').writeRequest(conversation, { wire: 'anthropic-messages', model: body.model })
    expect(written.notCarried).toEqual([])
    expect(written.body).toMatchObject({
      system: [
        { type: 'text', text: 'You are' },
        { type: 'text', text: 'an agent.', ...hour },
      ],
      tools: [
        { name: 'f', ...hour },
        { name: 'g', ...hour },
      ],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'q', ...ephemeral },
            { type: 'image', ...ephemeral },
          ],
        },
        { role: 'assistant' },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'one' }], ...ephemeral },
            { type: 'text', text: 'And?', ...ephemeral },
          ],
        },
      ],
    })
    expect(JSON.stringify(written.body).match(/cache_control/g)).toHaveLength(7)
    const chat = wireOf('openai-chat')
    expect(chat.writeRequest(conversation, { wire: chat.id, provider: 'openrouter', model: body.model }).body).toEqual(body)
  })

  it('for a whole request go from Chat Completions to the end of the conversation, and stay in place within Chat Completions', () => {
    const chat = wireOf('openai-chat')
    const body = { model: 'claude-sonnet-4-5', messages: [{ role: 'user', content: 'q' }], ...hour }
    const conversation = chat.readRequest(body)
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'q', ...hour }] }]
    expect(wireOf('anthropic-messages').writeRequest(conversation, { wire: 'anthropic-messages', model: 'm' }).body).toMatchObject({
      messages,
    })
    expect(chat.writeRequest(conversation, { wire: chat.id, provider: 'openrouter', model: body.model }).body).toEqual(body)
  })

  it('go from Converse to Messages and OpenRouter, and stay in place within Converse', () => {
    const result = (id: string) => ({ toolResult: { toolUseId: id, content: [{ text: id }] } })
    const call = (id: string) => ({ toolUse: { toolUseId: id, name: 'f', input: {} } })
    const image = { image: { format: 'png', source: { bytes: 'aGk=' } } }
    const tool = { toolSpec: { name: 'f', inputSchema: { json: { type: 'object' } } } }
    const body = {
      system: [{ text: 'You are' }, { text: 'an agent.' }, hourPoint],
      messages: [
        { role: 'user', content: [{ text: 'q' }, point, image, point] },
        { role: 'assistant', content: [call('a'), call('b')] },
        { role: 'user', content: [result('a'), hourPoint, result('b'), { text: ' ' }, { text: 'And?' }, point, point] },
      ],
      toolConfig: { tools: [tool, hourPoint] },
    }
    const converse = wireOf('bedrock-converse')
    const conversation = converse.readRequest(body)
    const own = { ...body, messages: [...body.messages.slice(0, 2), { ...body.messages[2], content: [...body.messages[2]!.content] }] }
    own.messages[2]!.content.splice(3, 1)
    const target = { wire: converse.id, model: 'amazon.nova-pro-v1:0' }
    expect(converse.writeRequest(conversation, target).body).toEqual(own)
    const { body: claude } = wireOf('anthropic-messages').writeRequest(conversation, { wire: 'anthropic-messages', model: 'm' })
    expect(claude).toMatchObject({
      system: [{ text: 'You are' }, { text: 'an agent.', ...hour }],
      tools: [{ name: 'f', ...hour }],
      messages: [
        {
          content: [
            { text: 'q', ...ephemeral },
            { type: 'image', ...ephemeral },
          ],
        },
        {},
        {
          content: [
            { type: 'tool_result', tool_use_id: 'a', ...hour },
            { type: 'tool_result', tool_use_id: 'b' },
            { type: 'text', text: 'And?', ...ephemeral },
          ],
        },
      ],
    })
    const routed = { wire: 'openai-chat', provider: 'openrouter', model: 'anthropic/claude-sonnet-4.5' }
    expect(wireOf('openai-chat').writeRequest(conversation, routed).body).toMatchObject({
      messages: [
        { content: [{ text: 'You are' }, { text: 'an agent.', ...hour }] },
        { role: 'user', content: [{ text: 'q', ...ephemeral }, {}] },
        {},
        {},
        {},
        {},
      ],
    })
  })
})
