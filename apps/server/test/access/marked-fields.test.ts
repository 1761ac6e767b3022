import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { shared, sharedMissing } from '@reason/testkit/shared'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { clientApis } from '@reason/gateway/client-apis'
import { ourWires } from '@reason/gateway/upstreams'
import { loadConfig } from '../../src/config/load.ts'
import { connectGenerate } from '../support/generate.ts'
import { newerAnswers } from './newer-answers.ts'
import { contentTypeOf, recordedAnswers, recordedBody, recordedErrors, type Recorded } from '../support/recorded.ts'
import { postJson } from '../support/post.ts'

/** The fields that define an event's type. */
const structural: ReadonlySet<string> = new Set(['type', 'object', 'event_type', 'role', 'event'])

interface Marked {
  body: Buffer
  /** By the number of their marker. */
  paths: string[]
}

/** The body with a marker in place of each text, numbered by the path of its field. */
function marked(row: Pick<Recorded, 'format'>, text: string): Marked {
  const paths: string[] = []
  const numbers = new Map<string, number>()
  const mark = (path: string): string => {
    if (!numbers.has(path)) numbers.set(path, paths.push(path) - 1)
    return `zqx${numbers.get(path)}q`
  }
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

const textOf = (row: Recorded): string => recordedBody(row).toString('utf8')

/** The visible text of an answer, at every visibility. */
const shown: readonly RegExp[] = [
  // The answer.
  /\.(?:choices\[\]\.(?:message|delta)\.(?:content|refusal)|message\.content|content\[\]\(text\)\.text)$/,
  /(?:^\.delta|text_delta|content-delta|output_text|message\.content|content_block|candidates\[\]\.content\.parts\[\]|refusal|output_text\.(?:delta|done))\)?\.?(?:\(text\)|content)?\.?(?:text|delta|refusal)$/,
  // Calls: who is called with what.
  /(?:tool_use|functionCall|function_call|function|tool_calls?|custom_tool_call)[\])]*\.(?:id|call_id|name|namespace|arguments|input|args|partial_json)(?:\.[\w.[\]]+)?$/,
  /(?:input_json_delta\)\.partial_json|arguments\.(?:delta|done)\)\.(?:delta|arguments|name)|tool_calls(?:\[\])?(?:\(function\))?(?:\.function)?\.(?:id|name|arguments)(?:\.\w+)*)$/,
  // Both, of Converse.
  /^\.output\.message\.content\[\]\.(?:text|toolUse\.(?:name|toolUseId|input\.[\w.[\]]+))$/,
  // Which answer, and of which model.
  /^(?:\(message(?:-start)?\)|\(message_start\)\.message\(message\)|\(response\.\w+\)\.response|\.interaction|)\.(?:id|model|responseId|modelVersion|created_at)$/,
]

/** Statuses with which no model was asked: the words are the provider's own. */
const unasked: ReadonlySet<number> = new Set([401, 402, 403, 404, 405, 408, 409, 413, 415, 429])

/** Headers of an upstream that name a request, or count. */
const passing = /^(?:x-request-id|request-id|x-amzn-requestid|x-should-retry|(?:x|anthropic)-ratelimit-.*|openai-(?:model|version))$/

