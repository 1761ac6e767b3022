import type { Conversation } from '@reason/core/conversation'
import { describe, expect, test } from 'vitest'
import { withoutClientMetadata } from '../../../src/dispatch/request/client-metadata.ts'
import { withStringifiedMedia } from '../../../src/dispatch/request/stringified-media.ts'

const header = 'x-anthropic-billing-header: cc_version=2.1.177; cch=36ee5;'
const instructions = (...texts: string[]): Conversation => ({
  messages: [
    { role: 'system', content: texts.map((text) => ({ type: 'text', text })) },
    { role: 'user', content: [{ type: 'text', text: header }] },
  ],
})
const textsOf = ({ messages }: Conversation): string[][] =>
  messages.map((message) =>
    message.role === 'assistant' ? [] : message.content.map((piece) => (piece.type === 'text' ? piece.text : piece.type)),
  )

describe('lines for the accounting of one provider', () => {
  test.each([
    ['in a piece of their own', [header, 'Be brief.'], [['Be brief.'], [header]]],
    ['before the instructions', [`${header}\n\nBe brief.`], [['Be brief.'], [header]]],
    ['several', [`${header}\nx-anthropic-other: 1\nBe brief.`], [['Be brief.'], [header]]],
    ['and nothing else', [header], [[header]]],
    ['in the middle, where they are text', [`Be brief.\n${header}`], [[`Be brief.\n${header}`], [header]]],
    ['in no piece at all', [], [[header]]],
    ['that are blank', ['', ' \n'], [[header]]],
    ['of another name', ['x-request-id: 1\nBe brief.'], [['x-request-id: 1\nBe brief.'], [header]]],
  ])('%s', (_, texts, expected) => expect(textsOf(withoutClientMetadata(instructions(...texts)))).toEqual(expected))

  test('a conversation without them is the same object', () => {
    const conversation = instructions('Be brief.')
    expect(withoutClientMetadata(conversation)).toBe(conversation)
  })
})

describe('a result of a tool that is the text of a list with images', () => {
  const data = 'iVBORw0KGgo='
  const image = { type: 'image', source: { type: 'data', data, mediaType: 'image/png' } }
  const url = `data:image/png;base64,${data}`
  test.each<[string, unknown, unknown[] | undefined]>([
    ['of Responses', [{ type: 'input_image', image_url: url }], [image]],
    [
      'of Responses, with a text',
      [
        { type: 'input_text', text: 'Look.' },
        { type: 'input_image', image_url: url },
      ],
      [{ type: 'text', text: 'Look.' }, image],
    ],
    ['of Chat Completions', [{ type: 'image_url', image_url: { url } }], [image]],
    [
      'at an address',
      [{ type: 'image_url', image_url: { url: 'https://a.b/c' } }],
      [{ type: 'image', source: { type: 'url', url: 'https://a.b/c' } }],
    ],
    ['of Messages', [{ type: 'image', source: { type: 'base64', data, media_type: 'image/png' } }], [image]],
    ['of MCP', [{ type: 'image', data, mimeType: 'image/png' }], [image]],
    ['as a whole result of MCP', { content: [{ type: 'image', data, mimeType: 'image/png' }], isError: false }, [image]],
    ['as a failed result of MCP', { content: [{ type: 'image', data, mimeType: 'image/png' }], isError: true }, undefined],
    ['as a result with other fields', { content: [{ type: 'image', data, mimeType: 'image/png' }], structuredContent: {} }, undefined],
    ['with something else in it', [{ type: 'input_image', image_url: url }, { type: 'row' }], undefined],
    ['without images', [{ type: 'input_text', text: 'data:image/png' }], undefined],
    ['of another kind', [{ type: 'image', data, mimeType: 'text/html' }], undefined],
    ['that is an object', { type: 'input_image', image_url: url }, undefined],
    ['that is no JSON', undefined, undefined],
  ])('%s', (_, value, expected) => {
    const text = value === undefined ? `[{"type":"input_image","image_url":"${url}"` : JSON.stringify(value)
    const conversation: Conversation = { messages: [{ role: 'tool', call: 'c', content: [{ type: 'text', text }] }] }
    const read = withStringifiedMedia(conversation)
    expect((read.messages[0] as { content: unknown }).content).toEqual(expected ?? [{ type: 'text', text }])
    if (expected === undefined) expect(read).toBe(conversation)
  })
})
