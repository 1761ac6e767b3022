import { describe, expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { postJson } from '../../support/post.ts'

type Fields = Record<string, unknown>

const question = 'Weather in Rome?'
const thought = 'Rome it is, so I look there.'
const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Rome"}' } }
const parameters = { type: 'object', properties: { city: { type: 'string' } } }

/** How a client of each API asks, and how it goes on after a call: with what came, as it came, and the result. */
const apis: Record<string, { path: string; ask: Fields; goOn(answer: Fields): Fields }> = {
  'Chat Completions': {
    path: '/v1/chat/completions',
    ask: { messages: [{ role: 'user', content: question }], tools: [{ type: 'function', function: { name: 'weather', parameters } }] },
    goOn({ choices }) {
      const { message } = (choices as { message: { tool_calls: { id: string }[] } }[])[0]!
      const result = { role: 'tool', tool_call_id: message.tool_calls[0]!.id, content: 'Sunny' }
      return { ...this.ask, messages: [{ role: 'user', content: question }, message, result] }
    },
  },
  Responses: {
    path: '/v1/responses',
    ask: { input: [{ role: 'user', content: question }], tools: [{ type: 'function', name: 'weather', parameters }], store: false },
    goOn({ output }) {
      const items = output as { type: string; call_id: string }[]
      const result = { type: 'function_call_output', call_id: items.find(({ type }) => type === 'function_call')!.call_id, output: 'Sunny' }
      return { ...this.ask, input: [{ role: 'user', content: question }, ...items, result] }
    },
  },
  Messages: {
    path: '/v1/messages',
    ask: { max_tokens: 100, messages: [{ role: 'user', content: question }], tools: [{ name: 'weather', input_schema: parameters }] },
    goOn({ content }) {
      const blocks = content as { type: string; id: string }[]
      const result = { type: 'tool_result', tool_use_id: blocks.find(({ type }) => type === 'tool_use')!.id, content: 'Sunny' }
      const messages = [
        { role: 'user', content: question },
        { role: 'assistant', content: blocks },
        { role: 'user', content: [result] },
      ]
      return { ...this.ask, messages }
    },
  },
}

/** As llama-server was recorded to send a call: parsed, and with `reasoning_format: none`. */
const sends: [name: string, model: string, message: Fields][] = [
  ['parsed', 'qwen3-8b', { content: null, reasoning_content: thought }],
  ['parsed, with the white space of DeepSeek R1', 'deepseek-r1', { content: '\n\n', reasoning_content: `\n${thought}\n` }],
  ['unparsed', 'qwen3-8b', { content: `<think>\n${thought}\n</think>\n\n` }],
  ['unparsed, of DeepSeek R1, by a build that leaves the opener out', 'deepseek-r1', { content: `\n${thought}\n</think>\n\n` }],
  ['unparsed, of gpt-oss', 'gpt-oss-20b', { content: `<|channel|>analysis<|message|>${thought}<|end|>` }],
  ['unparsed, of Gemma 4', 'gemma-4-27b', { content: `<|channel>thought\n${thought}<channel|>` }],
]

describe.each(['full', 'none'])('a tool loop before llama.cpp at visibility %s', (visibility) => {
  describe.each(Object.entries(apis))('of a client of %s', (_, { path, ask, ...rest }) => {
    it.each(sends)('brings the thought back where templates read it: %s', async (_name, model, message) => {
      const choices = [{ index: 0, message: { role: 'assistant', ...message, tool_calls: [call] }, finish_reason: 'tool_calls' }]
      const body = JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model, choices })
      const { origin, seen } = await rememberingUpstream({ type: 'application/json', body })
      const { url } = await startGateway('--upstream', origin, '--upstream-provider', 'llamacpp', '--visibility', visibility)
      const send = async (request: Fields): Promise<Fields> => {
        const response = await postJson(url + path, { model, ...request })
        expect(response.status).toBe(200)
        return (await response.json()) as Fields
      }

      const answer = await send(ask)
      if (visibility === 'none') expect(JSON.stringify(answer)).not.toContain(thought)
      await send(rest.goOn.call({ path, ask, ...rest }, answer))

      const { content, reasoning_content: reasoning, tool_calls: calls } = (seen[1]!.body['messages'] as Fields[])[1]!
      expect({ content: content ?? null, reasoning: (reasoning as string | undefined)?.trim() }).toEqual({
        content: null,
        reasoning: thought,
      })
      expect(calls).toMatchObject([{ function: { name: 'weather' } }])
    })
  })
})
