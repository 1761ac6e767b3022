import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { question, startGateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { completion } from '../../support/upstream.ts'

const body = JSON.stringify({ model: 'm', messages: question })
const answering = () => rememberingUpstream({ type: 'application/json', body: completion({ content: 'A' }) })

async function ask(url: string, path: string, encoding: string, bytes: Uint8Array): Promise<{ status: number; text: string }> {
  const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
  const response = await fetch(url + path, { method: 'POST', headers, body: Buffer.from(bytes) })
  return { status: response.status, text: await response.text() }
}

it.each([
  ['zstd', zstdCompressSync],
  ['gzip', gzipSync],
  ['X-GZIP', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
  ['identity', (text: string) => Buffer.from(text)],
])('a request that came as %s goes on as it was before', async (encoding, compress) => {
  const { origin, seen } = await answering()
  const { url } = await startGateway('--upstream', `${origin}/v1`)
  const { status, text } = await ask(url, '/v1/chat/completions', encoding, compress(body))
  expect(status).toBe(200)
  expect(text).toContain('"A"')
  expect(seen).toMatchObject([{ body: JSON.parse(body) }])
  expect(seen[0]!.headers).not.toHaveProperty('content-encoding')
})

it('is refused in the words of its API where its compression is unknown', async () => {
  const { url } = await startGateway()
  for (const encoding of ['compress', 'gzip, br', '__proto__']) {
    const { status, text } = await ask(url, '/v1/messages', encoding, Buffer.from(body))
    expect(status).toBe(415)
    expect(JSON.parse(text)).toMatchObject({
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: `The body's content-encoding is "${encoding}". Send it as it is, or as one of: zstd, gzip, x-gzip, br, deflate.`,
      },
    })
  }
})

it.each([
  ['what was never compressed', Buffer.from(body)],
  ['what was cut off', gzipSync(body).subarray(0, 30)],
])('is refused where it is %s', async (_, bytes) => {
  const { url } = await startGateway()
  const { status, text } = await ask(url, '/v1/responses', 'gzip', bytes)
  expect(status).toBe(400)
  expect(text).toMatch(/The body cannot be read as gzip, its content-encoding \(.+\)\. Send it uncompressed/)
})

it('may be as long as any, and no longer, once it is unpacked', async () => {
  const { origin } = await answering()
  const { url } = await startGateway('--upstream', `${origin}/v1`, '--body-limit', '1000000')
  const padded = (length: number): Buffer => zstdCompressSync(body.padEnd(length))
  expect((await ask(url, '/v1/chat/completions', 'zstd', padded(1_000_000))).status).toBe(200)
  const { status, text } = await ask(url, '/v1/chat/completions', 'zstd', padded(1_000_001))
  expect(status).toBe(413)
  expect(text).toMatch(/larger than 1000000 bytes/)
})
