import type { WireFormat } from '@reason/core'
import type { Target } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import type { OurWire } from '../../src/wires.ts'
import { wireOf } from '../support/apis.ts'

type Json = Record<string, unknown>

const question = 'Is it colder in Oslo or in Bergen?'
const requests: Record<'openai-chat' | 'openai-responses' | 'anthropic-messages', Json> = {
  'openai-chat': { model: 'm', messages: [{ role: 'user', content: question }] },
  'openai-responses': { model: 'm', input: question },
  'anthropic-messages': { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: question }] },
}
type Client = keyof typeof requests

/** The upstream's request for a client's request with these settings. */
function written(from: Client, settings: Json, to: OurWire, target: Partial<Target> = {}) {
  const wire: WireFormat = wireOf(to)
  const conversation = wireOf(from).readRequest!({ ...requests[from], ...settings })
  const { body, notCarried } = wire.writeRequest!(conversation, { wire: to, model: 'm', ...target })
  return { body, notCarried }
}

/** A client's settings, where they go, what is to be in the request there, and what is said to be lost. */
type Row = [what: string, from: Client, settings: Json, to: OurWire, target: Partial<Target>, expected: Json, lost: string[]]

describe('penalties', () => {
  const penalties = { frequency_penalty: 0.5, presence_penalty: 0.25 }
  const rows: Row[] = [
    ['go', 'openai-chat', penalties, 'ollama', {}, { options: penalties }, []],
    ['go', 'openai-chat', penalties, 'cohere', {}, penalties, []],
    [
      'are fitted to a shorter scale',
      'openai-chat',
      { frequency_penalty: 1.5, presence_penalty: -1 },
      'cohere',
      {},
      { frequency_penalty: 1, presence_penalty: 0 },
      ['penalties beyond 0 to 1'],
    ],
    [
      'go to a model that takes them',
      'openai-chat',
      penalties,
      'gemini',
      { model: 'gemini-2.0-flash' },
      { generationConfig: { frequencyPenalty: 0.5, presencePenalty: 0.25 } },
      [],
    ],
    [
      'are left out for a model that refuses them',
      'openai-chat',
      penalties,
      'gemini',
      { model: 'gemini-2.5-flash' },
      { generationConfig: undefined },
      ['penalties, which gemini-2.5-flash refuses'],
    ],
    [
      'are no loss where they are none',
      'openai-chat',
      { frequency_penalty: 0, presence_penalty: 0 },
      'gemini',
      { model: 'gemini-3-pro' },
      { generationConfig: undefined },
      [],
    ],
    ['have no field', 'openai-chat', penalties, 'anthropic-messages', {}, {}, ['a frequency penalty', 'a presence penalty']],
    ['have no field', 'openai-chat', penalties, 'bedrock-converse', {}, {}, ['a frequency penalty', 'a presence penalty']],
    ['have no field', 'openai-chat', penalties, 'gemini-interactions', {}, {}, ['a frequency penalty', 'a presence penalty']],
    ['have no field', 'openai-chat', penalties, 'openai-responses', {}, {}, ['a frequency penalty', 'a presence penalty']],
    ['have no field, and are none', 'openai-chat', { frequency_penalty: 0 }, 'openai-responses', {}, {}, []],
  ]
  it.each(rows)('%s, from %s %j to %s %j', (_, from, settings, to, target, expected, lost) => {
    const { body, notCarried } = written(from, settings, to, target)
    for (const [field, value] of Object.entries(expected)) expect(body[field]).toEqual(value)
    expect(notCarried).toEqual(lost)
  })
})

