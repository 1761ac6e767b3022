import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { fileURLToPath } from 'node:url'
import Anthropic from '@anthropic-ai/sdk'
import { describe, expect, it } from 'vitest'
import { question, startGatewayIn } from './support/gateway.ts'
import { startUpstream } from './support/upstream.ts'

const file = (path: string): string => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8')
const section = /^## Put the gateway in front of your model\n(.*?)^## /ms.exec(file('README.md'))![1]!
/** Command by what the reader has. */
const commands = new Map([...section.matchAll(/^\| ([\w.]+) +\| `npm start -- ([^`]+)` +\|$/gm)].map((row) => [row[1]!, row[2]!]))

const providerKey = 'sk-of-the-provider'

interface Case {
  of: string
  /** Recorded answer of a server of that API, and the path of its request. */
  recording: string
  path: string
  /** Headers of the request to the upstream. Llama-server and Ollama need none, and get those of the client. */
  headers?: Record<string, string>
}

const cases: readonly Case[] = [
  { of: 'llama.cpp', recording: 'packages/recorded-models/recordings/qwen3-none-stream.sse', path: '/v1/chat/completions' },
  { of: 'Ollama', recording: 'packages/recorded-models/recordings/qwen3-auto-stream.sse', path: '/v1/chat/completions' },
  {
    of: 'Anthropic',
    recording: 'tooling/testkit/fixtures/recordings/qwen3-messages-stream.sse',
    path: '/v1/messages',
    headers: { 'x-api-key': providerKey },
  },
  {
    of: 'OpenAI',
    recording: 'tooling/testkit/fixtures/recordings/qwen3-responses-stream.sse',
    path: '/v1/responses',
    headers: { authorization: `Bearer ${providerKey}` },
  },
]

describe('the one command of the README', () => {
  it('is there for each of them', () => expect([...commands.keys()]).toEqual(cases.map(({ of }) => of)))

  it.each(cases)('$of: official clients get the reasoning and the answer apart', async ({ of, recording, path, headers = {} }) => {
    const asked: { path: string; headers: IncomingHttpHeaders }[] = []
    const upstream = await startUpstream((request, response) => {
      asked.push({ path: request.url!, headers: request.headers })
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(file(recording))
    })
    // As it stands there, but for the machine.
    const flags = commands
      .get(of)!
      .split(' ')
      .map((word) => word.replace(/^https?:\/\/[\w.:]+/, new URL(upstream).origin))
    const gateway = await startGatewayIn({ ANTHROPIC_API_KEY: providerKey, OPENAI_API_KEY: providerKey }, ...flags)

    const said = { reasoning: '', answer: '' }
    for await (const { choices } of await gateway.client.chat.completions.create({ model: 'qwen3', messages: question, stream: true })) {
      const delta = choices[0]?.delta as { content?: string | null; reasoning_content?: string } | undefined
      said.reasoning += delta?.reasoning_content ?? ''
      said.answer += delta?.content ?? ''
    }
    expect(said.reasoning.length).toBeGreaterThan(40)
    expect(said.answer.trim()).toMatch(/is 51\.$/)

    const anthropic = new Anthropic({ baseURL: gateway.url, apiKey: 'client-key', maxRetries: 0 })
    const { content } = await anthropic.messages.stream({ model: 'qwen3', max_tokens: 900, messages: question }).finalMessage()
    // The value that the provider wants back travels sealed, in a block of neither kind.
    expect(content.filter(({ type }) => type !== 'redacted_thinking')).toEqual([
      expect.objectContaining({ type: 'thinking', thinking: said.reasoning }),
      expect.objectContaining({ type: 'text', text: said.answer }),
    ])

    for (const one of asked) expect(one).toMatchObject({ path: expect.stringMatching(new RegExp(`^${path}(\\?|$)`)), headers })
    expect(asked).toHaveLength(2)
  })

  it('hides the reasoning from all clients and counts it, where the README says so', async () => {
    const upstream = await startUpstream((_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(file('packages/recorded-models/recordings/qwen3-none-stream.sse'))
    })
    const [, flags] = /^npm start -- (.*--visibility .*)$/m.exec(section)!
    const words = flags!.split(' ').map((word) => word.replace(/^https?:\/\/[\w.:]+/, new URL(upstream).origin))
    const gateway = await startGatewayIn({}, ...words)
    const headers = { 'content-type': 'application/json', 'x-reason-session': 'alice' }
    const response = await gateway.chat({ model: 'qwen3', messages: question, stream: true }, { headers })
    const body = await response.text()
    const said = [...body.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => JSON.parse(data!) as { choices: { delta: object }[] })
    const deltas = said.flatMap(({ choices }) => choices.map(({ delta }) => delta as { content?: string; reasoning_content?: string }))
    expect(deltas.map(({ content }) => content ?? '').join('')).toMatch(/is 51\.$/)
    expect(deltas.filter((delta) => 'reasoning_content' in delta)).toEqual([])
    const budget = (await (await fetch(`${gateway.url}/api/sessions/alice/budget`)).json()) as {
      budgets: { limit: number; used: number }[]
    }
    expect(budget.budgets).toMatchObject([{ of: 'alice', limit: 2000 }])
    expect(budget.budgets[0]!.used).toBeGreaterThan(10)
  })
})
