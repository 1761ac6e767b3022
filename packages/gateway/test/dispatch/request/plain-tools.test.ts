import type { Tool } from '@reason/core/conversation'
import { expect, it } from 'vitest'
import { withPlainTools } from '../../../src/dispatch/request/plain-tools.ts'

const plain = (...tools: Tool[]) => {
  const { conversation, notes } = withPlainTools({ model: 'm', messages: [], tools }, 'openai-chat')
  return { tools: conversation.tools, notes }
}
const tool = (parameters: object, more: object = {}): Tool => ({ type: 'function', name: 'f', parameters, ...more }) as Tool
const text = { type: 'string' }

it('keeps the first of several tools of one name, and says so', () => {
  const [first, second, other] = [
    tool({ type: 'object' }),
    tool({ type: 'object' }, { description: 'Two.' }),
    tool({ type: 'object' }, { name: 'g' }),
  ]
  expect(plain(first, second, other)).toEqual({ tools: [first, other], notes: ['left out: a tool whose name an earlier tool has'] })
})

it('notes once what Anthropic alone can say of a tool', () => {
  const extra = { wire: 'anthropic-messages', fields: { input_examples: [{ a: 1 }], eager_input_streaming: true } }
  const tools = [tool({ type: 'object' }, { extra }), tool({ type: 'object' }, { name: 'g', extra })]
  expect(plain(...tools)).toEqual({ tools, notes: ['left out: input_examples of a tool'] })
})

it.each([
  [{ defer_loading: true }, 'openai-chat', ['left out: defer_loading of a tool']],
  // As Chat Completions has it.
  [{ function: { defer_loading: true } }, 'openai-chat', ['left out: defer_loading of a tool']],
  [{ async: true }, 'openai-chat', ['left out: async of a tool']],
  [{ defer_loading: false }, 'openai-chat', []],
  [{ defer_loading: true }, 'openai-responses', []],
])('notes that a tool with %j is offered at once by %s', (fields, wire, expected) => {
  const extra = { wire: 'openai-responses', fields }
  expect(withPlainTools({ model: 'm', messages: [], tools: [tool({ type: 'object' }, { extra })] }, wire).notes).toEqual(expected)
})

it('changes nothing that every API takes', () => {
  const { conversation, notes } = withPlainTools(
    { model: 'm', messages: [], tools: [tool({ type: 'object', properties: { a: text } })] },
    'openai-chat',
  )
  expect(conversation.tools![0]).toEqual(tool({ type: 'object', properties: { a: text } }))
  expect(notes).toEqual([])
})

it.each<[string, object, object]>([
  ['an empty schema', {}, { type: 'object', properties: {} }],
  ['a nullable object', { type: ['object', 'null'], properties: { a: text } }, { type: 'object', properties: { a: text } }],
  [
    'alternatives: what all require is required',
    {
      anyOf: [
        { properties: { a: text, b: text }, required: ['a', 'b'] },
        { properties: { a: { type: 'number' } }, required: ['a'] },
      ],
    },
    { type: 'object', properties: { a: { anyOf: [text, { type: 'number' }] }, b: text }, required: ['a'] },
  ],
  [
    'parts: what any requires is required',
    {
      allOf: [
        { properties: { a: text }, required: ['a'] },
        { properties: { b: text }, required: ['b'] },
      ],
    },
    { type: 'object', properties: { a: text, b: text }, required: ['a', 'b'] },
  ],
  [
    'a reference',
    { $ref: '#/$defs/A', $defs: { A: { type: 'object', properties: { a: text } } } },
    { type: 'object', properties: { a: text }, $defs: { A: { type: 'object', properties: { a: text } } } },
  ],
])('makes an object of %s', (_, parameters, expected) => {
  expect(plain(tool(parameters)).tools).toMatchObject([{ parameters: expected }])
})

it('puts the alternatives into the description, unless they are too long for it', () => {
  const [short, long] = [10, 3000].map((length) => ({ anyOf: [{ properties: { a: { const: 'x'.repeat(length) } } }] }))
  const described = plain(tool(short!, { description: 'Does it.' }))
  expect(described).toMatchObject({
    tools: [{ description: expect.stringMatching(/^Does it\.\n\nThe arguments .*"anyOf"/) as string }],
    notes: [],
  })
  expect(plain(tool(long!, { description: 'Does it.' }))).toMatchObject({
    tools: [{ description: 'Does it.' }],
    notes: ['left out: alternatives in the parameters of a tool, which are too long for its description'],
  })
})