describe('the id of a user', () => {
  const user = 'u-5f0c'
  const long = `user_${'0'.repeat(64)}_account__session_1`
  const openai = { provider: 'openai', model: 'gpt-5' }
  const rows: Row[] = [
    [
      'goes',
      'anthropic-messages',
      { metadata: { user_id: user } },
      'openai-chat',
      openai,
      { safety_identifier: user, metadata: undefined },
      [],
    ],
    ['goes', 'anthropic-messages', { metadata: { user_id: user } }, 'openai-responses', openai, { safety_identifier: user }, []],
    ['goes', 'anthropic-messages', { metadata: { user_id: user } }, 'openai-chat', { provider: 'groq' }, { user }, []],
    ['goes', 'anthropic-messages', { metadata: { user_id: user } }, 'openai-chat', {}, { user }, []],
    [
      'is not said to whom it would be an unknown field',
      'anthropic-messages',
      { metadata: { user_id: user } },
      'openai-chat',
      { provider: 'mistral' },
      { user: undefined, safety_identifier: undefined },
      ['the id of the user'],
    ],
    [
      'is not said where it would be too long',
      'anthropic-messages',
      { metadata: { user_id: long } },
      'openai-chat',
      openai,
      { user: undefined, safety_identifier: undefined },
      ['an id of the user that is too long'],
    ],
    ['goes', 'openai-chat', { user }, 'anthropic-messages', {}, { metadata: { user_id: user } }, []],
    ['goes', 'openai-responses', { safety_identifier: user }, 'anthropic-messages', {}, { metadata: { user_id: user } }, []],
    [
      'is not said where it is an address, which Anthropic refuses',
      'openai-chat',
      { user: 'ada@example.org' },
      'anthropic-messages',
      {},
      { metadata: undefined },
      ['an id of the user that is an address'],
    ],
    ['has no field', 'openai-chat', { user }, 'gemini', {}, {}, ['the id of the user']],
    ['has no field', 'openai-chat', { user }, 'ollama', {}, {}, ['the id of the user']],
    ['has no field', 'anthropic-messages', { metadata: { user_id: user } }, 'cohere', {}, {}, ['the id of the user']],
  ]
  it.each(rows)('%s, from %s %j to %s %j', (_, from, settings, to, target, expected, lost) => {
    const { body, notCarried } = written(from, settings, to, target)
    for (const [field, value] of Object.entries(expected)) expect(body[field]).toEqual(value)
    expect(notCarried).toEqual(lost)
  })
})

describe('metadata', () => {
  const metadata = { ticket: 'A-17', team: 'search' }
  const rows: Row[] = [
    ['go', 'openai-chat', { metadata }, 'openai-responses', {}, { metadata }, []],
    ['go', 'openai-chat', { metadata }, 'bedrock-converse', {}, { requestMetadata: metadata }, []],
    ['go', 'openai-responses', { metadata }, 'bedrock-converse', {}, { requestMetadata: metadata }, []],
    [
      'go without what would be refused',
      'openai-responses',
      { metadata: { ...metadata, title: 'Größe?' } },
      'bedrock-converse',
      {},
      { requestMetadata: metadata },
      ['metadata that AWS refuses'],
    ],
    // `The 'metadata' parameter is only allowed when 'store' is enabled.`
    ['are left out where nothing is kept', 'openai-responses', { metadata }, 'openai-chat', {}, { metadata: undefined }, ['metadata']],
    ['are refused', 'openai-chat', { metadata }, 'openai-responses', { provider: 'chatgpt' }, { metadata: undefined }, ['metadata']],
    ['have no field', 'openai-chat', { metadata }, 'anthropic-messages', {}, { metadata: undefined }, ['metadata']],
    ['have no field', 'openai-responses', { metadata }, 'gemini', {}, {}, ['metadata']],
  ]
  it.each(rows)('%s, from %s %j to %s %j', (_, from, settings, to, target, expected, lost) => {
    const { body, notCarried } = written(from, settings, to, target)
    for (const [field, value] of Object.entries(expected)) expect(body[field]).toEqual(value)
    expect(notCarried).toEqual(lost)
  })
})

