import { expect, it } from 'vitest'
import { question, startGateway } from '../support/gateway.ts'
import { openRaw } from '../support/raw-client.ts'
import { upstreams } from '../support/several-upstreams.ts'
import { chunk, sendStream, startUpstream } from '../support/upstream.ts'

const post = (path: string, body: unknown): string => {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`
}
const embeddings = post('/v1/embeddings', { model: 'm', input: 'one' })
const list = 'GET /v1/models HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'

it.each([
  ['embeddings', embeddings, (url: string) => ['--upstream', url]],
  ['embeddings of several upstreams', embeddings, (url: string) => upstreams({ name: 'one', url })],
  ['a list of models', list, (url: string) => ['--upstream', url]],
  ['a list of models of several upstreams', list, (url: string) => upstreams({ name: 'one', url })],
])('no upstream is asked for %s when a client leaves that waits for them behind another answer', async (_, next, flagsFor) => {
  const open = new Set<string>()
  const upstream = await startUpstream(({ url = '' }, response) => {
    open.add(url)
    response.on('close', () => open.delete(url))
    if (!url.endsWith('/chat/completions')) return
    sendStream(response)
    response.write(chunk({ content: 'Hm' }))
  })
  const { port } = await startGateway(...flagsFor(upstream))
  const { socket } = await openRaw(port)
  socket.write(post('/v1/chat/completions', { model: 'm', stream: true, messages: question }) + next)
  await expect.poll(() => open.size).toBe(2)
  socket.destroy()
  await expect.poll(() => [...open]).toEqual([])
})
