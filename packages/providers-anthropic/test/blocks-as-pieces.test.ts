import type { Message, Piece } from '@reason/core/conversation'
import { expect, test } from 'vitest'
import { withBlocksAsPieces } from '../src/request/blocks-as-pieces.ts'
import { readRequest } from '../src/request/read-request.ts'

const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
const picture: Piece = { type: 'image', source: { type: 'data', mediaType: 'image/png', data: 'AAAA' } }
const text = (said: string) => ({ type: 'text', text: said }) as const

const conversation = (...content: readonly object[]) => readRequest({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content }] })
const piecesOf = (block: object): readonly unknown[] => {
  const [message] = withBlocksAsPieces(conversation(block)).messages as readonly [Extract<Message, { role: 'user' }>]
  return message.content
}

test.each([
  [
    'search results',
    { type: 'search_result', title: 'T', source: 'https://a', content: [text('One.'), text('Two.')] },
    [text('T\nhttps://a\nOne.\nTwo.')],
  ],
  [
    'a document of text',
    { type: 'document', title: 'T', context: 'C', source: { type: 'content', content: 'One.' } },
    [text('T\nC\nOne.')],
  ],
  [
    'a document of blocks',
    { type: 'document', source: { type: 'content', content: [text('One.'), image, text('Two.')] } },
    [text('One.'), picture, text('Two.')],
  ],
  [
    'a file and its context',
    { type: 'document', title: 'T', context: 'C', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' } },
    [text('C'), expect.objectContaining({ type: 'file', name: 'T' })],
  ],
])('%s are texts and images', (_, block, pieces) => {
  expect(piecesOf(block)).toEqual(pieces)
})

test.each([
  ['with another block in it', { type: 'search_result', title: 'T', source: 's', content: [text('One.'), { type: 'audio' }] }],
  [
    'with an image by its address',
    { type: 'document', source: { type: 'content', content: [{ type: 'image', source: { type: 'url', url: 'https://a' } }] } },
  ],
  ['that is no such block', { type: 'container_upload', file_id: 'f' }],
])('one %s stays as it is', (_, block) => {
  const whole = conversation(block)
  expect(withBlocksAsPieces(whole)).toBe(whole)
})