describe('settings that OpenAI has in both of its APIs', () => {
  const both = {
    prompt_cache_key: 'k',
    service_tier: 'flex',
    safety_identifier: 's',
    user: 'u',
    prompt_cache_retention: '24h',
    moderation: { model: 'omni' },
    prompt_cache_options: { mode: 'explicit' },
  }
  const openai = { provider: 'openai', model: 'gpt-5' }

  it('go from one API to the other', () => {
    const toChat = written('openai-responses', { ...both, text: { verbosity: 'low' } }, 'openai-chat', openai)
    expect(toChat.body).toMatchObject({ ...both, verbosity: 'low' })
    expect(toChat.body).not.toHaveProperty('text')
    expect(toChat.notCarried).toEqual([])
    const schema = { type: 'json_schema', json_schema: { name: 'n', schema: {} } }
    const toResponses = written('openai-chat', { ...both, verbosity: 'low', response_format: schema }, 'openai-responses', openai)
    expect(toResponses.body).toMatchObject({ ...both, text: { verbosity: 'low', format: { type: 'json_schema', name: 'n' } } })
    expect(toResponses.notCarried).toEqual([])
  })

  it('go with the cache marks of texts, also of instructions, and not to other providers', () => {
    const point = { prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } }
    const list = (type: string, ...roles: string[]) => roles.map((role) => ({ role, content: [{ type, text: role, ...point }] }))
    const toResponses = (target: Partial<Target>) =>
      written('openai-chat', { messages: list('text', 'system', 'user') }, 'openai-responses', target).body
    expect(toResponses(openai)).toMatchObject({ input: list('input_text', 'system', 'user') })
    const toChat = written('openai-responses', { input: list('input_text', 'developer', 'user') }, 'openai-chat', openai).body
    expect(toChat).toMatchObject({ messages: list('text', 'developer', 'user') })
    expect(JSON.stringify(toResponses({ provider: 'azure', model: 'gpt-5' }))).not.toContain('prompt_cache_breakpoint')
  })

  it('are left out for other providers', () => {
    const lost = ['moderation', 'prompt_cache_key', 'prompt_cache_options', 'prompt_cache_retention', 'service_tier']
    const { body, notCarried } = written('openai-responses', both, 'openai-chat', { provider: 'groq' })
    expect(Object.keys(body).filter((field) => field in both)).toEqual(['user'])
    expect(notCarried.map((what) => what.split(' ', 1).join('')).toSorted()).toEqual(lost)
  })
})

describe('a request that is read and written in one format', () => {
  const settings: [OurWire, Json][] = [
    ['openai-chat', { metadata: { a: 'b' }, store: true, user: 'u', frequency_penalty: 0, presence_penalty: 1 }],
    ['openai-chat', { metadata: { tags: ['a'] }, user: 'ada@example.org' }],
    ['openai-responses', { metadata: { a: 'b' }, user: 'u', safety_identifier: 's' }],
    ['anthropic-messages', { metadata: { user_id: 'ada@example.org', more: 1 } }],
    ['bedrock-converse', { requestMetadata: { title: 'Größe' } }],
    ['cohere', { frequency_penalty: 1.5, presence_penalty: 0 }],
    ['ollama', { options: { frequency_penalty: 0, presence_penalty: 2 } }],
    ['gemini', { generationConfig: { frequencyPenalty: 0, presencePenalty: 1 } }],
  ]
  const spoken = { messages: [{ role: 'user', content: question }], contents: [{ role: 'user', parts: [{ text: question }] }] }
  it.each(settings)('keeps its settings unchanged: %s %j', (id, fields) => {
    const wire: WireFormat = wireOf(id)
    const { body, notCarried } = wire.writeRequest!(
      wire.readRequest!({ ...(id in requests ? requests[id as Client] : spoken), ...fields }),
      { wire: id, model: 'gemini-3-pro' },
    )
    expect(body).toMatchObject(fields)
    expect(notCarried).toEqual([])
  })

  it('allows removing and changing settings', () => {
    const chat = wireOf('openai-chat')
    const read = chat.readRequest({ ...requests['openai-chat'], user: 'u', metadata: { a: 'b' }, presence_penalty: 1 })
    const { metadata: _, user: __, sampling: ___, ...rest } = read
    expect(chat.writeRequest(rest, { wire: 'openai-chat', model: 'm' }).body).toEqual(requests['openai-chat'])
    const changed = chat.writeRequest({ ...read, user: 'other' }, { wire: 'openai-chat', model: 'm', provider: 'openai' }).body
    expect(changed).toMatchObject({ safety_identifier: 'other', metadata: { a: 'b' } })
    expect(changed).not.toHaveProperty('user')
    const messages = wireOf('anthropic-messages')
    const { user: ____, ...nobody } = messages.readRequest({ ...requests['anthropic-messages'], metadata: { user_id: 'u', more: 1 } })
    expect(messages.writeRequest(nobody, { wire: 'anthropic-messages', model: 'm' }).body).toMatchObject({ metadata: { more: 1 } })
  })
})
