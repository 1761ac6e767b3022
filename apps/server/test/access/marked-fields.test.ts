import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { shared, sharedMissing } from '@reason/testkit/shared'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { clientApis } from '@reason/gateway/client-apis'
import { ourWires } from '@reason/gateway/upstreams'
import { loadConfig } from '../../src/config/load.ts'
import { contentTypeOf, recordedAnswers, recordedBody, type Recorded } from '../support/recorded.ts'

/** What an event is: with another word it would be another event. */
const structural: ReadonlySet<string> = new Set(['type', 'object', 'event_type', 'role', 'event'])

interface Marked {
  body: Buffer
  /** By the number of their marker. */
  paths: string[]
}

/** The body with a marker in place of each text, numbered by the path of its field. */
function marked(row: Recorded): Marked {
  const paths: string[] = []
  const numbers = new Map<string, number>()
  const mark = (path: string): string => {
    if (!numbers.has(path)) numbers.set(path, paths.push(path) - 1)
    return `zqx${numbers.get(path)}q`
  }
  const text = recordedBody(row).toString('utf8')
  const change = (json: string): string => {
    try {
      return JSON.stringify(replaced(JSON.parse(json), '', mark))
    } catch {
      return json
    }
  }
  if (row.format === 'sse')
    return { body: Buffer.from(text.replace(/^data: ?(.*)$/gm, (_, data: string) => `data: ${change(data)}`)), paths }
  if (row.format === 'json') return { body: Buffer.from(change(text)), paths }
  return { body: Buffer.from(text.split('\n').map(change).join('\n')), paths }
}

function replaced(value: unknown, path: string, mark: (path: string) => string): unknown {
  if (typeof value === 'string') return structural.has(path.slice(path.lastIndexOf('.') + 1)) ? value : mark(path)
  if (Array.isArray(value)) return value.map((one) => replaced(one, `${path}[]`, mark))
  if (typeof value !== 'object' || value === null) return value
  const kind = (value as { type?: unknown }).type
  const at = typeof kind === 'string' && !path.endsWith(`(${kind})`) ? `${path}(${kind})` : path
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, `${at}.${name}`, mark)]))
}

const bodies: Readonly<Record<(typeof clientApis)[number]['id'], object>> = {
  'openai-chat': { messages: [{ role: 'user', content: 'Q' }], logprobs: true },
  'openai-responses': { input: 'Q', include: ['reasoning.encrypted_content'] },
  'anthropic-messages': { max_tokens: 1000, messages: [{ role: 'user', content: 'Q' }] },
  generate: { prompt: 'Q' },
}

/** What clients may see of an answer, at every visibility. */
const shown: readonly RegExp[] = [
  // The answer.
  /\.(?:choices\[\]\.(?:message|delta)\.(?:content|refusal)|message\.content|content\[\]\(text\)\.text)$/,
  /(?:^\.delta|text_delta|content-delta|output_text|message\.content|content_block|candidates\[\]\.content\.parts\[\]|refusal|output_text\.(?:delta|done))\)?\.?(?:\(text\)|content)?\.?(?:text|delta|refusal)$/,
  // Calls: who is called with what.
  /(?:tool_use|functionCall|function_call|function|tool_calls?|custom_tool_call)[\])]*\.(?:id|call_id|name|namespace|arguments|input|args|partial_json)(?:\.[\w.[\]]+)?$/,
  /(?:input_json_delta\)\.partial_json|arguments\.(?:delta|done)\)\.(?:delta|arguments|name)|tool_calls(?:\[\])?(?:\(function\))?(?:\.function)?\.(?:id|name|arguments)(?:\.\w+)*)$/,
  // Which answer, and of which model.
  /^(?:\(message(?:-start)?\)|\(message_start\)\.message\(message\)|\(response\.\w+\)\.response|\.interaction|)\.(?:id|model|responseId|modelVersion|created_at)$/,
]

describe.skipIf(shared === undefined)(`what an upstream writes into any field is not shown at visibility none (${sharedMissing})`, () => {
  let current: Marked & { row: Recorded }
  let upstream: Server
  let origin = ''
  beforeAll(async () => {
    upstream = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(200, { 'content-type': contentTypeOf(current.row) }).end(current.body))
    })
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  })
  afterAll(() => {
    upstream.closeAllConnections()
    upstream.close()
  })

  it.each(ourWires.filter((api) => api !== 'bedrock-converse'))('%s', async (api) => {
    const flags = [
      '--upstream',
      origin,
      '--upstream-format',
      api,
      '--adapter',
      'plain',
      '--visibility',
      'none',
      '--traces',
      'off',
      '--no-start-probe',
    ]
    const app: FastifyInstance = await createApp(await loadConfig([...flags, '--port', '0', '--log-level', 'silent'], {}))
    await app.listen({ host: '127.0.0.1', port: 0 })
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const seenPaths = new Set<string>()
    const leaks = new Set<string>()
    for (const row of recordedAnswers(api)) {
      current = { ...marked(row), row }
      if (!current.paths.some((path) => !seenPaths.has(path))) continue
      for (const path of current.paths) seenPaths.add(path)
      for (const { id, path } of clientApis) {
        for (const stream of [row.format === 'sse' || row.format === 'ndjson']) {
          const response = await fetch(url + path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ model: row.model, stream, ...bodies[id] }),
          })
          const sent = JSON.stringify([...response.headers]) + (await response.text())
          for (const [, number] of sent.matchAll(/zqx(\d+)q/g)) {
            const from = current.paths[Number(number)]!
            if (!shown.some((known) => known.test(from))) leaks.add(`${from}  in ${id}`)
          }
        }
      }
    }
    await app.close()
    expect([...leaks].toSorted()).toEqual([])
    expect(seenPaths.size).toBeGreaterThan(5)
  })
})
