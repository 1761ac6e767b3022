import { recording } from '@reason/testkit/recordings'
import { readFileSync } from 'node:fs'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reason, start } from './reason.ts'

const stream = readFileSync(recording('gpt-oss-auto-stream.sse'), 'utf8')
const document = readFileSync(recording('qwen3-auto-json.json'), 'utf8')
const head = (type: string, ...more: string[]): string => ['HTTP/1.1 200 OK', `Content-Type: ${type}`, ...more, '', ''].join('\r\n')
const sse = head('text/event-stream; charset=utf-8')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reason-head-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the head of HTTP above a body, as curl -i leaves it', () => {
  it.each([
    ['of a stream', sse + stream],
    ['of a document', head('application/json', 'Server: uvicorn') + document],
    ['of HTTP/2', `HTTP/2 200 \r\ncontent-type: text/event-stream\r\n\r\n${stream}`],
    ['with ends of lines of Unix', `${sse.replaceAll('\r\n', '\n')}${stream}`],
    [
      'behind others',
      `HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 301 Moved\r\nLocation: /v1\r\n\r\n${sse}${stream}`,
    ],
    ['behind the mark of UTF-8', `\uFEFF${sse}${stream}`],
    ['that speaks of chunks which curl has taken away', head('text/event-stream', 'Transfer-Encoding: chunked') + stream],
  ])('%s is left out', async (_, input) => {
    const { stdout, stderr, code } = await reason(['split'], { input })
    expect(stdout.trim()).toBe('The answer is 51.')
    expect(stderr).toContain('the HTTP headers above it (200) are left out; --wire none reads it as text')
    expect(stderr).toContain('read as a recorded response in openai-chat')
    expect(code).toBe(0)
  })

  it('is left out where PowerShell saved it', async () => {
    const input = Buffer.from(`\uFEFF${sse}${stream}`, 'utf16le')
    expect((await reason(['split', '-q'], { input })).stdout.trim()).toBe('The answer is 51.')
  })

  it('is left out wherever it is cut', async () => {
    const child = start(['split', '-q'])
    let stdout = ''
    child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()))
    for (const piece of [sse.slice(0, 3), sse.slice(3, 12), sse.slice(12, -1), sse.slice(-1), stream.slice(0, 2), stream.slice(2)]) {
      await new Promise((resolve) => child.stdin.write(piece, resolve))
    }
    child.stdin.end()
    await new Promise((resolve) => child.on('close', resolve))
    expect(stdout.trim()).toBe('The answer is 51.')
  })

  it('says how the body is framed, where no option does', async () => {
    const file = join(folder, 'saved.txt')
    writeFileSync(file, sse + stream)
    expect((await reason(['split', file, '--wire', 'openai-chat', '-q'])).stdout.trim()).toBe('The answer is 51.')
    const { stdout, code } = await reason(['convert', file, '--from', 'openai-chat', '--to', 'anthropic-messages'])
    expect([code, stdout.includes('event: message_start'), stdout.includes('HTTP/')]).toEqual([0, true, false])
  })

  it('has the body of an error below it', async () => {
    const input = `HTTP/1.1 500 Internal Server Error\r\nContent-Type: application/json\r\n\r\n{"error":{"message":"no memory"}}`
    const { stderr, code } = await reason(['split'], { input })
    expect(stderr).toContain('(500)')
    expect(stderr).toContain('no memory')
    expect(code).toBe(4)
  })

  it('tells of a body in chunks', async () => {
    const input = `${head('text/event-stream', 'Transfer-Encoding: chunked')}${stream.length.toString(16)}\r\n${stream}\r\n0\r\n\r\n`
    const { stdout, stderr, code } = await reason(['split'], { input })
    expect(stderr).toContain('standard input has its body in chunks, as they were sent (curl --raw). Record it without --raw')
    expect([stdout, code]).toEqual(['', 3])
  })

  it.each(['HTTP/1.1 is a protocol.\n\nIt has heads.', 'HTTP/1.1 200 OK\nis what a server says.\n\nThat is all.', 'HTTP/1.1 200 OK', 'H'])(
    'is none in a text: %j',
    async (input) => {
      expect((await reason(['split', '-q'], { input })).stdout.trimEnd()).toBe(input)
    },
  )

  it('is text where that is said', async () => {
    const input = sse + 'body'
    expect((await reason(['split', '-q', '--wire', 'none', '-a', 'plain'], { input })).stdout).toBe(input)
  })
})
