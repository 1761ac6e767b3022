import { describe, expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { post } from '../../support/post.ts'
import { bodiesOf, rememberingUpstream } from '../../support/remembering-upstream.ts'

type Fields = Readonly<Record<string, unknown>>

const inJson = (body: Fields) => ({ type: 'application/json', body: JSON.stringify(body) })

const signature = 'YSBzaWduYXR1cmUgb2Ygc29tZSBsZW5ndGggMDEyMzQ1Njc4OQ=='
const model = 'gemini-3-pro'
const call: Fields = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }
const fields = { provider_specific_fields: { thought_signature: signature } }

/** Places in which LiteLLM passes Gemini's signature on. */
const calls: readonly [place: string, call: Fields][] = [
  ['a field of the call', { ...call, ...fields }],
  ['a list of the call', { ...call, provider_specific_fields: { thought_signatures: [signature] } }],
  ['a field of the function', { ...call, function: { name: 'f', arguments: '{}', ...fields } }],
  ['the id of the call', { ...call, id: `call_1__thought__${signature}` }],
]

const routed = (message: Fields): Fields => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_790_000_000,
  model,
  choices: [
    { index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop' },
  ],
})

describe.each(calls)('a signature in %s comes back to LiteLLM', (_, signed) => {
  it.each(['full', 'none'])('through Messages, at %s', async (visibility) => {
    const { origin: upstream, seen } = await rememberingUpstream(inJson(routed({ tool_calls: [signed] })))
    const { url } = await startGateway('--upstream', upstream, '--visibility', visibility)
    const messages: Fields[] = [{ role: 'user', content: 'Look.' }]
    const ask = { max_tokens: 100, tools: [{ name: 'f', input_schema: { type: 'object' } }] }
    const { content } = await post(`${url}/v1/messages`, { model, ...ask, messages })
    const { id } = (content as Fields[]).find(({ type }) => type === 'tool_use')!
    messages.push({ role: 'assistant', content }, { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'Seen.' }] })
    await post(`${url}/v1/messages`, { model, ...ask, messages })
    expect(callIn(bodiesOf(seen)[1]!)).toEqual(inId(callIn(bodiesOf(seen)[1]!)) ?? { ...call, ...fields })
  })

  it('through Responses', async () => {
    const { origin: upstream, seen } = await rememberingUpstream(inJson(routed({ tool_calls: [signed] })))
    const { url } = await startGateway('--upstream', upstream)
    const input: Fields[] = [{ role: 'user', content: 'Look.' }]
    const ask = { tools: [{ type: 'function', name: 'f', parameters: { type: 'object' } }] }
    const { output } = await post(`${url}/v1/responses`, { model, ...ask, input })
    const { call_id } = (output as Fields[]).find(({ type }) => type === 'function_call')!
    input.push(...(output as Fields[]), { type: 'function_call_output', call_id, output: 'Seen.' })
    await post(`${url}/v1/responses`, { model, ...ask, input })
    expect(callIn(bodiesOf(seen)[1]!)).toEqual(inId(callIn(bodiesOf(seen)[1]!)) ?? { ...call, ...fields })
  })
})

const callIn = ({ messages }: Fields): Fields =>
  (messages as { tool_calls?: Fields[] }[]).find(({ tool_calls }) => tool_calls)!.tool_calls![0]!

/** The call, if its id has the signature. */
const inId = (said: Fields): Fields | undefined =>
  said['id'] === `call_1__thought__${signature}` ? { ...call, id: said['id'] } : undefined

describe('a client of LiteLLM brings a signature before Gemini', () => {
  const gemini = { candidates: [{ content: { role: 'model', parts: [{ text: 'ok' }] }, finishReason: 'STOP', index: 0 }] }

  const partsFor = async (message: Fields, ...rest: Fields[]): Promise<Fields[]> => {
    const { origin: upstream, seen } = await rememberingUpstream(inJson(gemini))
    const { url } = await startGateway('--upstream', upstream, '--upstream-format', 'gemini')
    const messages = [{ role: 'user', content: 'Look.' }, { role: 'assistant', ...message }, ...rest]
    await post(`${url}/v1/chat/completions`, { model, tools: [{ type: 'function', function: { name: 'f' } }], messages })
    return (bodiesOf(seen)[0]!['contents'] as { role: string; parts: Fields[] }[]).find(({ role }) => role === 'model')!.parts
  }

  it.each(calls)('in %s', async (_, signed) => {
    const parts = await partsFor({ content: null, tool_calls: [signed] }, { role: 'tool', tool_call_id: signed['id'], content: 'Seen.' })
    expect(parts).toMatchObject([{ functionCall: { name: 'f' }, thoughtSignature: signature }])
  })
})
