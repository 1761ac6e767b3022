import { describe, expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { post } from '../../support/post.ts'
import { bodiesOf, rememberingUpstream } from '../../support/remembering-upstream.ts'

type Fields = Readonly<Record<string, unknown>>

const inJson = (body: Fields) => ({ type: 'application/json', body: JSON.stringify(body) })

const signature = 'YSBzaWduYXR1cmUgb2Ygc29tZSBsZW5ndGggMDEyMzQ1Njc4OQ=='

const gemini = {
  candidates: [
    {
      content: {
        role: 'model',
        parts: [
          { text: 'T', thought: true },
          { functionCall: { name: 'f', args: { q: 'a' } }, thoughtSignature: signature },
        ],
      },
      finishReason: 'STOP',
      index: 0,
    },
  ],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  modelVersion: 'gemini-3-pro',
}
const compatible = (name: string): Fields => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_790_000_000,
  model: 'gemini-3-pro',
  choices: [{ index: 0, message: { role: 'assistant', content: null, tool_calls: [callOf(name)] }, finish_reason: 'tool_calls' }],
})
const callOf = (name: string): Fields => ({
  id: 'call_1',
  type: 'function',
  function: { name: 'f', arguments: '{}' },
  extra_content: { [name]: { thought_signature: signature } },
})

const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }]
const model = 'gemini-3-pro'

describe('a signature of Gemini comes back from a client of Chat Completions', () => {
  it.each<[what: string, keep: (call: Record<string, unknown>) => Fields]>([
    ['that keeps the call and its extra_content', (call) => ({ ...call, id: 'call_own' })],
    ['that keeps the id of the call', ({ id, type, function: of }) => ({ id, type, function: of })],
  ])('%s', async (_, keep) => {
    const { origin: upstream, seen } = await rememberingUpstream(inJson(gemini))
    const { url } = await startGateway('--upstream', upstream, '--upstream-format', 'gemini')
    const messages: Fields[] = [{ role: 'user', content: 'Look.' }]
    const answer = await post(`${url}/v1/chat/completions`, { model, tools, messages })
    const { message } = (answer['choices'] as { message: { tool_calls: Record<string, unknown>[] } }[])[0]!
    const call = keep(message.tool_calls[0]!)
    messages.push({ role: 'assistant', content: '', reasoning_content: 'T', tool_calls: [call] })
    messages.push({ role: 'tool', tool_call_id: call['id'], content: 'Seen.' })
    await post(`${url}/v1/chat/completions`, { model, tools, messages })
    const contents = bodiesOf(seen)[1]!['contents'] as { role: string; parts: Fields[] }[]
    const { parts } = contents.find(({ role }) => role === 'model')!
    expect(parts.find((part) => 'functionCall' in part)).toMatchObject({ functionCall: { name: 'f' }, thoughtSignature: signature })
  })
})

describe.each(['google', 'vertex'])('extra_content.%s goes back to the letter', (name) => {
  it.each(['full', 'none'])('through Messages, at %s', async (visibility) => {
    const { origin: upstream, seen } = await rememberingUpstream(inJson(compatible(name)))
    const { url } = await startGateway('--upstream', upstream, '--upstream-provider', 'google', '--visibility', visibility)
    const messages: Fields[] = [{ role: 'user', content: 'Look.' }]
    const ask = { model, max_tokens: 100, tools: [{ name: 'f', input_schema: { type: 'object' } }] }
    const { content } = await post(`${url}/v1/messages`, { ...ask, messages })
    const call = (content as Fields[]).find(({ type }) => type === 'tool_use')!
    messages.push({ role: 'assistant', content })
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: call['id'], content: 'Seen.' }] })
    await post(`${url}/v1/messages`, { ...ask, messages })
    const [, said] = bodiesOf(seen)[1]!['messages'] as Fields[]
    expect(said!['tool_calls']).toEqual([callOf(name)])
  })

  it.each(['full', 'none'])('through Chat Completions, at %s', async (visibility) => {
    const { origin: upstream, seen } = await rememberingUpstream(inJson(compatible(name)))
    const { url } = await startGateway('--upstream', upstream, '--upstream-provider', 'google', '--visibility', visibility)
    const messages: Fields[] = [{ role: 'user', content: 'Look.' }]
    const answer = await post(`${url}/v1/chat/completions`, { model, tools, messages })
    const { message } = (answer['choices'] as { message: { tool_calls: Fields[] } }[])[0]!
    messages.push(message as unknown as Fields, { role: 'tool', tool_call_id: message.tool_calls[0]!['id'], content: 'Seen.' })
    await post(`${url}/v1/chat/completions`, { model, tools, messages })
    const [, said] = bodiesOf(seen)[1]!['messages'] as Fields[]
    expect(said!['tool_calls']).toEqual([callOf(name)])
  })
})
