import { describe, expect, it } from 'vitest'
import { startGateway } from '../../../support/gateway.ts'
import { rememberingUpstream } from '../../../support/remembering-upstream.ts'
import { completion, messagesAnswer } from '../../../support/upstream.ts'
import { postJson } from '../../../support/post.ts'

type Json = Record<string, unknown>

/** A body in each of the APIs, and its path. */
const [chat, responses, messages] = ['/v1/chat/completions', '/v1/responses', '/v1/messages'] as const
type Path = typeof chat | typeof responses | typeof messages

const formats = { [chat]: 'openai-chat', [responses]: 'openai-responses', [messages]: 'anthropic-messages' } as const

async function start(upstream: Path) {
  const body = upstream === messages ? messagesAnswer('Hi') : completion({ content: 'Hi' })
  const { origin, seen } = await rememberingUpstream({ type: 'application/json', body })
  const { url } = await startGateway('--upstream', origin, '--upstream-format', formats[upstream])
  const send = (path: Path, fields: Json): Promise<Response> =>
    postJson(url + path, { model: 'm', ...(path === messages && { max_tokens: 9 }), ...fields })
  return { send, seen }
}

const user = (content: unknown): Json => ({ role: 'user', content })
const list = 'it must be a list of messages, such as [{"role": "user", "content": "…"}].'
const object = 'it must be an object, such as {"role": "user", "content": "…"}.'
const content = 'it must be text, or a list of parts, such as [{"type": "text", "text": "…"}].'
const items = 'it must be a list of items, or text, such as [{"role": "user", "content": "…"}].'

const rows: [path: Path, body: Json, message: string, param: string][] = [
  [chat, { messages: 'hello' }, `\`messages\` is "hello": ${list}`, 'messages'],
  [chat, { messages: { role: 'user' } }, `\`messages\` is {"role":"user"}: ${list}`, 'messages'],
  [chat, {}, `\`messages\` is missing: ${list}`, 'messages'],
  [chat, { messages: null }, `\`messages\` is null: ${list}`, 'messages'],
  [
    chat,
    { input: 'hello' },
    '`input` is there, and no `messages`, which this endpoint reads. Put the conversation into `messages`, or send it to /v1/responses.',
    'input',
  ],
  [chat, { messages: ['hi'] }, `\`messages[0]\` is "hi": ${object}`, 'messages[0]'],
  [chat, { messages: [user('a'), null] }, `\`messages[1]\` is null: ${object}`, 'messages[1]'],
  [chat, { messages: [user(5)] }, `\`messages[0].content\` is 5: ${content}`, 'messages[0].content'],
  [chat, { messages: [user(null)] }, `\`messages[0].content\` is null: ${content}`, 'messages[0].content'],
  [chat, { messages: [{ role: 'user' }] }, `\`messages[0].content\` is missing: ${content}`, 'messages[0].content'],
  [
    chat,
    { messages: [user('q'), { role: 'tool', tool_call_id: 'c', content: { found: 'x'.repeat(100) } }] },
    `\`messages[1].content\` is {"found":"${'x'.repeat(50)}…: ${content}`,
    'messages[1].content',
  ],
  [
    chat,
    { messages: [user(['hi'])] },
    '`messages[0].content[0]` is "hi": it must be an object: [{"type": "text", "text": "…"}] is a list of text.',
    'messages[0].content[0]',
  ],
  [
    chat,
    { messages: [user([{ type: 'text', text: { a: 1 } }])] },
    '`messages[0].content[0].text` is {"a":1}: it must be text.',
    'messages[0].content[0].text',
  ],

  [messages, { messages: 'x' }, `\`messages\` is "x": ${list}`, 'messages'],
  [messages, {}, `\`messages\` is missing: ${list}`, 'messages'],
  [messages, { messages: ['hi'] }, `\`messages[0]\` is "hi": ${object}`, 'messages[0]'],
  [
    messages,
    { messages: [user({ type: 'text', text: 'hi' })] },
    `\`messages[0].content\` is {"type":"text","text":"hi"}: ${content}`,
    'messages[0].content',
  ],
  [messages, { messages: [user(null)] }, `\`messages[0].content\` is null: ${content}`, 'messages[0].content'],
  [
    messages,
    { messages: [user([{ type: 'tool_result', tool_use_id: 't', content: { a: 1 } }])] },
    `\`messages[0].content[0].content\` is {"a":1}: ${content}`,
    'messages[0].content[0].content',
  ],
  [messages, { messages: [user('q')], system: 5 }, `\`system\` is 5: ${content}`, 'system'],

  [responses, { input: 5 }, `\`input\` is 5: ${items}`, 'input'],
  [responses, { input: user('hi') }, `\`input\` is {"role":"user","content":"hi"}: ${items}`, 'input'],
  [responses, {}, `\`input\` is missing: ${items}`, 'input'],
  [
    responses,
    { messages: [user('hi')] },
    '`messages` is there, and no `input`, which this endpoint reads. Put the conversation into `input`, or send it to /v1/chat/completions.',
    'messages',
  ],
  [responses, { input: ['hello'] }, `\`input[0]\` is "hello": ${object}`, 'input[0]'],
  [
    responses,
    { input: [{ content: 'hi' }] },
    '`input[0]` is {"content":"hi"}: it must be an item with a "type", or a message with a "role", such as {"role": "user", "content": "…"}.',
    'input[0]',
  ],
  [responses, { input: [user({ text: 'hi' })] }, `\`input[0].content\` is {"text":"hi"}: ${content}`, 'input[0].content'],
  [
    responses,
    { input: [user('q'), { type: 'function_call_output', call_id: 'c', output: { a: 1 } }] },
    `\`input[1].output\` is {"a":1}: ${content}`,
    'input[1].output',
  ],
  [responses, { input: 'q', instructions: ['Be brief.'] }, '`instructions` is ["Be brief."]: it must be text.', 'instructions'],
]

