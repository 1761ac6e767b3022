import { expect, it } from 'vitest'
import { asList, asObject, type Json } from '@reason/gateway/json'
import { startGateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { completion } from '../../support/upstream.ts'
import { postJson } from '../../support/post.ts'

/** A thought, a preamble, and a call, as gpt-oss writes them where no server splits its text. */
const step =
  '<|channel|>analysis<|message|>a > b, c > d<|end|><|start|>assistant<|channel|>commentary<|message|>I look.<|end|>' +
  '<|start|>assistant<|channel|>commentary to=functions.look <|constrain|>json<|message|>{}<|call|>'

const tool = { name: 'look', parameters: { type: 'object' } }

const rows: readonly [path: string, first: Json, next: (answer: Json) => Json, texts: readonly string[]][] = [
  [
    '/v1/chat/completions',
    { messages: [{ role: 'user', content: 'Q' }], tools: [{ type: 'function', function: tool }] },
    ({ choices }) => ({ messages: [{ role: 'user', content: 'Q' }, bare(asObject(asObject(asList(choices)[0])['message'])), result] }),
    ['a > b, c > d\n\nI look.'],
  ],
  [
    '/v1/messages',
    { max_tokens: 1000, messages: [{ role: 'user', content: 'Q' }], tools: [{ name: 'look', input_schema: { type: 'object' } }] },
    ({ content }) => ({
      messages: [
        { role: 'user', content: 'Q' },
        {
          role: 'assistant',
          content: asList(content)
            .filter((block) => asObject(block)['type'] !== 'redacted_thinking')
            .map(unsigned),
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: idIn(content), content: 'Seen.' }] },
      ],
    }),
    ['a > b, c > d', 'I look.'],
  ],
  [
    '/v1/responses',
    { input: 'Q', store: false, tools: [{ type: 'function', ...tool }] },
    ({ output }) => ({
      input: [
        { role: 'user', content: 'Q' },
        ...asList(output).map((item) => ({ ...asObject(item), encrypted_content: undefined })),
        { type: 'function_call_output', call_id: idIn(output), output: 'Seen.' },
      ],
    }),
    ['a > b, c > d', 'I look.'],
  ],
]

const result = { role: 'tool', tool_call_id: 'call_0', content: 'Seen.' }

/** Without what is sealed in it. */
const bare = ({ tool_calls: calls, ...message }: Json): Json => ({
  ...message,
  reasoning_details: undefined,
  tool_calls: asList(calls).map((call) => ({ ...asObject(call), id: 'call_0' })),
})

const unsigned = (block: unknown): Json => ({ ...asObject(block), ...(asObject(block)['type'] === 'thinking' && { signature: '' }) })

const idIn = (list: unknown): unknown =>
  asList(list).flatMap((item) => {
    const { type, id, call_id: call } = asObject(item)
    return type === 'tool_use' ? [id] : type === 'function_call' ? [call] : []
  })[0]

/** The texts of the reasoning of an answer. */
function thoughtsIn(value: unknown): string[] {
  const { type, thinking, text, reasoning_content: field } = asObject(value)
  const own = [field, thinking, type === 'reasoning_text' ? text : undefined].filter((one) => typeof one === 'string')
  const inside = Array.isArray(value) ? value : Object.values(asObject(value))
  return [...own, ...inside.filter((one) => typeof one === 'object' && one !== null).flatMap(thoughtsIn)]
}

it.each(rows)('commentary stays apart from the thought before it, both ways: %s', async (path, first, next, texts) => {
  const upstream = await rememberingUpstream({ type: 'application/json', body: completion({ content: step }) })
  const { url } = await startGateway(
    '--upstream',
    upstream.origin,
    '--upstream-format',
    'openai-chat',
    '--upstream-provider',
    'llamacpp',
    '--seal-carrier',
    'field',
  )
  const ask = async (body: Json): Promise<Json> => {
    const response = await postJson(url + path, { ...first, model: 'gpt-oss-20b', ...body })
    return (await response.json()) as Json
  }
  const answer = await ask({})
  expect(thoughtsIn(answer)).toEqual(texts)
  await ask(next(answer))
  const said = asObject(asList(upstream.seen.at(-1)!.body['messages'])[1])
  expect(said['reasoning'] ?? said['reasoning_content']).toBe('a > b, c > d\n\nI look.')
})
