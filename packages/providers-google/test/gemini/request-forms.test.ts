import type { Conversation } from '@reason/core/conversation'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyTree, deep } from '@reason/exchanges/any-json'
import { wire } from './chunks.ts'

const target = { provider: 'google', wire: 'gemini', model: 'gemini-2.5-flash' }
const same = (body: unknown) => wire.writeRequest!(wire.readRequest!(body, target), target).body

describe('a request of Gemini', () => {
  it.each<[string, Record<string, unknown>]>([
    [
      'results, media and text in one content',
      {
        contents: [
          {
            role: 'user',
            parts: [
              { text: 'q' },
              { inlineData: { mimeType: 'image/png', data: 'AA==' } },
              { file_data: { file_uri: 'gs://a', mime_type: 'text/plain' } },
            ],
          },
          {
            role: 'model',
            parts: [{ text: 't', thought: true }, { functionCall: { name: 'f' } }, { functionCall: { name: 'g', args: {} } }],
          },
          {
            role: 'user',
            parts: [
              { functionResponse: { name: 'f', response: { a: 1 } } },
              {
                functionResponse: {
                  name: 'g',
                  response: { error: 'no' },
                  parts: [{ inlineData: { mimeType: 'image/png', data: 'AA==' } }],
                },
              },
              { text: 'and?' },
            ],
          },
        ],
      },
    ],
    [
      'contents beside each other',
      {
        contents: [
          { parts: [{ text: 'a' }] },
          { role: 'user', parts: [{ text: 'b' }] },
          { role: 'model', parts: [] },
          { role: 'model', parts: [{ text: '' }, { executableCode: { code: 'x' }, thought_signature: 's' }] },
        ],
      },
    ],
    [
      'tools of all kinds',
      {
        contents: [{ parts: [{ text: 'a' }] }],
        tools: [
          { googleSearch: {} },
          {
            function_declarations: [
              { name: 'f', parametersJsonSchema: { type: 'object' } },
              { name: 'g', parameters: { type: 'OBJECT', properties: { type: { type: 'STRING', nullable: true } } } },
            ],
            codeExecution: {},
          },
          { functionDeclarations: [{ name: 'h', behavior: 'x' }] },
        ],
      },
    ],
    [
      'settings in either spelling',
      {
        contents: [{ parts: [{ text: 'a' }] }],
        system_instruction: { parts: [{ text: 's' }] },
        generation_config: {
          max_output_tokens: 5,
          stop_sequences: ['x'],
          response_mime_type: 'application/json',
          responseSchema: { type: 'OBJECT' },
        },
        tool_config: { functionCallingConfig: { mode: 'ANY', allowed_function_names: ['f', 'g'] } },
        cachedContent: 'c',
      },
    ],
  ])('%s goes on as it came', (_, body) => expect(same(body)).toEqual(body))

  it('has one entry for the functions of other formats, whatever stands between them', () => {
    const search = { type: 'native', wire: 'anthropic-messages', value: { type: 'web_search_20250305', name: 'web_search' } } as const
    const tools = [{ type: 'function', name: 'a' }, search, { type: 'function', name: 'c' }] as const
    const { body, notCarried } = wire.writeRequest!({ tools, messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }] }, target)
    expect(body['tools']).toEqual([{ functionDeclarations: [{ name: 'a' }, { name: 'c' }] }])
    expect(notCarried).toEqual(['tools that only anthropic-messages has'])
  })

  it.each<[string, object, object]>([
    ['types', { type: 'ARRAY', items: { type: 'INTEGER' } }, { type: 'array', items: { type: 'integer' } }],
    ['lengths, which are text', { type: 'ARRAY', minItems: '1', maxItems: '3' }, { type: 'array', minItems: 1, maxItems: 3 }],
    ['and such as are numbers', { type: 'STRING', maxLength: 3 }, { type: 'string', maxLength: 3 }],
    ['null', { type: 'STRING', nullable: true }, { type: ['string', 'null'] }],
    ['null among values', { type: 'STRING', enum: ['a'], nullable: true }, { type: ['string', 'null'], enum: ['a', null] }],
    ['null among schemas', { anyOf: [{ type: 'STRING' }], nullable: true }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['properties of these names', { properties: { maxItems: { type: 'STRING' } } }, { properties: { maxItems: { type: 'string' } } }],
  ])('has schemas of its own, which are read as JSON Schema: %s', (_, parameters, read) => {
    const body = { contents: [{ parts: [{ text: 'q' }] }], tools: [{ functionDeclarations: [{ name: 'f', parameters }] }] }
    expect(wire.readRequest!(body, target).tools).toMatchObject([{ parameters: read }])
    expect(same(body)).toEqual(body)
  })

  it('is read into the words of all formats', () => {
    const body = {
      contents: [{ role: 'user', parts: [{ text: 'q' }] }],
      systemInstruction: { parts: [{ text: 's' }] },
      tools: [{ functionDeclarations: [{ name: 'f', parameters: { type: 'OBJECT', properties: { a: { type: 'INTEGER' } } } }] }],
      toolConfig: { functionCallingConfig: { mode: 'ANY' } },
      generationConfig: { topK: 3, thinkingConfig: { thinkingLevel: 'LOW', includeThoughts: true } },
    }
    expect(wire.readRequest!(body, target)).toMatchObject({
      model: 'gemini-2.5-flash',
      messages: [
        { role: 'system', content: [{ type: 'text', text: 's' }] },
        { role: 'user', content: [{ type: 'text', text: 'q' }] },
      ],
      tools: [{ type: 'function', name: 'f', parameters: { type: 'object', properties: { a: { type: 'integer' } } } }],
      toolChoice: 'required',
      sampling: { topK: 3 },
      knobs: { effort: 'low', visibility: 'summary' },
    })
  })

  it.each([null, [], 'x', 1])('is an object, and not %j', (body) => expect(() => wire.readRequest!(body)).toThrow(TypeError))

  it('may be nested too deep for anything', () => {
    const bottomless: unknown = JSON.parse(`{"a":${deep(20_000)}}`)
    const body = {
      contents: [
        { role: 'user', parts: [{ functionResponse: { name: 'f', response: bottomless } }, bottomless] },
        { role: 'model', parts: [{ functionCall: { name: 'f', args: bottomless } }, bottomless] },
      ],
      tools: [{ functionDeclarations: [{ name: 'f', parameters: bottomless }] }],
      generationConfig: { responseMimeType: 'application/json', responseSchema: bottomless },
    }
    expect(wire.replay!(wire.readRequest!(body, target), target).messages).toHaveLength(2)
  })

  it('may hold anything', () => {
    const names =
      'contents parts role text functionCall functionResponse name args response thoughtSignature tools functionDeclarations generationConfig thinkingConfig systemInstruction inlineData'
    fc.assert(
      fc.property(anyTree(names), (tree) => {
        const body = typeof tree === 'object' && tree !== null && !Array.isArray(tree) ? tree : { contents: tree }
        const conversation = wire.readRequest!(body, target)
        expect(wire.replay!(conversation, target).messages).toBeInstanceOf(Array)
      }),
    )
  })
})

