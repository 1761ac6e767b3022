import type { Frame } from '@reason/core/wire'
import { describe, expect, it } from 'vitest'
import { binaryIn, createBodyDecoder, createBodyEncoder, framingOfName, readFailure, type BodyFraming } from '../src/index.ts'

const frames: Frame[] = [{ event: 'a', data: '{"n":1}' }, { data: '{"n":2}' }, { data: '[DONE]' }]

describe('bodies are written, and read again', () => {
  it.each<['sse' | 'ndjson' | 'json-array', string, string, Frame[]]>([
    ['sse', 'openai-chat', 'event: a\ndata: {"n":1}\n\ndata: {"n":2}\n\ndata: [DONE]\n\n', frames],
    ['ndjson', 'ollama', '{"n":1}\n{"n":2}\n', [{ data: '{"n":1}' }, { data: '{"n":2}' }]],
    ['ndjson', 'bedrock-converse', '{"a":{"n":1}}\n{"n":2}\n', [{ data: '{"a":{"n":1}}' }, { data: '{"n":2}' }]],
  ])('%s of %s', (framing, wire, body, read) => {
    const encoder = createBodyEncoder(framing, wire)
    const bytes = Buffer.concat([...frames.map((frame) => encoder.push(frame)), encoder.end()])
    expect(bytes.toString('utf8')).toBe(body)
    const decoder = createBodyDecoder(framing)
    const decoded = [...bytes].flatMap((byte) => [...decoder.push(Uint8Array.of(byte))])
    expect([...decoded, ...decoder.end()]).toEqual(read)
  })
})

describe('a name says how a body is framed', () => {
  it.each<[string, BodyFraming | undefined]>([
    ['body.sse', 'sse'],
    ['folder.sse/body', undefined],
    ['C:\\answers\\BODY.JSONL', 'jsonl'],
    ['body.sse.json', 'json'],
    ['body.bin', undefined],
    ['', undefined],
  ])('%s', (name, framing) => expect(framingOfName(name, {})).toBe(framing))

  it('binary for formats with binary streams', () => {
    const endpoint = { base: '', path: () => '/', framing: 'aws-eventstream' as const }
    expect(framingOfName('body.eventstream.bin', { endpoint })).toBe('aws-eventstream')
  })
})

describe('what is no text', () => {
  it.each<[string, Uint8Array, RegExp | undefined]>([
    ['gzip', Uint8Array.of(0x1f, 0x8b, 8), /^is compressed with gzip\. /],
    ['a model', Buffer.from('GGUF'), /^is a model \(GGUF\)\. /],
    [
      'zeros',
      Buffer.concat([Buffer.from('plain text, and more of it, then'), Uint8Array.of(0)]),
      /^is binary, or UTF-16 without its mark: byte 32 is 0\. /,
    ],
    ['Latin-1', Buffer.from('é'.repeat(40), 'latin1'), /^is no text in UTF-8: 39 of its first 40 bytes are not\. /],
    ['one slip in a text', Buffer.concat([Buffer.from('plain text, and more of it, then'), Uint8Array.of(0xff)]), undefined],
    ['UTF-16 with its mark', Buffer.from('\uFEFFhello', 'utf16le'), undefined],
    ['text', Buffer.from('hello'), undefined],
  ])('%s', (_, head, expected) => {
    if (expected === undefined) expect(binaryIn(head)).toBeUndefined()
    else expect(binaryIn(head)).toMatch(expected)
  })
})

describe('a file that cannot be read', () => {
  it.each([
    ['ENOENT', 'cannot read a.txt (ENOENT). There is no such file. Check the name. Or use -.'],
    ['EISDIR', 'cannot read a.txt (EISDIR). It is a folder. Name a file in it.'],
    ['EIO', 'cannot read a.txt (EIO). disk'],
  ])('%s', (code, message) => {
    const error = Object.assign(new Error('disk'), { code })
    expect(readFailure('a.txt', error, ' Or use -.')).toMatchObject({ code: 'REASON_INVALID_INPUT', message, cause: error })
  })

  it('keeps other errors', () => {
    const error = new Error('fault')
    expect(readFailure('a.txt', error)).toBe(error)
  })
})
