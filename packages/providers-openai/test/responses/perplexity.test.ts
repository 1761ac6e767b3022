import { collect } from '@reason/core'
import type { Conversation, Knobs, Target } from '@reason/core/conversation'
import { describe, expect, test } from 'vitest'
import { openaiResponses } from '../../src/responses/openai-responses.ts'
import { user, type Fields } from '../responses-request.ts'

/** Shapes are of `perplexityai/api-platform-developers`, its skill for migrations, and of Perplexity's SDK 0.38. */
const wire = openaiResponses()
const of = (model: string): Target => ({ provider: 'perplexity', wire: 'openai-responses', model })
const write = (conversation: Partial<Conversation>, model = 'openai/gpt-5.6-sol') =>
  wire.writeRequest({ messages: [user('q')], ...conversation } as Conversation, of(model))

describe('a request to the Agent API', () => {
  test.each<[string, Knobs, Fields | undefined]>([
    ['off is the least effort, as no word is none', { enabled: false }, { effort: 'minimal' }],
    ['the most', { effort: 'max' }, { effort: 'max' }],
    ['no summary is asked for, as reasoning has no field but the effort', { visibility: 'summary' }, undefined],
    ['tokens', { budgetTokens: 10_000 }, { effort: 'medium' }],
  ])('has the effort alone: %s', (_, knobs, reasoning) => {
    expect(write({ knobs }).body['reasoning']).toEqual(reasoning)
  })

  test('has the format of the answer beside the input, as `text` is an unknown field', () => {
    const responseFormat = { type: 'json-schema', name: 'order', schema: { type: 'object' } } as const
    const { body } = write({ responseFormat })
    expect(body).not.toHaveProperty('text')
    expect(body['response_format']).toEqual({ type: 'json_schema', json_schema: { name: 'order', schema: { type: 'object' } } })
  })

  test('has no field that only OpenAI takes', () => {
    const { body, notCarried } = write({ user: 'u', metadata: { a: 'b' } })
    expect(Object.keys(body).toSorted()).toEqual(['input', 'metadata', 'model', 'store'])
    expect(notCarried).toEqual(['the id of the user'])
  })

  test('is written anew if its own client sent such a field', () => {
    const asked = {
      model: 'openai/gpt-5.6-sol',
      input: 'q',
      include: ['reasoning.encrypted_content'],
      prompt_cache_key: 'k',
      text: { verbosity: 'low', format: { type: 'json_schema', name: 'a', schema: { type: 'object' } } },
    }
    expect(wire.translation?.isNeeded?.(asked, of(asked.model))).toBe(true)
    expect(wire.translation?.isNeeded?.({ model: 'm', input: 'q', reasoning: { summary: 'auto' } }, of('m'))).toBe(true)
    expect(wire.translation?.isNeeded?.({ model: 'm', input: 'q', store: false, tool_choice: 'auto' }, of('m'))).toBe(false)
    const { body, knobs, notCarried } = wire.writeRequest(wire.translation!.read(asked, true, of(asked.model)), of(asked.model))
    expect(Object.keys(body).toSorted()).toEqual(['input', 'model', 'response_format'])
    expect(knobs.notes.join()).toMatch(/include was left out.*prompt_cache_key was left out/)
    expect(notCarried).toContain('text.verbosity')
  })

  test('has a limit of the output for Claude, which is refused without one', () => {
    expect(write({}, 'anthropic/claude-opus-5').body['max_output_tokens']).toBeGreaterThan(16_000)
    expect(write({ sampling: { maxOutputTokens: 50 } }, 'anthropic/claude-opus-5').body['max_output_tokens']).toBe(50)
    expect(write({}).body).not.toHaveProperty('max_output_tokens')
  })

  test('has the signature of a call again, from the client and from the answer', async () => {
    const call = { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}', thought_signature: 'CkYB' }
    const model = 'google/gemini-3-flash'
    const output = [{ ...call, id: 'fc_1', status: 'completed' }]
    const answer = { id: 'r', object: 'response', model, status: 'completed', output }
    const { items } = await collect(wire.readResponse(answer, { provider: 'perplexity' }))
    const result = { role: 'tool', callId: 'c1', content: [{ type: 'text', text: 'ok' }] } as const
    const { body } = write({ messages: [user('q'), { role: 'assistant', items }, result] }, model)
    expect((body['input'] as Fields[])[1]).toMatchObject(call)
    const other = write({ messages: [user('q'), { role: 'assistant', items }, result] }, 'google/gemini-3-pro')
    expect(JSON.stringify(other.body['input'])).not.toContain('CkYB')
    const fromGoogle = items.map((item) => ({
      ...item,
      seals: [{ kind: 'thought-signature', value: 'CkYB', issuer: { wire: 'gemini', model } }],
    }))
    const foreign = write({ messages: [user('q'), { role: 'assistant', items: fromGoogle as typeof items }, result] }, model)
    expect(JSON.stringify(foreign.body['input'])).not.toContain('CkYB')
    const again = wire.readRequest({ model, input: [{ role: 'user', content: 'q' }, call] })
    expect((wire.writeRequest(again, of(model)).body['input'] as Fields[])[1]).toEqual(call)
  })
})

describe('an answer of the Agent API', () => {
  const message = { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] }
  const events: Fields[] = [
    { type: 'response.created', response: { id: 'r', object: 'response', status: 'in_progress', model: 'm', output: [] } },
    { type: 'response.reasoning.started', sequence_number: 2, thought: 'Looking this up.' },
    { type: 'response.reasoning.search_queries', sequence_number: 3, queries: ['q1'], thought: 'Searching.' },
    { type: 'response.reasoning.search_results', sequence_number: 4, results: [{ url: 'https://a.example' }], thought: null },
    { type: 'response.reasoning.stopped', sequence_number: 5 },
    { type: 'response.output_item.done', output_index: 0, item: { type: 'search_results', queries: ['q1'], results: [] } },
    { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 1, content_index: 0, delta: 'Hel' },
    { type: 'response.reasoning.started', sequence_number: 8, thought: 'Going on.' },
    { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 1, content_index: 0, delta: 'lo' },
    { type: 'response.output_item.done', output_index: 1, item: message },
    { type: 'response.completed', response: { id: 'r', object: 'response', status: 'completed', model: 'm', output: [] } },
  ]

  test('has its thoughts in events without an item', async () => {
    const reader = wire.createReader({ provider: 'perplexity' })
    const read = await collect([...events.flatMap((event) => reader.push(event)), ...reader.end()])
    expect(read.items.flatMap((item) => (item.type === 'block' && item.channel === 'reasoning' ? [item.text] : []))).toEqual([
      'Looking this up.',
      'Searching.',
      'Going on.',
    ])
    expect(read.answer).toBe('Hello')
    expect(read.items.flatMap((item) => (item.type === 'block' ? [item.text] : [])).slice(2)).toEqual(['Hel', 'Going on.', 'lo'])
    expect(read.warnings).toEqual([])
    expect(JSON.stringify(read.items)).toContain('https://a.example')
  })
})