describe('a conversation of another format', () => {
  const conversation: Conversation = {
    messages: [
      { role: 'system', content: [{ type: 'text', text: 's' }] },
      { role: 'developer', content: [{ type: 'text', text: 'd' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'q' },
          { type: 'image', source: { type: 'data', data: 'AA==', mediaType: 'image/png' } },
        ],
      },
      {
        role: 'assistant',
        items: [
          { type: 'block', channel: 'answer', text: 'a', boundary: 'wire' },
          { type: 'tool-call', id: 'c1', name: 'f', arguments: '{"x":1}' },
          { type: 'tool-call', id: 'c2', name: 'g', arguments: '' },
        ],
      },
      { role: 'tool', call: 'c1', content: [{ type: 'text', text: 'r1' }] },
      { role: 'tool', call: 'c2', content: [{ type: 'text', text: 'r2' }], failed: true },
    ],
    tools: [
      { type: 'function', name: 'f', parameters: { type: 'object', additionalProperties: false } },
      { type: 'native', wire: 'openai-responses', value: {} },
    ],
    toolChoice: { name: 'f' },
    sampling: { maxOutputTokens: 5, stop: ['x'] },
    responseFormat: { type: 'json-schema', schema: { type: 'object' }, name: 'n' },
  }

  it('is written so that Gemini takes it', () => {
    const { body, notCarried } = wire.writeRequest!(conversation, { ...target, model: 'gemini-exp' })
    expect(body).toEqual({
      systemInstruction: { parts: [{ text: 's' }, { text: 'd' }] },
      contents: [
        { role: 'user', parts: [{ text: 'q' }, { inlineData: { mimeType: 'image/png', data: 'AA==' } }] },
        {
          role: 'model',
          parts: [{ text: 'a' }, { functionCall: { id: 'c1', name: 'f', args: { x: 1 } } }, { functionCall: { id: 'c2', name: 'g' } }],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'c1', name: 'f', response: { output: 'r1' } } },
            { functionResponse: { id: 'c2', name: 'g', response: { error: 'r2' } } },
          ],
        },
      ],
      tools: [{ functionDeclarations: [{ name: 'f', parametersJsonSchema: { type: 'object', additionalProperties: false } }] }],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] } },
      generationConfig: {
        maxOutputTokens: 5,
        stopSequences: ['x'],
        responseMimeType: 'application/json',
        responseJsonSchema: { type: 'object' },
      },
    })
    expect(notCarried).toEqual(['tools that only openai-responses has'])
  })

  it('has no ids at Vertex AI', () => {
    const { body } = wire.writeRequest!(conversation, { ...target, provider: 'google-vertex' })
    expect(JSON.stringify(body)).not.toContain('"id"')
  })
})
