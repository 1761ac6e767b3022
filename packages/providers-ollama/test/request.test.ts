import type { Knobs, Message } from '@reason/core/conversation'
import { shared, sharedMissing } from '@reason/testkit/shared'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { anyTree } from '@reason/exchanges/any-json'
import { wire } from './lines.ts'
import { exchangesOf, nextTurn, requestOf, targetOf } from '@reason/exchanges/recorded'

const target = { wire: 'ollama', model: 'qwen3:4b' }

describe.skipIf(shared === undefined)(`recorded requests (${sharedMissing})`, () => {
  const exchanges = exchangesOf('ollama')
  test('there are some', () => expect(exchanges.length).toBeGreaterThan(5))

  test.each(exchanges)('$id goes on as it came', (row) => {
    const body = requestOf(row)
    expect(wire.writeRequest!(wire.readRequest!(body, targetOf(row)), targetOf(row)).body).toEqual(body)
  })

  test.each(exchanges.filter(({ conversation }) => conversation?.next !== undefined))('$id: the next turn has the same calls', (row) => {
    const next = exchanges.find(({ id }) => id === row.conversation?.next)!
    const { conversation } = nextTurn(wire, row, next)
    const written = wire.writeRequest!(conversation, targetOf(next)).body.messages as CallMessage[]
    expect(written.map(namesOf)).toEqual((requestOf(next).messages as CallMessage[]).map(namesOf))
  })
})

interface CallMessage {
  role: string
  tool_calls?: { function: object }[]
}
const namesOf = ({ role, tool_calls: calls }: CallMessage) => [role, calls?.map(({ function: body }) => ({ ...body, index: 0 }))]

const user: Message = { role: 'user', content: [{ type: 'text', text: 'q' }] }

describe('a request', () => {
  it.each([
    ['\n\n', ''],
    [' \t', ''],
    ['a\n', 'a\n'],
  ])('has white space beside calls for no answer: %j', (text, content) => {
    const messages: Message[] = [
      user,
      {
        role: 'assistant',
        items: [
          { type: 'block', channel: 'answer', text, boundary: 'wire' },
          { type: 'tool-call', name: 'f', arguments: '{}' },
        ],
      },
    ]
    expect((wire.writeRequest!({ messages }, target).body.messages as unknown[])[1]).toEqual({
      role: 'assistant',
      content,
      tool_calls: [{ function: { name: 'f', arguments: {} } }],
    })
  })

  it('brings thinking and object arguments back in a tool loop', () => {
    const messages: Message[] = [
      user,
      {
        role: 'assistant',
        items: [
          {
            type: 'block',
            channel: 'reasoning',
            text: 't',
            boundary: 'wire',
            seals: [{ kind: 'signature', value: 's', issuer: { wire: 'anthropic-messages' } }],
          },
          { type: 'tool-call', id: 'c', name: 'f', arguments: '{"x":1}' },
        ],
      },
      { role: 'tool', call: 'c', content: [{ type: 'text', text: 'r' }] },
    ]
    const { body } = wire.writeRequest!({ messages }, target)
    expect(body).toEqual({
      model: 'qwen3:4b',
      stream: false,
      messages: [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: '', thinking: 't', tool_calls: [{ id: 'c', function: { name: 'f', arguments: { x: 1 } } }] },
        { role: 'tool', content: 'r', tool_name: 'f', tool_call_id: 'c' },
      ],
    })
  })

  it('keeps images, options and unknown fields', () => {
    const body = {
      model: 'm',
      messages: [
        { role: 'user', content: '', images: ['/9j/A'], x: 1 },
        { role: 'odd', content: 'c' },
      ],
      options: { num_ctx: 5, num_predict: 9, stop: ['x'] },
      format: { type: 'object' },
      keep_alive: '5m',
    }
    const conversation = wire.readRequest!(body)
    expect(conversation).toMatchObject({ sampling: { maxOutputTokens: 9, stop: ['x'] }, responseFormat: { type: 'json-schema' } })
    expect(conversation.messages[0]).toMatchObject({ content: [{ type: 'image', source: { mediaType: 'image/jpeg' } }] })
    expect(wire.writeRequest!(conversation, { ...target, model: 'm' }).body).toEqual(body)
  })

  it('may hold anything, but is an object', () => {
    fc.assert(
      fc.property(anyTree('messages role content thinking tool_calls function name arguments tools options think images'), (tree) => {
        const body = typeof tree === 'object' && tree !== null && !Array.isArray(tree) ? tree : { messages: tree }
        expect(wire.writeRequest!(wire.readRequest!(body), target).body).toHaveProperty('messages')
      }),
    )
    expect(() => wire.readRequest!(null)).toThrow(TypeError)
  })
})

describe('knobs', () => {
  it.each<[string, Knobs, unknown, Knobs, string]>([
    ['qwen3:4b', { enabled: false }, false, { enabled: false }, ''],
    ['qwen3:4b', { effort: 'high' }, true, { enabled: true }, 'levels of thinking that are not known'],
    ['qwen3:4b', { budgetTokens: 100 }, true, { enabled: true }, 'no budget'],
    ['gpt-oss:20b', { effort: 'high' }, 'high', { enabled: true, effort: 'high' }, ''],
    ['gpt-oss:20b', { effort: 'minimal' }, 'low', { effort: 'low' }, 'nearest'],
    ['gpt-oss:20b', { enabled: false }, 'low', { enabled: true, effort: 'low' }, 'always thinks'],
    ['gpt-oss:20b', { enabled: true, visibility: 'none' }, 'medium', { enabled: true, visibility: 'full' }, 'nothing hides'],
    ['llama3.1:8b', { enabled: true }, undefined, { enabled: false }, 'does not think'],
    ['acme/other', { enabled: false }, false, {}, 'is unknown'],
  ])('%s: %j', (model, knobs, think, effective, note) => {
    const { body, knobs: report } = wire.writeRequest!({ messages: [user], knobs }, { ...target, model })
    expect(body.think).toEqual(think)
    expect(report.effective).toMatchObject(effective)
    expect(report.notes.join(' ')).toContain(note)
    if (note === '') expect(report.notes).toEqual([])
  })
})
