import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startGateway, type Gateway } from '../../support/gateway.ts'
import { startReadingUpstream } from '../../support/upstream.ts'
import { postJson } from '../../support/post.ts'

type Fields = Readonly<Record<string, unknown>>
type Step = Readonly<{ role: string; content: string | Fields[] }>

const model = 'claude-nova-5-3'
const beta = 'thinking-binding-controls-2026-08-01'

interface Asked {
  body: Fields
  beta: string | undefined
}

/**
 * Claude, as it binds its thinking: each signature is a digest of `system`, `tools` and every message before the block. Where one does not
 * fit, the request is refused, unless it asks to have such blocks left out.
 */
async function claude(): Promise<{ url: string; asked: Asked[]; mismatches: string[] }> {
  const asked: Asked[] = []
  const mismatches: string[] = []
  const url = await startReadingUpstream((text, response, request) => {
    if (request.method === 'GET') return void response.writeHead(404).end()
    const body = JSON.parse(text) as { system?: unknown; tools?: unknown; messages: Step[]; thinking?: Fields }
    asked.push({ body, beta: request.headers['anthropic-beta'] as string | undefined })
    const { system, tools, messages } = body
    const signed = (to: number, blocks: readonly unknown[]): string =>
      `EqQB${createHash('sha256')
        .update(JSON.stringify([system, tools, messages.slice(0, to), blocks]))
        .digest('hex')}`
    const wrong: string[] = []
    for (const [index, { role, content }] of messages.entries()) {
      if (role !== 'assistant' || typeof content === 'string') continue
      for (const [at, { type, signature }] of content.entries()) {
        if (type !== 'thinking' || signature === signed(index, content.slice(0, at))) continue
        wrong.push(`messages.${index}.content.${at}`)
      }
    }
    response.setHeader('content-type', 'application/json')
    mismatches.push(...wrong)
    if (wrong.length > 0) {
      const message = `${wrong[0]}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation.`
      return void response.writeHead(400).end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }))
    }
    const turn = asked.length
    const answer = {
      id: `msg_${turn}`,
      type: 'message',
      role: 'assistant',
      model,
      content: [
        { type: 'thinking', thinking: `Thought ${turn}.`, signature: signed(messages.length, []) },
        { type: 'tool_use', id: `toolu_${turn}`, name: 'look', input: { turn } },
      ],
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: { input_tokens: 5, output_tokens: 7 },
    }
    response.end(JSON.stringify(answer))
  })
  return { url, asked, mismatches }
}

async function ask({ url }: Gateway, path: string, body: Fields): Promise<Fields> {
  const response = await postJson(`${url}${path}`, body)
  const text = await response.text()
  if (response.status !== 200) throw new Error(text)
  return JSON.parse(text) as Fields
}

/** Content between two steps of the model: texts of the user or the operator beside the result of the tool. */
type Between = 'nothing' | 'user' | 'system' | 'system and user'

interface Client {
  path: string
  request(history: readonly Fields[]): Fields
  /** The part of an answer that the client keeps, and the result of its call. */
  keep(answer: Fields): Fields[]
  say(role: 'user' | 'system', text: string): Fields
}

const schema = { type: 'object' }
const clients: Readonly<Record<string, Client>> = {
  'Chat Completions, as it came': {
    path: '/v1/chat/completions',
    request: (messages) => ({
      model,
      reasoning_effort: 'high',
      tools: [{ type: 'function', function: { name: 'look', parameters: schema } }],
      messages,
    }),
    keep(answer) {
      const { message } = (answer['choices'] as { message: { tool_calls: Fields[] } }[])[0]!
      return [message as unknown as Fields, { role: 'tool', tool_call_id: message.tool_calls[0]!['id'], content: 'Seen.' }]
    },
    say: (role, content) => ({ role, content }),
  },
  'Chat Completions, texts and calls alone': {
    path: '/v1/chat/completions',
    request: (messages) => ({
      model,
      reasoning_effort: 'high',
      tools: [{ type: 'function', function: { name: 'look', parameters: schema } }],
      messages,
    }),
    keep(answer) {
      const { content, tool_calls: calls } = (answer['choices'] as { message: { content: unknown; tool_calls: Fields[] } }[])[0]!.message
      return [
        { role: 'assistant', content, tool_calls: calls },
        { role: 'tool', tool_call_id: calls[0]!['id'], content: 'Seen.' },
      ]
    },
    say: (role, content) => ({ role, content }),
  },
  Responses: {
    path: '/v1/responses',
    request: (input) => ({
      model,
      store: false,
      reasoning: { effort: 'high' },
      tools: [{ type: 'function', name: 'look', parameters: schema }],
      input,
    }),
    keep(answer) {
      const output = answer['output'] as Fields[]
      const call = output.find(({ type }) => type === 'function_call')!
      return [...output, { type: 'function_call_output', call_id: call['call_id'], output: 'Seen.' }]
    },
    say: (role, content) => ({ role, content }),
  },
  Messages: {
    path: '/v1/messages',
    request: (messages) => ({
      model,
      max_tokens: 4000,
      thinking: { type: 'adaptive' },
      tools: [{ name: 'look', input_schema: schema }],
      messages,
    }),
    keep(answer) {
      const content = answer['content'] as Fields[]
      const call = content.find(({ type }) => type === 'tool_use')!
      return [
        { role: 'assistant', content },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: call['id'], content: 'Seen.' }] },
      ]
    },
    say: (role, content) => ({ role, content }),
  },
}

