import type { Conversation } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { bedrockConverse } from '../src/index.ts'

const wire = bedrockConverse()
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false }
const messages: Conversation['messages'] = [{ role: 'user', content: [{ type: 'text', text: 'q' }] }]
const textFormat = { type: 'json_schema', structure: { jsonSchema: { schema: JSON.stringify(schema), name: 'place' } } }
const sonnet = 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0'

const write = (conversation: Partial<Conversation>, model = sonnet) =>
  wire.writeRequest({ messages, ...conversation }, { wire: wire.id, provider: 'bedrock', model })

describe('a format of the answer', () => {
  const responseFormat = { type: 'json-schema', schema, name: 'place', strict: true } as const

  it.each([sonnet, 'anthropic.claude-opus-4-6-v1', 'openai.gpt-oss-120b-1:0'])('is a schema in text for %s', (model) => {
    const { body, notCarried } = write({ responseFormat }, model)
    expect(body).toMatchObject({ outputConfig: { textFormat } })
    expect(notCarried).toEqual([])
  })

  it.each(['anthropic.claude-3-5-sonnet-20241022-v2:0', 'anthropic.claude-sonnet-4-20250514-v1:0', 'amazon.nova-pro-v1:0', 'a-profile'])(
    'is left out for %s, which refuses it or may',
    (model) => {
      const { body, notCarried } = write({ responseFormat }, model)
      expect(body).not.toHaveProperty('outputConfig')
      expect(notCarried).toEqual(['a format of the answer'])
    },
  )

  it('says what Claude takes, and so do strict arguments', () => {
    const open = { type: 'object', properties: { n: { type: 'integer' } } }
    const bounded = { type: 'object', properties: { n: { type: 'integer', maximum: 9 } } }
    const closed = { ...open, additionalProperties: false }
    const sent = (given: object, model?: string) => {
      const tools = [{ type: 'function', name: 'f', parameters: given, strict: true }] as const
      const { body, notCarried } = write({ responseFormat: { type: 'json-schema', schema: given }, tools }, model)
      const { textFormat } = body.outputConfig as { textFormat: { structure: { jsonSchema: { schema: string } } } }
      const [{ toolSpec }] = (body.toolConfig as { tools: [{ toolSpec: { inputSchema: { json: unknown }; strict?: boolean } }] }).tools
      return [JSON.parse(textFormat.structure.jsonSchema.schema), toolSpec.inputSchema.json, toolSpec.strict, notCarried]
    }
    expect(sent(open)).toEqual([closed, closed, true, []])
    const lost = 'what a schema says of the answer by maximum, which Claude refuses'
    expect(sent(bounded)).toEqual([closed, bounded, undefined, [lost, 'strict arguments of tools']])
    expect(sent(bounded, 'openai.gpt-oss-120b-1:0')).toEqual([bounded, bounded, true, []])
  })

  it('has to be a schema', () => {
    const { body, notCarried } = write({ responseFormat: { type: 'json' } })
    expect(body).not.toHaveProperty('outputConfig')
    expect(notCarried).toEqual(['a format of the answer'])
  })

  it('is read, and stays as it was written, unless another one is asked for', () => {
    const spaced = {
      type: 'json_schema',
      structure: { jsonSchema: { schema: JSON.stringify(schema, null, 2), name: 'place', description: 'd' } },
    }
    const body = { messages: [{ role: 'user', content: [{ text: 'q' }] }], outputConfig: { textFormat: spaced, more: 1 } }
    const read = wire.readRequest(body)
    expect(read.responseFormat).toEqual({ type: 'json-schema', schema, name: 'place', description: 'd' })
    expect(write(read, 'a-profile').body).toEqual(body)
    const { responseFormat: _, ...rest } = read
    expect(write(rest).body.outputConfig).toEqual({ more: 1 })
    expect(write({ ...read, responseFormat: { ...responseFormat, name: 'other', description: 'e' } }).body.outputConfig).toMatchObject({
      textFormat: { structure: { jsonSchema: { name: 'other', description: 'e' } } },
      more: 1,
    })
  })

  it.each([{}, { textFormat: 5 }, { textFormat: { type: 'json_schema', structure: { jsonSchema: { schema: '{' } } } }])(
    'that no reader can read goes on as it is: %j',
    (outputConfig) => {
      const body = { messages: [{ role: 'user', content: [{ text: 'q' }] }], outputConfig }
      const read = wire.readRequest(body)
      expect(read.responseFormat).toBeUndefined()
      expect(write(read).body).toEqual(body)
    },
  )
})
