import { createServer } from 'node:http'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { createDechunker } from '../../src/upstreams/dechunk.ts'

/** The data of a body that comes in these reads, and the bytes that go back to a parser. */
function readAll(reads: readonly string[]): { data: string; state: string; rest: string } {
  const dechunker = createDechunker()
  const behind = '5\r\nold!!\r\n'
  let data = ''
  for (const [index, read] of reads.entries()) {
    // As on a connection: the bytes stand somewhere in a larger buffer, with old ones around them.
    const buffer = Buffer.from(`old\r\n${read}${behind}`, 'latin1')
    const to = buffer.length - behind.length
    const { state, from, to: dataTo, at, before } = dechunker.read(buffer, 5, to)
    data += buffer.toString('latin1', from, dataTo)
    const given = (state === 'odd' ? before : '') + buffer.toString('latin1', at, to)
    if (state !== 'open') return { data, state, rest: given + reads.slice(index + 1).join('') }
  }
  return { data, state: 'open', rest: '' }
}

const cutAt = (text: string, cuts: readonly number[]): string[] => {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].toSorted((a, b) => a - b)
  return [0, ...places].map((from, index) => text.slice(from, places[index] ?? text.length))
}

const chunk = (data: string, size = data.length.toString(16)): string => `${size}\r\n${data}\r\n`

const binary = fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)), minLength: 1, maxLength: 40 })

describe('a chunked body', () => {
  test('is read however it is cut', () => {
    fc.assert(
      fc.property(fc.array(binary), fc.array(fc.nat(), { maxLength: 12 }), binary, (pieces, cuts, behind) => {
        const body = `${pieces.map((piece) => chunk(piece)).join('')}0\r\n\r\n`
        expect(readAll(cutAt(body, cuts))).toEqual({ data: pieces.join(''), state: 'over', rest: '' })
        expect(readAll(cutAt(body + behind, cuts))).toEqual({ data: pieces.join(''), state: 'over', rest: behind })
        // Cut off: what is there, and nothing else.
        const part = body.slice(0, Math.max(0, body.length - 3))
        expect(readAll(cutAt(part, cuts))).toEqual({ data: pieces.join(''), state: 'open', rest: '' })
      }),
    )
  })

  const odd: Record<string, string> = {
    'an extension': '3;name=value\r\nabc\r\n0\r\n\r\n',
    'a space behind the size': '3 \r\nabc\r\n0\r\n\r\n',
    'no size': '\r\nabc\r\n0\r\n\r\n',
    'a size that is no number': 'xyz\r\nabc\r\n0\r\n\r\n',
    'a size of many digits': '00000003\r\nabc\r\n0\r\n\r\n',
    'a size that ends with a line feed alone': '3\nabc\r\n0\r\n\r\n',
    'a size that ends with a carriage return alone': '3\rabc\r\n0\r\n\r\n',
    'a trailer': '0\r\nexpires: never\r\n\r\n',
    'an end that is half a line end': '0\r\n\rX',
    'a sign before the size': '-3\r\nabc\r\n0\r\n\r\n',
  }
  for (const [name, line] of Object.entries(odd)) {
    test(`is given back from the line on that has ${name}, wherever it is cut`, () => {
      const before = chunk('one') + chunk('two', '003')
      for (let cut = 0; cut <= before.length + line.length; cut++) {
        expect(readAll(cutAt(before + line, [cut])), `cut at ${cut}`).toEqual({ data: 'onetwo', state: 'odd', rest: line })
      }
      const bytes = Array.from({ length: before.length + line.length }, (_, index) => index)
      expect(readAll(cutAt(before + line, bytes)), 'byte by byte').toEqual({ data: 'onetwo', state: 'odd', rest: line })
    })
  }

  test.each([
    ['more than its size', '3\r\nabcd\r\n'],
    ['no line end behind it', '3\r\nabc0\r\n\r\n'],
    ['half a line end behind it', '3\r\nabc\r0\r\n\r\n'],
  ])('is broken where a chunk has %s, wherever it is cut', (_, body) => {
    for (let cut = 0; cut <= body.length; cut++) expect(readAll(cutAt(body, [cut]))).toMatchObject({ data: 'abc', state: 'broken' })
  })

  test("gives what Node's own parser gives", async () => {
    const server = createServer((request, response) => {
      const pieces: Buffer[] = []
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', () => response.end(Buffer.concat(pieces).toString('latin1')))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const { port } = server.address() as { port: number }
      const bodies = [
        '5\r\nhello\r\n0\r\n\r\n',
        'A\r\n0123456789\r\n1\r\n!\r\n0\r\n\r\n',
        '05\r\nhello\r\n00\r\n\r\n',
        '1\r\n\r\r\n2\r\n\r\n\r\n0\r\n\r\n',
      ]
      for (const body of bodies) {
        const socket = connect(port, '127.0.0.1')
        socket.write(`POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n${body}`)
        let answer = ''
        for await (const piece of socket) answer += String(piece)
        expect(answer).toMatch(/^HTTP\/1.1 200/)
        expect(readAll([body])).toMatchObject({ state: 'over', data: answer.slice(answer.indexOf('\r\n\r\n') + 4) })
      }
    } finally {
      server.close()
    }
  })
})
