import { collect, type Result } from '@reason/core'
import { shared, sharedMissing } from '@reason/testkit/shared'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { clientApis } from '@reason/gateway/client-apis'
import { createFormats, type OurWire, ourWires } from '@reason/gateway/upstreams'
import type { BodyFraming } from '@reason/gateway/src/relay/attempt/body-frames'
import { createAnswerBounds } from '@reason/gateway/src/bounds/answer-bounds'
import { AnswerTranslation } from '@reason/gateway/src/relay/attempt/translation'
import { loadConfig } from '../../src/config/load.ts'
import { contentTypeOf, recordedAnswers, recordedBody, type Recorded } from '../support/recorded.ts'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { postJson } from '../support/post.ts'

/** The gateway's own result for a recorded answer, before visibility applies. */
async function known(row: Recorded): Promise<Result> {
  const api = row.api as OurWire
  const { wire, registry } = createFormats({ reasoningField: 'reasoning_content', upstreamFormat: api })
  const adapter = row.expected.inline_think === null ? 'plain' : 'think-tags'
  const translation = new AnswerTranslation({
    wire: wire(api),
    resolution: registry.resolve({ model: row.model, hints: { adapter } }),
    context: {},
    reader: {},
    framing: row.format as BodyFraming,
    limit: 1e9,
    bounds: createAnswerBounds(8),
  })
  const parts = [...translation.push(recordedBody(row))]
  while (translation.isBehind()) parts.push(...translation.goOn())
  return collect([...parts, ...translation.end()])
}

const piece = 24

/** Pieces of what was thought that stand nowhere else, and need no escaping in JSON. */
function secretsOf({ reasoning, answer, commentary, toolCalls, items, finish }: Result): string[] {
  const elsewhere = [answer, ...toolCalls.map((call) => call.arguments)].join('\n')
  const found: string[] = []
  for (const text of [reasoning ?? '', commentary]) {
    for (let at = 0; at + piece <= text.length; at += 7) {
      const part = text.slice(at, at + piece)
      if (/^[\w ,.'!?-]+$/.test(part) && !elsewhere.includes(part)) found.push(part)
    }
  }
  const seals = [...items.flatMap((item) => ('seals' in item ? (item.seals ?? []) : [])), ...(finish?.seals ?? [])]
  return [...found, ...seals.map(({ value }) => value.slice(0, 40)).filter((value) => value.length >= 12)]
}

const bodies: Readonly<Record<(typeof clientApis)[number]['id'], object>> = {
  'openai-chat': { messages: [{ role: 'user', content: 'Q' }], logprobs: true },
  'openai-responses': { input: 'Q', include: ['reasoning.encrypted_content'] },
  'anthropic-messages': { max_tokens: 1000, messages: [{ role: 'user', content: 'Q' }] },
  generate: { prompt: 'Q' },
}

describe.skipIf(shared === undefined)(`nothing that was thought leaves the gateway at visibility none (${sharedMissing})`, () => {
  let current: Recorded
  let upstream: Server
  let origin = ''
  const apps = new Map<string, FastifyInstance>()

  beforeAll(async () => {
    upstream = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(200, { 'content-type': contentTypeOf(current) }).end(recordedBody(current)))
    })
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    for (const app of apps.values()) await app.close()
    upstream.closeAllConnections()
    upstream.close()
  })

  async function gatewayFor({ api, expected: { inline_think: inline } }: Recorded): Promise<string> {
    const adapter = inline === null ? 'plain' : 'think-tags'
    const name = `${api} ${adapter}`
    if (!apps.has(name)) {
      const flags = ['--upstream', origin, '--upstream-format', api, '--adapter', adapter, '--visibility', 'none', '--traces', 'off']
      const app = await createApp(await loadConfig([...flags, '--port', '0', '--log-level', 'silent', '--commentary', 'reasoning'], {}))
      await app.listen({ host: '127.0.0.1', port: 0 })
      apps.set(name, app)
    }
    return `http://127.0.0.1:${(apps.get(name)!.server.address() as AddressInfo).port}`
  }

  const rows = ourWires.flatMap((api) => recordedAnswers(api))
  it('there is something to hide', async () => {
    const hidden = await Promise.all(rows.map(async (row) => secretsOf(await known(row)).length))
    expect(hidden.filter((count) => count > 0).length).toBeGreaterThan(100)
  })

  it.each(rows.map((row) => [row.id, row] as const))('%s', async (_, row) => {
    const secrets = secretsOf(await known(row))
    current = row
    const url = await gatewayFor(row)
    for (const { id, path } of clientApis) {
      for (const stream of [true, false]) {
        const response = await postJson(url + path, { model: row.model, stream, ...bodies[id] })
        const sent = JSON.stringify([...response.headers]) + (await response.text())
        expect(secrets.filter((secret) => sent.includes(secret))).toEqual([])
        expect(response.status).toBe(200)
      }
    }
  })
})
