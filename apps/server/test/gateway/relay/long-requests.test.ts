import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { completion } from '../../support/upstream.ts'

const media = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(1_500_001)]).toString('base64')
const prose = 'She said: "x"\n中😀 '.repeat(100_000)
const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${media}` } }
const asked = [{ role: 'user', content: [{ type: 'text', text: prose }, image] }]
const inMessages = [
  {
    role: 'user',
    content: [
      { type: 'text', text: prose },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: media } },
    ],
  },
]
const answering = () => rememberingUpstream({ type: 'application/json', body: completion({ content: 'A' }) })
const headers = { 'content-type': 'application/json' }

it.each([
  ['as it came', {}, {}],
  ['with a field more', { stream: true }, { stream_options: { include_usage: true } }],
  ['with a field changed', { stream: true, stream_options: { x: 1 } }, { stream_options: { x: 1, include_usage: true } }],
])('a long request goes on to the letter, %s', async (_, said, added) => {
  const { origin, seen } = await answering()
  const { url } = await startGateway('--upstream', `${origin}/v1`)
  const body = { model: 'm', ...said, messages: asked }
  await (await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body: JSON.stringify(body) })).text()
  expect(seen[0]!.text === JSON.stringify({ ...body, ...added })).toBe(true)
  expect(seen[0]!.headers['content-length']).toBe(String(Buffer.byteLength(seen[0]!.text)))
})

it('a long request is the same where it was compressed', async () => {
  const { origin, seen } = await answering()
  const { url } = await startGateway('--upstream', `${origin}/v1`)
  const body = JSON.stringify({ model: 'm', messages: asked })
  const encoding = { 'content-encoding': 'gzip' }
  await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers: { ...headers, ...encoding }, body: gzipSync(body) })
  expect(seen[0]!.text === body).toBe(true)
})

it('a long request is the same in the words of another API, and under the name of the upstream', async () => {
  const { origin, seen } = await answering()
  const upstreams = [{ name: 'one', url: `${origin}/v1`, aliases: { m: 'other' } }]
  const { url } = await startGateway('--upstreams', JSON.stringify(upstreams))
  for (const [path, messages] of [
    ['/v1/messages', inMessages],
    ['/v1/chat/completions', asked],
  ] as const) {
    const body = JSON.stringify({ model: 'm', max_tokens: 9, messages })
    const response = await fetch(url + path, { method: 'POST', headers, body })
    expect([response.status, (await response.text()).slice(0, 300)]).toEqual([200, expect.any(String)])
    const last = seen.findLast((one) => one.url === '/v1/chat/completions')!.body
    expect(last['model']).toBe('other')
    expect(JSON.stringify(last['messages']) === JSON.stringify(asked)).toBe(true)
  }
})

it('what is asked beside answers is as long', async () => {
  const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: '{"object":"list","data":[]}' })
  const { url } = await startGateway('--upstream', `${origin}/v1`)
  const body = JSON.stringify({ model: 'm', input: [media, prose] })
  await fetch(`${url}/v1/embeddings`, { method: 'POST', headers, body })
  expect(seen[0]!.text === body).toBe(true)
})

it('more text than others can wait for is refused, and more media are not', async () => {
  const { origin, seen } = await answering()
  const { url } = await startGateway('--upstream', `${origin}/v1`)
  const ask = async (text: string): Promise<[status: number, text: string]> => {
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: text }] })
    const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body })
    return [response.status, await response.text()]
  }
  const [status, text] = await ask('x y '.repeat(2_200_000))
  expect([status, seen.length]).toEqual([413, 0])
  expect(JSON.parse(text)).toMatchObject({
    error: { type: 'invalid_request_error', message: expect.stringContaining('more than 8388608 bytes beside media in base64') as string },
  })
  expect((await ask(media.repeat(6)))[0]).toBe(200)
})
