import { Readable } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { openBody, recogniseInput } from '../src/index.ts'
import { createHeadReader } from '../src/http-head-reader.ts'

/** Read in one piece, and character for character. */
function headsIn(text: string) {
  const readings = [text.length, 1].map((step) => {
    const reader = createHeadReader()
    for (let at = 0; at < text.length && !reader.found.isWhole; at += step) reader.push(text.slice(at, at + step))
    return { ...reader.found }
  })
  expect(readings[1]).toEqual(readings[0])
  return readings[0]
}

describe('the beginning of an input', () => {
  it.each([
    '',
    'H',
    'HTTP',
    'HTTP/1',
    'HTTP/1.1 2',
    'HTTP/1.1 200 O',
    'HTTP/1.1 200\r',
    'HTTP/2 200 \r\n',
    '\u00EF\u00BB\u00BFHTTP/1.1 200 OK\r\n',
    'HTTP/1.1 200 OK\r\nA: b\r\n\r',
    'HTTP/1.1 200 OK\r\nno field',
  ])('may become a head: %j', (text) => expect(headsIn(text)).toEqual({ isWhole: false, end: 0 }))

  it.each(['Hello', 'HTTP/x', 'HTTP/1.1 is', 'HTTP/1.1 2000', '\n', '{', 'HTTP/1.1 200 OK\nno field\n', 'HTTP/1.1 200 a\rb\n'])(
    'cannot: %j',
    (text) => expect(headsIn(text)).toEqual({ isWhole: true, end: 0 }),
  )

  it.each([
    ['HTTP/1.1 200 OK\n\n', false, 17, 200],
    ['HTTP/1.1 200 OK\nA: b\n\nbody', true, 22, 200],
    ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204\r\n\r\n', false, 41, 204],
    ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204\r\nbody\r\n', true, 25, 100],
  ])('has heads: %j', (text, isWhole, end, status) =>
    expect(headsIn(text)).toMatchObject({ isWhole, end, last: { status, fields: expect.any(Map) as unknown } }),
  )

  it.each([
    ['a long field', `HTTP/1.1 200 OK\r\nA: ${'b'.repeat(50_000)}\r\n\r\nbody`],
    ['a long status line', `HTTP/1.1 200 ${'b'.repeat(50_000)}\r\n\r\nbody`],
    ['many fields', `HTTP/1.1 200 OK\r\n${'A: b\r\n'.repeat(8000)}\r\nbody`],
    ['many heads', `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(2000)}body`],
  ])('is read in proportion to its length: %s', async (_, text) => {
    let read = 0
    const concat = vi.spyOn(Buffer, 'concat')
    const exec = vi.spyOn(RegExp.prototype, 'exec')
    try {
      await openBody(pieces(Buffer.from(text), 1), 'saved.txt')
      for (const { value } of concat.mock.results) read += (value as Uint8Array).length
      for (const [line] of exec.mock.calls) read += line.length
    } finally {
      vi.restoreAllMocks()
    }
    expect(read).toBeGreaterThan(text.length)
    expect(read).toBeLessThan(20 * text.length)
  })
})

it('takes any async iterable, such as the stream of a file', async () => {
  const { head, bytes } = await openBody(Readable.from([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), Buffer.from('{"a":1}')]), 'saved.txt')
  const { look, bytes: body } = await recogniseInput(bytes, () => Promise.resolve([]))
  expect(head).toEqual({ status: 200 })
  expect(look).toMatchObject({ kind: 'unknown', first: { a: 1 } })
  const whole: Uint8Array[] = []
  for await (const piece of body) whole.push(piece)
  expect(Buffer.concat(whole).toString()).toBe('{"a":1}')
})

/** A body in pieces of this many bytes. */
async function* pieces(input: Uint8Array, length: number): AsyncGenerator<Uint8Array, void, void> {
  for (let from = 0; from < input.length; from += length) yield input.subarray(from, from + length)
}

async function open(input: Uint8Array, length: number) {
  const { head, bytes } = await openBody(pieces(input, length), 'saved.txt')
  const body: Uint8Array[] = []
  for await (const piece of bytes) body.push(piece)
  return { head, body: Buffer.concat(body).toString('utf8') }
}

describe.each([1, 7, 1000])('a body below a head, in pieces of %i bytes', (length) => {
  const head = (type: string): string => `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n`

  it.each<[string, Uint8Array, Awaited<ReturnType<typeof open>>]>([
    ['a stream', Buffer.from(`${head('text/event-stream')}data: é\n\n`), { head: { status: 200, framing: 'sse' }, body: 'data: é\n\n' }],
    ['lines', Buffer.from(`${head('application/x-ndjson')}{}\n`), { head: { status: 200, framing: 'ndjson' }, body: '{}\n' }],
    ['a document', Buffer.from(`${head('application/vnd.api+json')}{}`), { head: { status: 200, framing: 'json' }, body: '{}' }],
    ['an unknown type', Buffer.from(`${head('text/plain')}hello`), { head: { status: 200 }, body: 'hello' }],
    [
      'the last of several',
      Buffer.from(`HTTP/1.1 100 Continue\r\n\r\n${head('text/event-stream')}a`),
      { head: { status: 200, framing: 'sse' }, body: 'a' },
    ],
    ['UTF-16', Buffer.from(`\uFEFF${head('text/event-stream')}é`, 'utf16le'), { head: { status: 200, framing: 'sse' }, body: 'é' }],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${head('text/event-stream')}é`), { head: { status: 200, framing: 'sse' }, body: 'é' }],
    ['no head', Buffer.from('HTTP is a protocol.'), { head: undefined, body: 'HTTP is a protocol.' }],
    ['nothing', new Uint8Array(), { head: undefined, body: '' }],
  ])('%s', async (_, input, expected) => expect(await open(input, length)).toEqual(expected))

  it('that still has its chunks is refused', async () => {
    const input = Buffer.from(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`)
    await expect(open(input, length)).rejects.toMatchObject({
      code: 'REASON_INVALID_INPUT',
      message: expect.stringMatching(/^saved\.txt has its body in chunks/) as string,
    })
  })
})

it('a head without an end is read up to a limit, and belongs to the body', async () => {
  let read = 0
  async function* endless(): AsyncGenerator<Uint8Array, void, void> {
    for (const piece = Buffer.from(`HTTP/1.1 200 OK\r\nA: ${'b'.repeat(60_000)}`); read < 100; read++) yield piece
  }
  const { head, bytes } = await openBody(endless(), 'saved.txt')
  expect(head).toBeUndefined()
  expect(read).toBeLessThan(10)
  let length = 0
  for await (const piece of bytes) length += piece.length
  expect(length).toBe(100 * 60_020)
})

it('blanks before the value of a field take linear time', () => {
  expect(headsIn(`HTTP/1.1 200 OK\r\na:${'\t'.repeat(150_000)}\rx\n\n`)?.last).toBeUndefined()
}, 5000)
