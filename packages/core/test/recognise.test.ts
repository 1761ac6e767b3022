import { describe, expect, it } from 'vitest'
import type { WireFormat } from '../src/index.ts'
import { recogniseBody, type RecognisedBody } from '../src/reading/index.ts'

const format = (id: string, recognise?: WireFormat['recognise']): WireFormat => ({ id, ...(recognise && { recognise }) }) as WireFormat

const silent = format('silent')
const words = format('words', ({ word, model }) => (typeof word === 'string' ? (typeof model === 'string' ? { model } : {}) : undefined))
const letters = format('letters', ({ letter }) => (letter === undefined ? undefined : { provider: 'abc' }))
const formats = [silent, words, letters]

const said = (found: RecognisedBody | undefined) => (found?.kind === 'format' ? [found.wire.id, found.framing, found.source] : found)

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
    ['with an event of several lines', 'data: {"word":\ndata: "a"}\n\n', ['words', 'sse', {}]],
    ['cut in its second event', 'data: {"word":"a"}\n\ndata: {"wo', ['words', 'sse', {}]],
  ])('%s', (_, text, expected) => expect(said(recogniseBody(text, formats))).toEqual(expected))

  it.each([
    ['prose', 'Data: none. {"word":"a"}'],
    ['a list of numbers', '[1, 2, null]'],
    ['JSON that is broken', '{"word": "a"'],
    ['one object, and text behind it', '{"answer": 42}\nThat is all.'],
    ['events that are no JSON', 'data: hello\n\n'],
    ['nothing', ' \n'],
  ])('and %s is not', (_, text) => expect(recogniseBody(text, formats)).toBeUndefined())

  it.each([
    ['a document', '{"error":{"message":"no such model","code":404}}', 'json'],
    ['a document of Ollama', '{"error":"no such model"}', 'json'],
    ['a list, as Google sends it', '[{"error":{"code":400,"message":"no such model"}}]', 'json-array'],
    ['an event that has one', 'data: {"error":{"message":"busy"}}\n\ndata: [DONE]\n\n', 'sse'],
    ['an event of that name', 'event: error\ndata: {"code":500}\n\n', 'sse'],
    ['a field of that name, as older llama-servers write it', 'error: {"code":400,"message":"too long"}\n\ndata: [DONE]\n\n', 'sse'],
  ])('an error in place of an answer is one: %s', (_, text, framing) =>
    expect(recogniseBody(text, formats)).toEqual({ kind: 'error', framing }),
  )

  it('an error behind events of a format is part of a response', () => {
    expect(said(recogniseBody('data: {"word":"a"}\n\nevent: error\ndata: {}\n\n', formats))).toEqual(['words', 'sse', {}])
  })

  it.each([
    ['events', 'data: {"x":1}\n\ndata: [DONE]\n\n', 'sse'],
    ['documents, one a line', '{"x":1}\n{"x":2}\n', 'ndjson'],
    ['a document', '{"x":1}', 'json'],
    ['a document that says why there is no answer', '{"x":1,"error":"unknown city"}', 'json'],
    ['a list of documents', '[{"x":1}]', 'json-array'],
  ])('what no format knows is told from text: %s', (_, text, framing) =>
    expect(recogniseBody(text, formats)).toMatchObject({ kind: 'unknown', framing, first: { x: 1 } }),
  )

  it('asks the formats in their order', () => {
    const both = 'data: {"word":"a","letter":"b"}\n\n'
    expect(said(recogniseBody(both, [words, letters]))).toEqual(['words', 'sse', {}])
    expect(said(recogniseBody(both, [letters, words]))).toEqual(['letters', 'sse', { provider: 'abc' }])
  })
})
