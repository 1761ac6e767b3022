import type { Conversation } from '@reason/core/conversation'
import { shared, sharedMissing } from '@reason/testkit/shared'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { geminiInteractions } from '../../src/index.ts'
import { anyTree } from '@reason/exchanges/any-json'
import { exchangesOf, nextTurn, requestOf, targetOf } from '@reason/exchanges/recorded'

const wire = geminiInteractions()
const target = { provider: 'google', wire: 'gemini-interactions', model: 'gemini-3-flash-preview' }

describe.skipIf(shared === undefined)(`recorded requests (${sharedMissing})`, () => {
  const exchanges = exchangesOf('gemini-interactions')
  test('there are some', () => expect(exchanges.length).toBeGreaterThan(2))

  test.each(exchanges)('$id goes on as it came', (row) => {
    const body = requestOf(row)
    expect(wire.writeRequest!(wire.readRequest!(body, targetOf(row)), targetOf(row)).body).toEqual(body)
  })

  test.each(exchanges.filter(({ conversation }) => conversation?.next !== undefined))('$id: the next turn can be written', (row) => {
    const next = exchanges.find(({ id }) => id === row.conversation?.next)!
    const { conversation } = nextTurn(wire, row, next)
    const { body } = wire.writeRequest!(conversation, targetOf(next))
    expect((body.input as unknown[]).at(-1)).toEqual((requestOf(next).input as unknown[]).at(-1))
  })
})

const steps = [
  {
    type: 'user_input',
    content: [
      { type: 'text', text: 'q' },
      { type: 'image', uri: 'https://x/y.png', mime_type: 'image/png' },
    ],
  },
  {
    type: 'thought',
    signature: 's1',
    summary: [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ],
  },
  { type: 'thought', signature: 's2' },
  { type: 'google_search_call', id: 'g', arguments: {}, signature: 's3' },
  {
    type: 'model_output',
    content: [
      { type: 'text', text: 'c' },
      { type: 'text', text: 'd', annotations: [1] },
    ],
  },
  { type: 'model_output', content: [{ type: 'text', text: 'e' }] },
  { type: 'function_call', id: 'c1', name: 'f', arguments: { x: 1 } },
  { type: 'function_result', call_id: 'c1', name: 'f', result: { y: 2 }, is_error: true },
]

describe('a request for an interaction', () => {
  it('goes on as it came, step by step', () => {
    const body = {
      model: target.model,
      input: steps,
      response_mime_type: 'application/json',
      response_format: { type: 'object' },
      tools: [{ type: 'google_search' }],
    }
    expect(wire.writeRequest!(wire.readRequest!(body, target), target).body).toEqual(body)
  })

  it('loses its signatures on the way to another model, and its thoughts', () => {
    const conversation = wire.readRequest!({ input: steps }, target)
    const other = { ...target, model: 'gemini-2.5-pro' }
    const { messages, decisions } = wire.replay!(conversation, other)
    expect(JSON.stringify(messages)).not.toContain('"s1"')
    expect(messages.map((step) => (step as { type: string }).type)).not.toContain('thought')
    expect(decisions.filter(({ action }) => action === 'dropped')).toHaveLength(2)
  })

  it('is written of a conversation of another format', () => {
    const conversation: Conversation = {
      messages: [
        { role: 'system', content: [{ type: 'text', text: 's' }] },
        { role: 'user', content: [{ type: 'text', text: 'q' }] },
        { role: 'assistant', items: [{ type: 'tool-call', id: 'c1', name: 'f', arguments: '' }] },
        { role: 'tool', call: 'c1', content: [{ type: 'text', text: 'r' }] },
      ],
      toolChoice: 'required',
      knobs: { enabled: false },
    }
    const { body, knobs } = wire.writeRequest!(conversation, target)
    expect(body).toEqual({
      model: target.model,
      system_instruction: 's',
      input: [
        { type: 'user_input', content: [{ type: 'text', text: 'q' }] },
        { type: 'function_call', id: 'c1', name: 'f', arguments: {} },
        { type: 'function_result', call_id: 'c1', name: 'f', result: 'r' },
      ],
      generation_config: { tool_choice: 'any', thinking_level: 'minimal', thinking_summaries: 'none' },
    })
    expect(knobs.notes.join()).toContain('and billed')
  })

  it('may hold anything, but is an object', () => {
    fc.assert(
      fc.property(anyTree('input type content thought summary signature name arguments result call_id tools'), (tree) => {
        const body = typeof tree === 'object' && tree !== null && !Array.isArray(tree) ? tree : { input: tree }
        expect(wire.replay!(wire.readRequest!(body, target), target).messages).toBeInstanceOf(Array)
      }),
    )
    expect(() => wire.readRequest!([])).toThrow(TypeError)
  })

  it('is refused without any input', () => {
    expect(() => wire.writeRequest!({ messages: [] }, target)).toThrow(expect.objectContaining({ code: 'REASON_REQUEST_REFUSED' }))
  })
})