async function walk(gateway: Gateway, client: Client, steps: readonly Between[]): Promise<void> {
  const history: Fields[] = [client.say('user', 'Look.')]
  for (const [index, between] of steps.entries()) {
    history.push(...client.keep(await ask(gateway, client.path, client.request(history))))
    if (between.startsWith('system')) history.push(client.say('system', `It is ${index} o'clock.`))
    if (between.endsWith('user')) history.push(client.say('user', `And then ${index}?`))
  }
  await ask(gateway, client.path, client.request(history))
}

const betweens = ['nothing', 'user', 'system', 'system and user'] as const

describe.each(Object.keys(clients))('thinking that is bound to what stands before it comes back in its place: %s', (name) => {
  it.each(['full', 'none'])('at %s, whatever is said between the steps', async (visibility) => {
    const { url, asked, mismatches } = await claude()
    const gateway = await startGateway('--upstream', url, '--upstream-format', 'anthropic-messages', '--visibility', visibility)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...betweens), { minLength: 1, maxLength: 4 }), async (steps) => {
        asked.length = 0
        mismatches.length = 0
        await walk(gateway, clients[name]!, steps)
        expect(mismatches).toEqual([])
        const { messages } = asked.at(-1)!.body as { messages: Step[] }
        const kept = messages.filter(({ content }) => Array.isArray(content) && content.some(({ type }) => type === 'thinking'))
        expect(kept).toHaveLength(steps.length)
      }),
      { numRuns: 12 },
    )
  })
})

describe('what a request says of blocks that do not fit', () => {
  it('is that they are left out, with the header that it takes, where the gateway writes it', async () => {
    const { url, asked } = await claude()
    const gateway = await startGateway('--upstream', url, '--upstream-format', 'anthropic-messages')
    await walk(gateway, clients['Chat Completions, as it came']!, ['nothing'])
    expect(asked.map(({ beta: said }) => said)).toEqual([undefined, beta])
    expect(asked.map(({ body }) => (body['thinking'] as Fields)['block_binding'])).toEqual([
      undefined,
      { prefix_mismatch_behavior: 'drop_block' },
    ])
  })

  it('is nothing of models that bind nothing', async () => {
    const { url, asked } = await claude()
    const gateway = await startGateway('--upstream', url, '--upstream-format', 'anthropic-messages')
    const chat = clients['Chat Completions, as it came']!
    const older: Client = { ...chat, request: (history) => ({ ...chat.request(history), model: 'claude-opus-4-8' }) }
    await walk(gateway, older, ['nothing'])
    expect(asked.map(({ beta: said }) => said)).toEqual([undefined, undefined])
    expect(JSON.stringify(asked)).not.toContain('block_binding')
  })
})

describe('a refusal of thinking that does not fit', () => {
  it('is answered by the same request without any, once, also where there is one upstream', async () => {
    const { url, asked } = await claude()
    const gateway = await startGateway('--upstream', url, '--upstream-format', 'anthropic-messages')
    const { request, keep, path } = clients['Messages']!
    const history: Fields[] = [{ role: 'user', content: 'Look.' }]
    history.push(...keep(await ask(gateway, path, request(history))))
    history[0] = { role: 'user', content: 'Look, please.' }
    await ask(gateway, path, request(history))
    expect(asked).toHaveLength(3)
    expect(JSON.stringify(asked[1]!.body)).toContain('"thinking":"Thought 1."')
    expect(JSON.stringify(asked[2]!.body)).not.toContain('Thought 1.')
  })
})
