import { anyCharacter } from '@reason/testkit/any-character'
import fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { describe, expect, test, vi } from 'vitest'
import { createFrameDecoder, encodeSse, framings, type Frame, type Framing } from '../src/framing/index.ts'

function decode(framing: Framing, pieces: readonly string[]): Frame[] {
  const decoder = createFrameDecoder(framing)
  return [...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()]
}

describe('event streams', () => {
  const rows: [name: string, text: string, frames: Frame[]][] = [
    ['events', 'data: a\n\ndata: b\n\n', [{ data: 'a' }, { data: 'b' }]],
    ['a name', 'event: x\ndata: a\n\n', [{ event: 'x', data: 'a' }]],
    ['no space after the colon', 'data:a\n\n', [{ data: 'a' }]],
    ['more than one space', 'data:  a\n\n', [{ data: ' a' }]],
    ['several lines', 'data: a\ndata: b\n\n', [{ data: 'a\nb' }]],
    ['CRLF', 'event: x\r\ndata: a\r\n\r\ndata: b\r\n\r\n', [{ event: 'x', data: 'a' }, { data: 'b' }]],
    ['CR', 'data: a\r\rdata: b\r\r', [{ data: 'a' }, { data: 'b' }]],
    ['comments and fields of no interest', ': hi\n\n:\n\nid: 1\nretry: 5\ndata: a\n\n', [{ data: 'a' }]],
    ['a byte order mark', '\ufeffdata: a\n\n', [{ data: 'a' }]],
    ['a name without data', 'event: x\n\ndata: a\n\n', [{ data: 'a' }]],
    ['a body that ends inside its last event', 'data: a\n\ndata: {"x', [{ data: 'a' }, { data: '{"x' }]],
    ['a body that ends before the blank line', 'data: a\n', [{ data: 'a' }]],
    ['a body that ends inside the name of a field', 'data: a\n\ndat', [{ data: 'a' }]],
    [
      'an error in a field of its own',
      'data: a\n\nerror: {"code":400}\n\ndata: [DONE]\n\n',
      [{ data: 'a' }, { event: 'error', data: '{"code":400}' }, { data: '[DONE]' }],
    ],
    ['other unknown fields', 'warning: x\n\nnonsense\n\ndata: a\n\n', [{ data: 'a' }]],
    ['a document in place of a stream', '\n {"error":\n\n{"data: x\n\n":1}}', [{ data: '{"error":\n\n{"data: x\n\n":1}}' }]],
    ['a list in place of a stream', '[{"error":1}]\n', [{ data: '[{"error":1}]' }]],
    ['line separators of Unicode, which end no line', 'data: a\u2028b\u0085c\n\n', [{ data: 'a\u2028b\u0085c' }]],
    [
      'objects with one line end between them',
      'data: {"a":1}\ndata: {"b":2}\ndata:{"c":3}\ndata: [DONE]\n',
      [{ data: '{"a":1}' }, { data: '{"b":2}' }, { data: '{"c":3}' }, { data: '[DONE]' }],
    ],
    ['the same with CRLF', 'data: {"a":1}\r\ndata: {"b":2}\r\n\r\n', [{ data: '{"a":1}' }, { data: '{"b":2}' }]],
    ['one object in several lines', 'data: {"a":[{}\ndata: ,{\ndata: }]\ndata: }\n\n', [{ data: '{"a":[{}\n,{\n}]\n}' }]],
    ['nothing', '', []],
  ]

  test.each(rows)('%s', (_, text, frames) => {
    expect(decode('sse', [text])).toEqual(frames)
    expect(decode('sse', [...text])).toEqual(frames)
    for (let cut = 1; cut < text.length; cut++) expect(decode('sse', [text.slice(0, cut), text.slice(cut)])).toEqual(frames)
  })

  test('a line in many pieces is not scanned again at its end', () => {
    const replaceAll = vi.spyOn(String.prototype, 'replaceAll')
    const long = `{"a":"${'x'.repeat(1_000_000)}"}`
    const text = `data: {"b":1}\ndata: ${long}\ndata: [DONE]\n\n`
    const pieces = Array.from({ length: Math.ceil(text.length / 1000) }, (_, at) => text.slice(at * 1000, (at + 1) * 1000))
    const frames = decode('sse', pieces)
    const looked = replaceAll.mock.contexts.map((context) => String(context).length)
    replaceAll.mockRestore()
    expect(frames).toEqual([{ data: '{"b":1}' }, { data: long }, { data: '[DONE]' }])
    expect(Math.max(...looked)).toBeLessThan(2000)
  })

  test('a line that comes in pieces belongs to the name before it', () => {
    const pieces = ['event: x\nda', 'ta: {"a"', ':1}\n\n']
    expect(decode('sse', pieces)).toEqual([{ event: 'x', data: '{"a":1}' }])
  })

  test('written frames are read back, with any content and any cuts', () => {
    const frame = fc.record({
      event: fc.option(fc.constantFrom('x', 'error', 'a b'), { nil: undefined }),
      data: fc.string({ unit: anyCharacter, minLength: 1 }),
    })
    fc.assert(
      fc.property(fc.array(frame), fc.array(fc.nat(30)), (frames, cuts) => {
        const text = frames.map(({ event, data }) => encodeSse(event === undefined ? { data } : { event, data })).join('')
        const pieces: string[] = []
        let from = 0
        for (const cut of cuts) pieces.push(text.slice(from, (from += cut)))
        pieces.push(text.slice(from))
        // Line ends have one spelling in an event stream.
        const expected = frames.map(({ event, data }) => ({
          ...(event !== undefined && { event }),
          data: data.replaceAll(/\r\n|\r/g, '\n'),
        }))
        expect(decode('sse', pieces)).toEqual(expected)
      }),
    )
  })

  test.each([
    ['a', 'data: a\n\n'],
    ['\na', 'data: \ndata: a\n\n'],
    ['a\n', 'data: a\ndata: \n\n'],
    ['a\r\nb', 'data: a\ndata: b\n\n'],
    ['a\rb', 'data: a\ndata: b\n\n'],
  ])('%j is written with a line of its own for each line', (data, text) => {
    expect(encodeSse({ data })).toBe(text)
    expect(encodeSse({ event: 'x', data })).toBe(`event: x\n${text}`)
  })

  test('a piece with one event reads like an event among others, whatever came before', () => {
    const pieces = [
      'data: a\n\n',
      'data: b\n\n',
      'data:c\n\n',
      'data: d\r\n\r\n',
      'data: e\n',
      '\n',
      '\r',
      '\n\n',
      'id: 1\n',
      'event: x\n',
      ': ping\n\n',
      'data: f\ndata: g\n\n',
      'data: h\n\ndata: i\n\n',
      'data: j',
      'error: {}\n',
      'data: k\rdata: l\n\n',
      '\uFEFF',
      'data: \n\n',
    ]
    const piece = fc.constantFrom(...pieces)
    fc.assert(
      fc.property(fc.array(piece), (read) => {
        expect(decode('sse', read)).toEqual(decode('sse', [...read.join('')]))
      }),
      { numRuns: runs(1000) },
    )
  })

  test('a long event in many pieces takes time in proportion to its length', () => {
    const decoder = createFrameDecoder('sse')
    decoder.push('data: ')
    for (let n = 0; n < 200_000; n++) decoder.push('0123456789')
    const frames = decoder.push('\n\n')
    expect(frames[0]?.data).toHaveLength(2_000_000)
  })
})

describe('lines', () => {
  const rows: [name: string, text: string, data: string[]][] = [
    ['one a line', '{"a":1}\n{"b":2}\n', ['{"a":1}', '{"b":2}']],
    ['CRLF', '{"a":1}\r\n{"b":2}\r\n', ['{"a":1}', '{"b":2}']],
    ['empty lines', '\n\n{"a":1}\n\n \n', ['{"a":1}']],
    ['no end of the last line', '{"a":1}\n{"b"', ['{"a":1}', '{"b"']],
    ['nothing', '', []],
  ]

  test.each(rows)('%s', (_, text, data) => {
    for (const framing of ['ndjson', 'jsonl'] as const) {
      expect(decode(framing, [text]).map((frame) => frame.data)).toEqual(data)
      expect(decode(framing, [...text]).map((frame) => frame.data)).toEqual(data)
    }
  })
})

test('a document is one frame, at its end', () => {
  expect(decode('json', ['{"a":', '\n1}\n'])).toEqual([{ data: '{"a":\n1}' }])
  expect(decode('json', [' \n'])).toEqual([])
})

test('every framing has a decoder', () => {
  for (const framing of framings) expect(decode(framing, [])).toEqual([])
})
