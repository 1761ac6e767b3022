import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import OpenAI, { type ClientOptions } from 'openai'
import { expect, it, onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const examplesIn = (file: string): string[] =>
  Array.from(readFileSync(join(root, file), 'utf8').matchAll(/^```js\n(.*?)^```$/gms), ([, code]) => code!)
const examples = examplesIn('README.md')

type Handler = (request: Request) => Response | Promise<Response>

/** Exports of an example: a route, an application with `fetch`, or a listener of Node. */
interface Example {
  POST?: Handler
  default?: { fetch: Handler } | RequestListener
}

it('has an example for each of four frameworks, as the guide has them', () => {
  expect(examples).toHaveLength(4)
  expect(examplesIn('../../docs/how-to/run-it-in-your-app.md')).toEqual(examples)
})

it.each(examples)('answers the official client (example %#)', async (code) => {
  const upstream = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const content of ['<think>Secret', '</think>', 'It is 51.'])
      response.write(`data: ${JSON.stringify({ id: 'c', model: 'm', choices: [{ index: 0, delta: { content } }] })}\n\n`)
    response.end('data: {"id":"c","model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  // Inside this package, so that its name and its dependencies are found.
  mkdirSync(join(root, '.examples'), { recursive: true })
  const folder = mkdtempSync(join(root, '.examples/run-'))
  onTestFinished(() => {
    upstream.closeAllConnections()
    upstream.close()
    rmSync(folder, { recursive: true })
  })
  const path = join(folder, 'example.js')
  writeFileSync(path, code.replace('127.0.0.1:8080', `127.0.0.1:${(upstream.address() as AddressInfo).port}`))
  const example = (await import(path)) as Example
  const { baseURL, fetch } = await reached(example)
  const client = new OpenAI({ apiKey: 'none', baseURL, maxRetries: 0, fetch })
  let text = ''
  const stream = await client.chat.completions.create({ model: 'qwen3-8b', messages: [{ role: 'user', content: '17 × 3?' }], stream: true })
  for await (const { choices } of stream) text += JSON.stringify(choices[0]?.delta)
  expect(text).toContain('It is 51.')
  expect(text).not.toContain('Secret')
})

/** How the client gets to it: over HTTP, where the example listens to Node. */
async function reached({ POST, default: app }: Example): Promise<Pick<ClientOptions, 'baseURL' | 'fetch'>> {
  if (typeof app !== 'function') {
    const handler = POST ?? app!.fetch
    return { baseURL: 'http://app.example/v1', fetch: async (url, init) => handler(new Request(url as string, init as RequestInit)) }
  }
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}