describe('a conversation that another API would get without what was said', () => {
  it.each(rows)('%s %j is refused, with what it was', async (path, body, text, param) => {
    const { send, seen } = await start(path === chat ? messages : chat)
    const answer = await send(path, body)
    const { error } = (await answer.json()) as { error: Json }
    expect([answer.status, error['type'], error['message']]).toEqual([400, 'invalid_request_error', text])
    if (path !== messages) expect(error['param']).toBe(param)
    expect(seen).toEqual([])
  })

  it.each([chat, messages] as const)('goes untouched to an upstream that speaks the same (%s), and can judge it', async (path) => {
    const { send, seen } = await start(path)
    expect((await send(path, { messages: 'x' })).status).toBe(200)
    expect(seen[0]!.body['messages']).toBe('x')
  })
})

describe('a conversation that says all it should', () => {
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
  const calls = { role: 'assistant', content: null, tool_calls: [call] }
  const whole: [path: Path, body: Json][] = [
    [chat, { messages: [user('q'), calls, { role: 'tool', tool_call_id: 'c' }] }],
    [chat, { messages: [{ role: 'system', content: null }, user([{ type: 'text', text: 'q' }])] }],
    [messages, { messages: [user('q')], system: [{ type: 'text', text: 'Be brief.' }] }],
    [
      messages,
      {
        messages: [
          user([
            { type: 'text', text: 'q' },
            { type: 'tool_result', tool_use_id: 't' },
          ]),
        ],
      },
    ],
    [responses, { input: 'q', instructions: null }],
    [responses, { input: [user('q'), { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }] }],
    [responses, { input: [{ type: 'message', ...user([{ type: 'input_text', text: 'q' }]) }] }],
  ]
  it.each(whole)('%s %j is no fault', async (path, body) => {
    const { send, seen } = await start(path === chat ? messages : chat)
    expect((await send(path, body)).status).toBe(200)
    expect(seen).toHaveLength(1)
  })

  it.each([chat, messages, responses])('%s takes a role that it does not know for the user’s, with a note', async (path) => {
    const { send, seen } = await start(path === chat ? messages : chat)
    const notesOf = async (role: string): Promise<number> => {
      const answer = await send(path, { [path === responses ? 'input' : 'messages']: [{ role, content: 'hi' }] })
      expect(answer.status).toBe(200)
      return Number(answer.headers.get('x-reason-notes'))
    }
    expect((await notesOf('wizard')) - (await notesOf('user'))).toBe(1)
    expect(seen[0]!.body['messages']).toEqual(seen[1]!.body['messages'])
  })
})
