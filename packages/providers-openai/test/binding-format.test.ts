import type { Conversation } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { openaiChat, openaiResponses } from '../src/index.ts'

const closed = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
})
const text = { type: 'string', description: 'd' }
const asked: Conversation = { model: 'm', messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }] }
const apis = [openaiChat(), openaiResponses()] as const

/** Format of the answer in a written request: the schema with its name. */
function write(wire: (typeof apis)[number], provider: string, more: Partial<Conversation>): Record<string, unknown> | undefined {
  const { body } = wire.writeRequest({ ...asked, ...more }, { wire: wire.id, model: 'm', provider })
  const { response_format: chat, text: responses } = body as Record<string, Record<string, Record<string, unknown>> | undefined>
  return chat?.['json_schema'] ?? responses?.['format']
}

describe.each(apis)('a schema in $id', (wire) => {
  const formatted = (schema: unknown, more: object = {}) => ({ responseFormat: { type: 'json-schema' as const, schema, ...more } })

  it.each([
    ['closed objects', closed({ a: text, b: { type: ['integer', 'null'] } })],
    [
      'lists, alternatives and references',
      closed(
        { a: { type: 'array', items: { $ref: '#/$defs/x' } }, b: { anyOf: [text, closed({})] } },
        { $defs: { x: closed({ c: { enum: ['u'] } }) } },
      ),
    ],
  ])('of another API is strict, as it bound the answer there: %s', (_, schema) => {
    expect(write(wire, 'openai', formatted(schema))).toMatchObject({ schema, strict: true })
    expect(write(wire, 'azure', { ...formatted(schema), extra: { wire: 'anthropic-messages', fields: {} } })).toMatchObject({
      strict: true,
    })
  })

  it.each([
    ['an optional property', closed({ a: text }, { required: [] })],
    ['an open object', { type: 'object', properties: { a: text }, required: ['a'] }],
    ['an open object inside', closed({ a: { type: 'array', items: { type: 'object' } } })],
    ['properties without a type', closed({ a: { properties: { b: text }, required: ['b'], additionalProperties: false } })],
    ['alternatives at its root', { anyOf: [closed({})] }],
    ['a list', { type: 'array', items: text }],
    ['a keyword that may be refused', closed({ a: { type: 'string', minLength: 1 } })],
    ['a definition that is open', closed({ a: { $ref: '#/$defs/x' } }, { $defs: { x: { type: 'object' } } })],
    ['a boolean schema', closed({ a: true })],
    ['more levels than are accepted', Array.from({ length: 12 }).reduce<object>((inner) => closed({ a: inner }), text)],
    ['no object', 5],
  ])('is not made strict with %s, which would be refused', (_, schema) => {
    expect(write(wire, 'openai', formatted(schema))).not.toHaveProperty('strict')
  })

  it('is as strict as a client of OpenAI wrote it, at servers that bind every schema too', () => {
    const schema = closed({ a: text })
    expect(write(wire, 'openai', formatted(schema, { strict: false }))).toMatchObject({ strict: false })
    expect(write(wire, 'vllm', formatted(schema))).not.toHaveProperty('strict')
    for (const other of apis) {
      const extra = { wire: other.id, fields: {} }
      expect(write(wire, 'openai', { ...formatted(schema), extra })).not.toHaveProperty('strict')
    }
  })

  it('has its description in both APIs', () => {
    const format = { name: 'n', description: 'd', schema: closed({}), strict: true }
    const [chat, responses] = apis
    const read = [
      chat.readRequest({ messages: [], response_format: { type: 'json_schema', json_schema: format } }),
      responses.readRequest({ input: 'q', text: { format: { type: 'json_schema', ...format } } }),
    ]
    for (const { responseFormat, extra } of read) {
      expect(responseFormat).toEqual({ type: 'json-schema', ...format })
      expect(write(wire, 'openai', { responseFormat: responseFormat!, extra: extra! })).toMatchObject(format)
    }
  })
})
