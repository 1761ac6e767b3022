import { describe, expect, it } from 'vitest'
import { openBody } from '../src/index.ts'
import { headsIn } from '../src/http-head.ts'

describe('the beginning of an input', () => {
  it.each(['', 'H', 'HTTP', 'HTTP/1', 'HTTP/1.1 2', 'HTTP/1.1 200 O', 'HTTP/1.1 200 OK\r\n', 'HTTP/1.1 200 OK\r\nA: b\r\n\r'])(
    'may become a head: %j',
    (text) => expect(headsIn(text)).toEqual({ isWhole: false, end: 0 }),
  )

  it.each(['Hello', 'HTTP/x', 'HTTP/1.1 is', '{', 'HTTP/1.1 200 OK\nno field\n'])('cannot: %j', (text) =>
    expect(headsIn(text)).toEqual({ isWhole: true, end: 0 }),
  )
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