describe.skipIf(shared === undefined)(`what an upstream writes into any field is not shown at visibility none (${sharedMissing})`, () => {
  let current: Marked & { row: Pick<Recorded, 'model' | 'format' | 'status'> }
  let headers: Record<string, string> = {}
  let upstream: Server
  let origin = ''
  beforeAll(async () => {
    upstream = createServer((request, response) => {
      const { status } = current.row
      request
        .resume()
        .on('end', () => response.writeHead(status, { ...headers, 'content-type': contentTypeOf(current.row) }).end(current.body))
    })
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  })
  afterAll(() => {
    upstream.closeAllConnections()
    upstream.close()
  })

  it.each(ourWires)('%s: a whole answer, and a stream', async (api) => {
    await using gateway = await startAt(api)
    const seenPaths = new Set<string>()
    const leaks = new Set<string>()
    for (const row of recordedAnswers(api)) {
      if (row.format === 'aws-eventstream') continue
      current = { ...marked(row, textOf(row)), row }
      if (!current.paths.some((path) => !seenPaths.has(path))) continue
      for (const path of current.paths) seenPaths.add(path)
      for (const { id } of clientApis) collect(leaks, id, await gateway.ask(id, isStream(row)), shown)
      if (isStream(row)) collect(leaks, 'a WebSocket', await gateway.overSocket(), shown)
    }
    expect([...leaks].toSorted()).toEqual([])
    expect(seenPaths.size).toBeGreaterThan(5)
  })

  it.each(newerAnswers)('$api, $format: an answer of kinds that no recording has', async (row) => {
    await using gateway = await startAt(row.api)
    const leaks = new Set<string>()
    current = { ...marked(row, row.body), row }
    for (const { id } of clientApis) collect(leaks, id, await gateway.ask(id, isStream(row)), shown)
    if (isStream(row)) collect(leaks, 'a WebSocket', await gateway.overSocket(), shown)
    expect([...leaks].toSorted()).toEqual([])
    expect(current.paths.length).toBeGreaterThan(5)
  })

  it.each(ourWires)('%s: a failure inside an answer', async (api) => {
    await using gateway = await startAt(api)
    const leaks = new Set<string>()
    for (const row of recordedAnswers(api, true)) {
      if (row.format === 'aws-eventstream') continue
      current = { ...marked(row, textOf(row)), row }
      for (const { id } of clientApis) collect(leaks, id, await gateway.ask(id, isStream(row)), shown)
      if (isStream(row)) collect(leaks, 'a WebSocket', await gateway.overSocket(), shown)
    }
    expect([...leaks].toSorted()).toEqual([])
  })

  it.each(ourWires)('%s: a refusal, and what its head says', async (api) => {
    await using gateway = await startAt(api)
    const leaks = new Set<string>()
    let refused = 0
    for (const row of recordedErrors().filter((one) => one.api === api && !unasked.has(one.status))) {
      current = { ...marked(row, textOf(row)), row }
      refused++
      for (const { id } of clientApis) for (const stream of [false, true]) collect(leaks, id, await gateway.ask(id, stream), [])
      collect(leaks, 'a WebSocket', await gateway.overSocket(), [])
    }
    const [answer] = recordedAnswers(api).filter(({ format }) => format !== 'aws-eventstream')
    if (answer !== undefined) {
      const names = [
        ...'x-thought x-reasoning server via x-error x-amzn-errortype x-reason-notes warning link etag'.split(' '),
        'x-request-id',
      ]
      current = { ...marked(answer, textOf(answer)), row: answer, paths: names }
      current.body = recordedBody(answer)
      headers = Object.fromEntries(names.map((name, index) => [name, `zqx${index}q`]))
      for (const { id } of clientApis) collect(leaks, `${id} (header)`, await gateway.ask(id, isStream(answer)), [passing])
      headers = {}
      refused++
    }
    expect([...leaks].toSorted()).toEqual([])
    expect(refused).toBeGreaterThan(0)
  })

  const isStream = ({ format }: Pick<Recorded, 'format'>): boolean => format === 'sse' || format === 'ndjson'

  function collect(leaks: Set<string>, who: string, sent: string, known: readonly RegExp[]): void {
    for (const [, number] of sent.matchAll(/zqx(\d+)q/g)) {
      const from = current.paths[Number(number)]!
      if (!known.some((one) => one.test(from))) leaks.add(`${from}  in ${who}`)
    }
  }

  async function startAt(api: string) {
    const flags = `--upstream ${origin} --upstream-format ${api} --adapter plain --visibility none --traces off --no-start-probe`
    const config = await loadConfig([...flags.split(' '), '--port', '0', '--log-level', 'silent'], {})
    const app: FastifyInstance = await createApp(config)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    return { ask, overSocket, [Symbol.asyncDispose]: () => app.close() }

    async function ask(id: (typeof clientApis)[number]['id'], stream: boolean): Promise<string> {
      const { path } = clientApis.find((one) => one.id === id)!
      const response = await postJson(url + path, { model: current.row.model, stream, ...bodies[id] })
      return JSON.stringify([...response.headers]) + (await response.text())
    }

    async function overSocket(): Promise<string> {
      const connection = await connectGenerate(url)
      connection.send({ model: current.row.model, ...bodies.generate })
      const events = await connection.rest()
      connection.socket.close()
      return JSON.stringify(events)
    }
  }
})
