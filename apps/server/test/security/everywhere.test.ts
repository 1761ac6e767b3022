import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { clientApis } from '@reason/gateway/client-apis'
import { connectGenerate } from '../support/generate.ts'
import { question } from '../support/gateway.ts'
import { keyFile } from '../support/key-file.ts'
import { run } from '../support/program.ts'
import { chunk, completion, done, sendStream, startReadingUpstream, startUpstream } from '../support/upstream.ts'
import { postJson } from '../support/post.ts'

/** Thought in each way that a model may think in; said nowhere. */
const thought = 'zebra-quartz-7141'

const inTags = `<think>It is ${thought}, they must not know.</think>Fine.`
const native = { reasoning_content: `It is ${thought}.`, reasoning: `It is ${thought}.`, content: 'Fine.' }
const usage = {
  prompt_tokens: 1,
  completion_tokens: 2,
  total_tokens: 3,
  note: thought,
  completion_tokens_details: { [thought]: 1, said: [thought] },
}
const beside = { __verbose: { content: thought }, timings: { note: thought }, x_debug: thought, usage }

type Way = 'tags' | 'native' | 'beside' | 'quoted in an error' | 'quoted in a stream' | 'garbage'

it('what is thought at visibility none stands in no answer, in no event, in no log, in no metric and in nothing that administrators watch', async () => {
  let way: Way = 'tags'
  const upstream = await startReadingUpstream((asked, response, request) => {
    if (request.method === 'GET') return void response.setHeader('content-type', 'application/json').end('{"data":[{"id":"m"}]}')
    const isStream = asked.includes('"stream":true')
    if (way === 'quoted in an error') {
      return void response
        .writeHead(500, { 'content-type': 'application/json', 'x-debug': thought })
        .end(JSON.stringify({ error: { message: `Failed to parse: ${thought}`, type: thought, details: thought } }))
    }
    if (way === 'garbage') return void response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${thought}`)
    const message = way === 'tags' ? { content: inTags } : native
    if (!isStream) {
      const body = JSON.parse(completion(message)) as object
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify({ ...body, ...(way === 'beside' && beside) }))
    }
    sendStream(response)
    for (const [field, text] of Object.entries(message)) {
      for (const piece of text.match(/\S+\s*/g)!)
        response.write(chunk({ [field]: piece }, way === 'beside' ? { logprobs: { content: [{ token: thought }] } } : {}))
    }
    if (way === 'quoted in a stream') response.write(`data: ${JSON.stringify({ error: { message: `It was ${thought}`, code: 500 } })}\n\n`)
    response.end(done)
  })
  const { path, make } = keyFile()
  const hidden = (await make({ visibility: 'none' })).text
  const admin = (await make({ admin: true })).text
  const folder = mkdtempSync(join(tmpdir(), 'reason-everywhere-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const flags = [
    '--port',
    '0',
    '--upstream',
    upstream,
    '--keys',
    path,
    '--require-keys',
    '--data-dir',
    folder,
    '--traces',
    'sqlite',
    '--trace-mode',
    'metadata',
    '--log-level',
    'debug',
  ]
  const program = run(flags)
  const [, url] = (await program.says(/listening at (http:\/\/127\.0\.0\.1:\d+)/)) as unknown as [string, string]

  const sent: [where: string, bytes: string][] = []
  const told = async (where: string, response: Response): Promise<void> =>
    void sent.push([where, JSON.stringify([...response.headers]) + (await response.text())])
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${hidden}` }
  const as = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

  const live = await fetch(`${url}/api/live`, as(admin))
  const watched = live.text().catch(() => '')
  for (way of ['tags', 'native', 'beside', 'quoted in an error', 'quoted in a stream', 'garbage'] as const) {
    for (const { id, path: address } of clientApis) {
      for (const stream of [true, false]) {
        const body = {
          model: 'm',
          stream,
          max_tokens: 500,
          logprobs: id === 'openai-chat',
          ...(id === 'openai-responses'
            ? { input: 'Q', max_tokens: undefined }
            : id === 'generate'
              ? { prompt: 'Q' }
              : { messages: question }),
        }
        await told(`${way}: ${address} ${stream}`, await fetch(url + address, { method: 'POST', headers, body: JSON.stringify(body) }))
      }
    }
    const { socket, send, rest } = await connectGenerate(url, { authorization: `Bearer ${hidden}` })
    send({ model: 'm', prompt: 'Q' })
    sent.push([`${way}: socket`, JSON.stringify(await rest())])
    socket.close()
    await told(
      `${way}: count_tokens`,
      await fetch(`${url}/v1/messages/count_tokens`, { method: 'POST', headers, body: JSON.stringify({ model: 'm', messages: question }) }),
    )
    await told(
      `${way}: embeddings`,
      await fetch(`${url}/v1/embeddings`, { method: 'POST', headers, body: JSON.stringify({ model: 'm', input: 'Q' }) }),
    )
  }
  for (const address of [
    '/api/traces',
    '/api/traces?q=zebra',
    '/api/traces/export',
    '/metrics',
    '/api/settings',
    '/api/keys',
    '/readyz',
    '/api/explain?model=m',
    '/v1/models',
    '/',
    '/api/sessions/default/budget',
  ]) {
    await told(`administrator: ${address}`, await fetch(url + address, as(admin)))
    await told(`none: ${address}`, await fetch(url + address, as(hidden)))
  }
  expect(sent.filter(([where, bytes]) => /: \/v1\/chat\/completions/.test(where) && bytes.includes('Fine.')).length).toBeGreaterThan(3)
  expect(
    sent
      .filter(([, bytes]) => bytes.includes('zebra') || bytes.includes('quartz'))
      .map(([where]) => where)
      .filter((where) => !where.includes('q=zebra')),
  ).toEqual([])
  program.child.kill('SIGTERM')
  await program.exit
  const log = program.output()
  expect(log.length).toBeGreaterThan(500)
  expect(log).not.toContain('zebra')
  expect(await watched).not.toContain('zebra')
})

it('a code that an upstream makes up inside a stream stands in no log', async () => {
  const upstream = await startUpstream((_, response) => {
    sendStream(response)
    response.write(chunk({ content: 'Fi' }))
    response.end(`data: ${JSON.stringify({ error: { message: thought, code: thought } })}\n\n`)
  })
  const program = run(['--port', '0', '--upstream', upstream, '--visibility', 'none', '--traces', 'off', '--log-level', 'debug'])
  const [, url] = (await program.says(/listening at (http:\/\/127\.0\.0\.1:\d+)/)) as unknown as [string, string]
  const response = await postJson(`${url}/v1/chat/completions`, { model: 'm', stream: true, messages: question })
  expect(await response.text()).not.toContain('zebra')
  program.child.kill('SIGTERM')
  await program.exit
  expect(program.output()).toContain('answer failed')
  expect(program.output()).not.toContain('zebra')
})
