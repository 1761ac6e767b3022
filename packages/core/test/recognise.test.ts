import { describe, expect, it } from 'vitest'
import type { WireFormat } from '../src/index.ts'
import { recogniseBody, type RecognisedBody } from '../src/reading/index.ts'

const format = (id: string, recognise?: WireFormat['recognise']): WireFormat => ({ id, ...(recognise && { recognise }) }) as WireFormat

const silent = format('silent')
const words = format('words', ({ word, model }) => (typeof word === 'string' ? (typeof model === 'string' ? { model } : {}) : undefined))
const letters = format('letters', ({ letter }) => (letter === undefined ? undefined : { provider: 'abc' }))
const formats = [silent, words, letters]

const said = (found: RecognisedBody | undefined) => found && [found.wire.id, found.framing, found.source]

describe('a recorded body is recognised', () => {
  it.each([
    ['a stream', 'data: {"word":"a"}\n\n', ['words', 'sse', {}]],
    [
      'behind a comment, a ping and an event that says nothing',
      ': hi\nevent: ping\ndata: {}\n\ndata: {"letter":1}\n\n',
      ['letters', 'sse', { provider: 'abc' }],
    ],
    [
      'with the line ends of Windows, and a mark at its start',
      '\uFEFFdata:{"word":"a","model":"m"}\r\n\r\n',
      ['words', 'sse', { model: 'm' }],
    ],
    ['one document', ' {\n  "word": "a"\n}\n', ['words', 'json', {}]],
    ['one a line', '{"x":1}\n{"word":"a"}\n{"wor', ['words', 'ndjson', {}]],
    ['one a line, of which there is one', '{"word":"a"}\n', ['words', 'json', {}]],
    ['a list', '[{"x":1},\n{"letter":"b"}]', ['letters', 'json-array', { provider: 'abc' }]],
    ['cut in its second event', 'data: {"word":"a"}\n\ndata: {"wo', ['words', 'sse', {}]],
  ])('%s', (_, text, expected) => expect(said(recogniseBody(text, formats))).toEqual(expected))

  it.each([
    ['prose', 'Data: none. {"word":"a"}'],
    ['an answer in JSON', '{"answer": 42}'],
    ['a list of numbers', '[1, 2, null]'],
    ['JSON that is broken', '{"word": "a"'],
    ['events that nobody knows', 'data: {"x":1}\n\ndata: [DONE]\n\n'],
    ['events that are no JSON', 'data: hello\n\n'],
    ['nothing', ' \n'],
  ])('and %s is not', (_, text) => expect(recogniseBody(text, formats)).toBeUndefined())

  it('asks the formats in their order', () => {
    const both = 'data: {"word":"a","letter":"b"}\n\n'
    expect(recogniseBody(both, [words, letters])?.wire.id).toBe('words')
    expect(recogniseBody(both, [letters, words])?.wire.id).toBe('letters')
  })
})
