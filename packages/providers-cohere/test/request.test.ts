import type { Knobs, Message } from '@reason/core/conversation'
import { shared, sharedMissing } from '@reason/testkit/shared'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { wire } from './events.ts'
import { anyTree } from '@reason/exchanges/any-json'
import { exchangesOf, nextTurn, requestOf, targetOf } from '@reason/exchanges/recorded'

const target = { provider: 'cohere', wire: 'cohere', model: 'command-a-reasoning-08-2025' }
const user: Message = { role: 'user', content: [{ type: 'text', text: 'q' }] }

describe.skipIf(shared === undefined)(`recorded requests (${sharedMissing})`, () => {
  const exchanges = exchangesOf('cohere')
  test('there are some', () => expect(exchanges.length).toBeGreaterThan(4))

  test.each(exchanges)('$id goes on as it came', (row) => {
    const body = requestOf(row)
    expect(wire.writeRequest!(wire.readRequest!(body, targetOf(row)), targetOf(row)).body).toEqual(body)
  })

  test.each(exchanges.filter(({ conversation }) => conversation?.next !== undefined))('$id: the next turn has the same calls', (row) => {
    const next = exchanges.find(({ id }) => id === row.conversation?.next)!
    const written = wire.writeRequest!(nextTurn(wire, row, next).conversation, targetOf(next)).body.messages as { tool_calls?: unknown }[]
    const recorded = requestOf(next).messages as { tool_calls?: unknown }[]
    expect(written.map((message) => message.tool_calls)).toEqual(recorded.map((message) => message.tool_calls))
  })
})

describe('a request', () => {
  it('keeps its contents, documents and settings', () => {
    const body = {
      model: target.model,
      messages: [
        { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==', detail: 'low' } }] },
        {
          role: 'assistant',
          content: [{ type: 'thinking', thinking: 't' }, { type: 'text', text: '' }, { type: 'odd' }],
          tool_plan: 'p',
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }],
        },
        { role: 'tool', tool_call_id: 'c', content: [{ type: 'document', document: { id: 'd', data: { a: 1 } } }] },
      ],
      response_format: { type: 'json_object', schema: { type: 'object' } },
      max_tokens: 5,
      k: 3,
      tool_choice: 'REQUIRED',
      thinking: { type: 'enabled', token_budget: 4 },
      documents: [],
    }
    const conversation = wire.readRequest!(body, target)
    expect(conversation).toMatchObject({
      sampling: { maxOutputTokens: 5, topK: 3 },
      toolChoice: 'required',
      knobs: { enabled: true, budgetTokens: 4 },
    })
    expect(wire.writeRequest!(conversation, target).body).toEqual(body)
  })

  it('keeps the plan beside the calls, and drops the thinking of others', () => {
    const messages: Message[] = [
      user,
      {
        role: 'assistant',
        origin: { wire: 'openai-chat', model: 'm' },
        items: [
          { type: 'block', channel: 'reasoning', text: 't', boundary: 'wire' },
          { type: 'block', channel: 'commentary', text: 'p', boundary: 'wire' },
          { type: 'tool-call', name: 'f', arguments: '' },
        ],
      },
      { role: 'tool', content: [{ type: 'text', text: 'r' }] },
    ]
    const { body, plan } = wire.writeRequest!({ messages }, target)
    expect(body.messages).toEqual([
      { role: 'user', content: 'q' },
      { role: 'assistant', tool_plan: 'p', tool_calls: [{ id: 'call_1_0', type: 'function', function: { name: 'f', arguments: '{}' } }] },
      { role: 'tool', content: 'r', tool_call_id: 'call_1_0' },
    ])
    expect(plan.decisions).toMatchObject([{ message: 1, item: 0, action: 'dropped' }])
  })

  it('may hold anything, but is an object, and not empty', () => {
    fc.assert(
      fc.property(anyTree('messages role content type thinking text tool_calls function document data tools'), (tree) => {
        const body = typeof tree === 'object' && tree !== null && !Array.isArray(tree) ? tree : { messages: tree }
        expect(wire.replay!(wire.readRequest!(body), target).messages).toBeInstanceOf(Array)
      }),
    )
    expect(() => wire.readRequest!(1)).toThrow(TypeError)
    expect(() => wire.writeRequest!({ messages: [] }, target)).toThrow(expect.objectContaining({ code: 'REASON_REQUEST_REFUSED' }))
  })
})

describe('knobs', () => {
  it.each<[string, Knobs, unknown, Knobs, string]>([
    [target.model, { enabled: false }, { type: 'disabled' }, { enabled: false }, ''],
    [target.model, { budgetTokens: 900 }, { type: 'enabled', token_budget: 900 }, { enabled: true, budgetTokens: 900 }, ''],
    [target.model, { effort: 'medium' }, { type: 'enabled', token_budget: 8192 }, { enabled: true, budgetTokens: 8192 }, 'no grades'],
    [target.model, { visibility: 'none' }, undefined, { enabled: true, visibility: 'full' }, 'nothing hides'],
    ['command-a-03-2025', { enabled: true }, undefined, { enabled: false }, 'does not think'],
  ])('%s: %j', (model, knobs, thinking, effective, note) => {
    const { body, knobs: report } = wire.writeRequest!({ messages: [user], knobs }, { ...target, model })
    expect(body.thinking).toEqual(thinking)
    expect(report.effective).toMatchObject(effective)
    expect(report.notes.join(' ')).toContain(note)
    if (note === '') expect(report.notes).toEqual([])
  })
})
