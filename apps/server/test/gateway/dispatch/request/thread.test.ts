import Anthropic from '@anthropic-ai/sdk'
import { describe, expect, it } from 'vitest'
import { startGateway } from '../../../support/gateway.ts'
import { chunk, completion, done, sendStream, startReadingUpstream } from '../../../support/upstream.ts'

interface Body {
  stream?: boolean
  thread?: unknown
  messages: { role: string; content: unknown }[]
}

/** Calls a tool twice, one call after the other, and is done. */
async function calling(): Promise<{ url: string; asked: Body[] }> {
  const asked: Body[] = []
  const url = await startReadingUpstream((text, response) => {
    const body = JSON.parse(text) as Body
    asked.push(body)
    const step = asked.length
    const call = { index: 0, id: `call_${step}`, type: 'function', function: { name: 'clock', arguments: `{"zone":"${step}"}` } }
    const message = step < 3 ? { content: null, tool_calls: [call] } : { content: 'Done.' }
    if (body.stream !== true) return void response.setHeader('content-type', 'application/json').end(completion(message))
    sendStream(response)
    response.end(chunk(message) + chunk({}, { finish_reason: step < 3 ? 'tool_calls' : 'stop' }) + done)
  })
  return { url, asked }
}

const question = { model: 'm', max_tokens: 1000, messages: [{ role: 'user' as const, content: 'How late is it?' }] }

const anthropic = (baseURL: string) => new Anthropic({ baseURL, apiKey: 'client-key', maxRetries: 0 })

describe('a thread of Messages, which its server would keep', () => {
  it.each([true, false])('is none in front of another API: the tool runner sends all that was said (stream: %s)', async (stream) => {
    const { url, asked } = await calling()
    const gateway = await startGateway('--upstream', url)
    const runner = anthropic(gateway.url).beta.messages.toolRunner({
      ...question,
      stream,
      tools: [
        {
          name: 'clock',
          input_schema: { type: 'object', properties: { zone: { type: 'string' } } },
          parse: (input) => input as { zone: string },
          run: ({ zone }: { zone: string }) => `It is ${zone}.`,
        },
      ],
    })
    expect((await runner.runUntilDone()).content).toMatchObject([{ type: 'text', text: 'Done.' }])
    expect(asked.map(({ messages }) => messages.map(({ role }) => role).join(' '))).toEqual([
      'user',
      'user assistant tool',
      'user assistant tool assistant tool',
    ])
    expect(asked.at(-1)!.messages.map(({ content }) => content)).toEqual(
      expect.arrayContaining(['How late is it?', 'It is 1.', 'It is 2.']),
    )
  })

  it('is refused with a remedy for a client that asks for one by hand', async () => {
    const { url, asked } = await calling()
    const gateway = await startGateway('--upstream', url)
    const thread = anthropic(gateway.url).beta.messages.thread({ model: 'm', max_tokens: 1000 })
    await expect(thread.send({ role: 'user', content: 'Q' })).rejects.toThrow(/this gateway keeps no conversations.*messages/)
    expect(asked).toEqual([])
  })

  it('goes to an upstream that speaks Messages', async () => {
    const asked: Body[] = []
    const url = await startReadingUpstream((text, response) => {
      asked.push(JSON.parse(text) as Body)
      const usage = { input_tokens: 1, output_tokens: 1 }
      const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [{ type: 'text', text: 'A' }], usage }
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ ...message, stop_reason: 'end_turn' }))
    })
    const gateway = await startGateway('--upstream', url, '--upstream-format', 'anthropic-messages')
    const thread = anthropic(gateway.url).beta.messages.thread({ model: 'm', max_tokens: 1000 })
    for (const content of ['Q1', 'Q2']) await thread.send({ role: 'user', content })
    expect(asked.map((body) => body.thread)).toEqual([{ type: 'create' }, { type: 'continue', previous_message_id: 'msg_1' }])
  })
})
