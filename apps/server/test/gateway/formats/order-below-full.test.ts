import { describe, expect, it, onTestFinished } from 'vitest'
import { asList, asObject, type Json } from '@reason/gateway/json'
import { claude, converse, gemini, json } from '../../cases/sibling-bodies.ts'
import { startScripted, type Served } from '../../matrix/upstream.ts'
import { startGateway } from '../../support/gateway.ts'

/** Providers sign an answer in its order, and refuse another one. Who may not see the thought gets texts late, and in their places. */

const input = { q: 1 }
const answers: readonly (readonly [format: string, answer: Served])[] = [
  [
    'anthropic-messages',
    json(
      claude(
        [
          { type: 'thinking', thinking: 'R', signature: 'c2ln' },
          { type: 'text', text: 'One.' },
          { type: 'tool_use', id: 't1', name: 'f', input },
          { type: 'text', text: 'Two.' },
          { type: 'tool_use', id: 't2', name: 'g', input },
        ],
        'tool_use',
      ),
    ),
  ],
  [
    'gemini',
    json(
      gemini(
        [
          { text: 'R', thought: true },
          { text: 'One.', thoughtSignature: 'c2lnMQ==' },
          { functionCall: { id: 't1', name: 'f', args: input }, thoughtSignature: 'c2lnMg==' },
          { text: 'Two.' },
          { functionCall: { id: 't2', name: 'g', args: input } },
        ],
        'STOP',
      ),
    ),
  ],
  [
    'bedrock-converse',
    json(
      converse(
        [
          { reasoningContent: { reasoningText: { text: 'R', signature: 'c2ln' } } },
          { text: 'One.' },
          { toolUse: { toolUseId: 't1', name: 'f', input } },
          { text: 'Two.' },
          { toolUse: { toolUseId: 't2', name: 'g', input } },
        ],
        'tool_use',
      ),
    ),
  ],
  [
    'openai-responses',
    json({
      id: 'resp_1',
      object: 'response',
      status: 'completed',
      model: 'm',
      output: [
        { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'R' }], encrypted_content: 'gAAA' },
        { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'One.' }] },
        { type: 'function_call', id: 'fc_1', call_id: 't1', name: 'f', arguments: '{"q":1}', status: 'completed' },
        { type: 'message', id: 'msg_2', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Two.' }] },
        { type: 'function_call', id: 'fc_2', call_id: 't2', name: 'g', arguments: '{"q":1}', status: 'completed' },
      ],
    }),
  ],
]

const tools = ['f', 'g'].map((name) => ({ name, input_schema: { type: 'object' } }))

describe.each(answers)('an answer of %s keeps its order', (format, answer) => {
  it.each(['none', 'label'])('at %s, and goes back in it', async (visibility) => {
    const upstream = await startScripted()
    onTestFinished(() => upstream.close())
    upstream.play([answer, answer])
    const { url } = await startGateway('--upstream', upstream.origin, '--upstream-format', format, '--visibility', visibility)
    const ask = async (messages: unknown[]): Promise<Json[]> => {
      const body = JSON.stringify({ model: 'm', max_tokens: 9, tools, messages })
      const response = await fetch(`${url}/v1/messages`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      return asList(asObject(await response.json())['content']).map(asObject)
    }
    const question = { role: 'user', content: 'x' }
    const content = await ask([question])
    const shown = content.filter(({ type }) => type !== 'redacted_thinking').map(({ text, name }) => text ?? name)
    expect(shown).toEqual(['One.', 'f', 'Two.', 'g'])

    const results = ['t1', 't2'].map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'r' }))
    await ask([question, { role: 'assistant', content }, { role: 'user', content: results }])
    const { body } = answer
    const asked = JSON.stringify(upstream.seen.at(-1))
    const places = ['R', 'c2ln', 'gAAA', 'One.', 'c2lnMQ==', 't1', 'Two.', 't2'].filter((one) => body.includes(`"${one}"`))
    expect(places.map((one) => asked.indexOf(`"${one}"`))).toEqual(places.map((one) => asked.indexOf(`"${one}"`)).toSorted((a, b) => a - b))
    expect(places.every((one) => asked.includes(`"${one}"`))).toBe(true)
  })
})
