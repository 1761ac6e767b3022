import type { Part } from '@reason/core'
import { expect, it } from 'vitest'
import { type OurWire, ourWires } from '@reason/gateway/upstreams'
import { wireOf } from '@reason/gateway/test/support/apis'
import { startGateway } from '../../support/gateway.ts'
import { keyFile } from '../../support/key-file.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { completion } from '../../support/upstream.ts'

type Json = Record<string, unknown>

/** Forty tokens of thought. */
const thought = 'word'.repeat(40)
const text = 'Come to an end.'

const parts: readonly Part[] = [
  { type: 'start', id: 'answer-1', model: 'm' },
  { type: 'block-start', block: 0, channel: 'reasoning' },
  { type: 'delta', block: 0, channel: 'reasoning', text: thought },
  { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
  { type: 'block-start', block: 1, channel: 'answer' },
  { type: 'delta', block: 1, channel: 'answer', text: 'Four.' },
  { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
  { type: 'finish', reason: 'stop' },
  { type: 'end' },
]

interface Client {
  path: string
  body(said: readonly Json[]): object
  question(text: string): Json
  answer(body: any): readonly Json[]
}

const clients: Readonly<Record<string, Client>> = {
  'openai-chat': {
    path: '/v1/chat/completions',
    body: (messages) => ({ model: 'm', messages }),
    question: (content) => ({ role: 'user', content }),
    answer: ({ choices: [{ message }] }) => [message],
  },
  'anthropic-messages': {
    path: '/v1/messages',
    body: (messages) => ({ model: 'm', max_tokens: 100, messages }),
    question: (content) => ({ role: 'user', content }),
    answer: ({ content }) => [{ role: 'assistant', content }],
  },
  'openai-responses': {
    path: '/v1/responses',
    body: (input) => ({ model: 'm', input }),
    question: (content) => ({ role: 'user', content }),
    answer: ({ output }) => output,
  },
  generate: {
    path: '/v1/generate',
    body: (messages) => ({ model: 'm', messages }),
    question: (content) => ({ role: 'user', content }),
    answer: ({ message }) => [message],
  },
}

async function used(url: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  const { budgets } = (await (await fetch(url, { headers })).json()) as { budgets: { used: number }[] }
  return budgets[0]?.used
}

/** The conversation as the model gets it, in the upstream's format. */
const readBy = (format: OurWire, body: Json): readonly unknown[] =>
  (body[{ gemini: 'contents', 'gemini-interactions': 'input', 'openai-responses': 'input' }[format as string] ?? 'messages'] ??
    []) as unknown[]

it.each(ourWires)('before %s a conversation grows at its end alone, with a message at the mark', { timeout: 60_000 }, async (format) => {
  const body = JSON.stringify(wireOf(format).writeResponse(parts))
  const { origin, seen } = await rememberingUpstream({ type: 'application/json', body })
  const flags = ['--session-budget', '100', '--budget-action', 'warn', '--budgets', '{"session":{"warnAt":0.5}}', '--wrap-up', text]
  const { url } = await startGateway('--upstream', origin, '--upstream-format', format, ...flags)
  for (const [session, client] of Object.entries(clients)) {
    seen.length = 0
    const said: Json[] = []
    const notes: number[] = []
    for (const question of ['One?', 'Two?', 'Three?', 'Four?']) {
      said.push(client.question(question))
      const headers = { 'content-type': 'application/json', 'x-reason-session': session }
      const response = await fetch(url + client.path, { method: 'POST', headers, body: JSON.stringify(client.body(said)) })
      notes.push(Number(response.headers.get('x-reason-notes')))
      expect(response.status).toBe(200)
      said.push(...client.answer(await response.json()))
      await expect.poll(() => used(`${url}/api/sessions/${session}/budget`)).toBe(40 * notes.length)
    }
    // 80 of 100 tokens are used when the third request comes.
    expect(seen.map(({ text: sent }) => sent.split(text).length - 1)).toEqual([0, 0, 1, 1])
    expect(notes.map((count) => count > 0).slice(2)).toEqual([true, true])
    const [, , third, fourth] = seen.map((request) => readBy(format, request.body))
    expect(JSON.stringify(third!.at(-1))).toContain(text)
    // Reasoning of an older turn may go; what the client and the gateway said does not move.
    const inputs = (list: readonly unknown[]): unknown[] =>
      list.filter((one) => !['assistant', 'model'].includes(String((one as Json)['role'])))
    expect(inputs(fourth!).slice(0, inputs(third!).length)).toEqual(inputs(third!))
  }
})

it('is what a key has, in place of what the gateway has', { timeout: 60_000 }, async () => {
  const file = keyFile()
  const { origin, seen } = await rememberingUpstream({
    type: 'application/json',
    body: completion({ content: 'Four.', reasoning_content: thought }),
  })
  const budgets = { key: { tokens: 50, action: 'warn' } }
  const admin = await file.make({ admin: true })
  const none = await file.make({ budgets, wrapUp: 'off' })
  const own = await file.make({ budgets, wrapUp: 'Hurry.' })
  const usual = await file.make({ budgets })
  const { url } = await startGateway('--upstream', origin, '--keys', file.path, '--wrap-up', 'on')
  for (const { text: key, id } of [none, own, usual]) {
    for (let turn = 0; turn < 2; turn++) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
      const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: `turn ${turn}` }] })
      await (await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body })).text()
      await expect.poll(() => used(`${url}/api/keys/${id}/budget`, { authorization: `Bearer ${admin.text}` })).toBe(40 * (turn + 1))
    }
  }
  const contents = seen.map(({ body }) => (body['messages'] as { content: string }[])[0]!.content)
  expect(contents.slice(0, 5)).toEqual(['turn 0', 'turn 1', 'turn 0', 'turn 1\n\nHurry.', 'turn 0'])
  expect(contents[5]).toMatch(/^turn 1\n\nSystem note, not from the user: /)
})
