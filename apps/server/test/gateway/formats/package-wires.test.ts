import { writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { describe, expect, it } from 'vitest'
import { install, temporaryFolder } from '../../support/adapter-package.ts'
import { startGateway, type Gateway } from '../../support/gateway.ts'
import { startReadingUpstream } from '../../support/upstream.ts'
import { wirePluginText } from '../../support/wire-package.ts'

interface Seen {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: unknown
}

const events = [{ think: 'two and ' }, { think: 'two' }, { seal: 'seal of acme' }, { say: 'Fo' }, { say: 'ur.' }, { stop: 'done' }]

/** Speaks nothing that comes with the gateway, and says no content type where it streams. */
async function acmeUpstream(): Promise<{ origin: string; seen: Seen[] }> {
  const seen: Seen[] = []
  const address = await startReadingUpstream((text, response, request) => {
    const { method = '', url = '', headers } = request
    seen.push({ method, url, headers, body: text === '' ? undefined : JSON.parse(text) })
    if (url.endsWith('/live')) response.end(events.map((event) => `${JSON.stringify(event)}\n`).join(''))
    else if (method === 'POST') response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(events))
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"engines":[{"tag":"acme-1"},{"tag":"acme-2"}]}')
  })
  return { origin: new URL(address).origin, seen }
}

/** A configuration file beside a package that has the format. */
function configuration(fields: object, plugin = wirePluginText()): string {
  const folder = temporaryFolder()
  install(folder, 'reason-wire-acme', plugin)
  const file = join(folder, 'reason.config.json')
  writeFileSync(file, JSON.stringify({ adapters: ['reason-wire-acme'], ...fields }))
  return file
}

async function startBefore(origin: string, ...flags: string[]): Promise<Gateway> {
  return startGateway('--config', configuration({ upstream: origin, upstreamFormat: 'acme-chat' }), ...flags)
}

const hello = { role: 'user', content: 'What is 2+2?' } as const

describe('an upstream that speaks the wire format of a package', () => {
  it('is asked where that says, and answers every client', async () => {
    const { origin, seen } = await acmeUpstream()
    const { client, url } = await startBefore(origin)
    const headers = { 'acme-lab': 'north', 'x-other': 'stays here' }
    const { choices } = await client.chat.completions.create({ model: 'acme 1/2', messages: [hello] }, { headers })
    expect(choices[0]).toMatchObject({ message: { reasoning_content: 'two and two', content: 'Four.' }, finish_reason: 'stop' })
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/acme/run/acme%201%2F2',
      headers: { 'x-acme-key': 'client-key', 'acme-version': '2', 'acme-lab': 'north', 'content-type': 'application/json' },
      body: { engine: 'acme 1/2', live: false, turns: [['user', hello.content]] },
    })
    expect(seen[0]!.headers).not.toHaveProperty('authorization')
    expect(seen[0]!.headers).not.toHaveProperty('x-other')

    const anthropic = new Anthropic({ baseURL: url, apiKey: 'client-key', maxRetries: 0 })
    const message = await anthropic.messages.stream({ model: 'acme-1', max_tokens: 100, messages: [hello] }).finalMessage()
    expect(message.content).toMatchObject([
      // Signed with what it sealed, for the next turn.
      { type: 'thinking', thinking: 'two and two', signature: expect.stringMatching(/^rsn1\./) as string },
      { type: 'text', text: 'Four.' },
    ])
    expect(seen[1]).toMatchObject({ url: '/acme/run/acme-1/live', body: { live: true } })
  })

  it('lists its models', async () => {
    const { origin, seen } = await acmeUpstream()
    const { client } = await startBefore(origin)
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual(['acme-1', 'acme-2'])
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/acme/catalogue', headers: { 'x-acme-key': 'client-key' } })
  })

  it('gets back what it sealed, through clients that may see nothing', async () => {
    const { origin, seen } = await acmeUpstream()
    const { client } = await startBefore(origin, '--visibility', 'none')
    const stream = client.chat.completions.stream({ model: 'acme-1', messages: [hello] })
    const { message } = (await stream.finalChatCompletion()).choices[0]!
    expect(JSON.stringify(message)).not.toMatch(/two and|seal of acme/)
    await client.chat.completions.create({ model: 'acme-1', messages: [hello, message, { role: 'user', content: 'And twice that?' }] })
    expect(seen[1]!.body).toMatchObject({
      turns: [
        ['user', hello.content],
        ['assistant', 'Four.', 'seal of acme'],
        ['user', 'And twice that?'],
      ],
    })
  })

  it('may be one of several, and is looked at by its own list', async () => {
    const { origin, seen } = await acmeUpstream()
    const upstreams = [{ name: 'acme', url: origin, format: 'acme-chat', models: ['acme-*'], probe: 20 }]
    const { client, url } = await startGateway('--config', configuration({ upstreams }))
    const { choices } = await client.chat.completions.create({ model: 'acme-2', messages: [hello] })
    expect(choices[0]!.message.content).toBe('Four.')
    await expect.poll(() => seen.some(({ url: path }) => path === '/acme/catalogue')).toBe(true)
    expect(await (await fetch(`${url}/api/explain?model=acme-2`)).json()).toMatchObject({ upstreams: [{ format: 'acme-chat' }] })
  })
})

describe('a wire format that is not there, or says too little', () => {
  const problem = (fields: object, plugin?: string): Promise<string> =>
    startGateway('--config', configuration(fields, plugin)).then(
      () => 'no problem',
      (error: Error) => error.message,
    )

  it('is told with what there is', async () => {
    const known = 'must be one of: openai-chat, .*, ollama, acme-chat\\. Did you mean acme-chat\\?$'
    expect(await problem({ upstream: 'http://h', upstreamFormat: 'acme-chta' })).toMatch(
      new RegExp(`upstreamFormat is "acme-chta", but ${known}`),
    )
    // As the package is called.
    expect(await problem({ upstreams: [{ url: 'http://h' }, { url: 'http://i', format: 'reason-wire-acme' }] })).toMatch(
      new RegExp(`upstreams\\[1\\]\\.format is "reason-wire-acme", but ${known}`),
    )
  })

  it('is refused where it does not say how it is asked', async () => {
    const fields = { upstream: 'http://h', upstreamFormat: 'acme-chat' }
    expect(await problem(fields, wirePluginText('undefined'))).toContain(
      'adapters[0] is "reason-wire-acme", which cannot be used. It is a wire format without endpoint, which a gateway needs to write and send requests.',
    )
    expect(await problem(fields, wirePluginText("{ base: 'acme', path: () => '/run' }"))).toContain(
      'has endpoint.base "acme", which must be empty or begin with a slash',
    )
  })
})
