import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { startGateway } from '../../../support/gateway.ts'
import { rememberingUpstream } from '../../../support/remembering-upstream.ts'
import { startReadingUpstream } from '../../../support/upstream.ts'

const patch = '*** Begin Patch\n*** Add File: a.txt\n+say "hi" \\ to 日本\n*** End Patch\n'
const grammar = 'start: "*** Begin Patch" /.+/s'

type Body = { stream?: boolean; tools: unknown; messages: unknown[] }

/** A server that knows functions alone, as llama.cpp and vLLM do, and calls one with these arguments. */
async function server(written: string): Promise<{ url: string; asked: Body[] }> {
  const asked: Body[] = []
  const url = await startReadingUpstream((json, response) => {
    const body = JSON.parse(json) as Body
    asked.push(body)
    const call = (text: string) => ({ index: 0, id: 'call_1', type: 'function', function: { name: 'apply_patch', arguments: text } })
    const of = { id: 'c', created: 1, model: 'm' }
    if (body.stream !== true) {
      const message = { role: 'assistant', content: null, reasoning_content: 'I patch it.', tool_calls: [call(written)] }
      const choices = [{ index: 0, message, finish_reason: 'tool_calls' }]
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify({ ...of, object: 'chat.completion', choices }))
    }
    const send = (delta: unknown, reason: string | null = null) =>
      response.write(
        `data: ${JSON.stringify({ ...of, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`,
      )
    response.setHeader('content-type', 'text/event-stream')
    send({ role: 'assistant', reasoning_content: 'I patch it.' })
    send({ tool_calls: [call('')] })
    for (let at = 0; at < written.length; at += 3) {
      send({ tool_calls: [{ index: 0, function: { arguments: written.slice(at, at + 3) } }] })
    }
    send({}, 'tool_calls')
    response.end('data: [DONE]\n\n')
  })
  return { url, asked }
}

const request = {
  model: 'm',
  store: false,
  tools: [
    {
      type: 'custom' as const,
      name: 'apply_patch',
      description: 'Edits files.',
      format: { type: 'grammar' as const, syntax: 'lark' as const, definition: grammar },
    },
  ],
}

describe.each(['full', 'none'])('custom tools of Responses, before Chat Completions, at visibility %s', (visibility) => {
  it.each([
    ['whole', false, JSON.stringify({ input: patch })],
    ['streamed', true, JSON.stringify({ input: patch })],
    ['streamed, and without an object around the text', true, patch],
    ['under a name of the model', false, JSON.stringify({ patch })],
    ['as a command', true, JSON.stringify({ command: ['apply_patch', patch] })],
  ])('are offered as functions, and called as what they are: %s', async (_, stream, written) => {
    const { url, asked } = await server(written)
    const gateway = await startGateway('--upstream', url, '--visibility', visibility)
    const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'none', maxRetries: 0 })
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Patch it.' }]
    const seen: unknown[] = []
    const { output } = stream
      ? await client.responses
          .stream({ ...request, input })
          .on('event', (event) => void seen.push(event.type))
          .finalResponse()
      : await client.responses.create({ ...request, input })
    const called = output.find(({ type }) => type === 'custom_tool_call') as OpenAI.Responses.ResponseCustomToolCall
    expect(called).toMatchObject({ name: 'apply_patch', input: patch })
    expect(output.some(({ type }) => type === 'function_call')).toBe(false)
    if (stream) expect(seen).toContain('response.custom_tool_call_input.done')
    expect(asked[0]!.tools).toMatchObject([
      {
        type: 'function',
        function: {
          name: 'apply_patch',
          description: `Edits files.\n\nThe input has to fit this grammar (lark):\n${grammar}`,
          parameters: { properties: { input: { type: 'string' } }, required: ['input'] },
        },
      },
    ])

    const next = [
      ...input,
      ...(output as OpenAI.Responses.ResponseInput),
      { type: 'custom_tool_call_output' as const, call_id: called.call_id, output: 'Done!' },
    ]
    await client.responses.create({ ...request, input: next })
    expect(asked[1]!.messages.slice(1)).toMatchObject([
      {
        role: 'assistant',
        reasoning_content: 'I patch it.',
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'apply_patch', arguments: JSON.stringify({ input: patch }) } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'Done!' },
    ])
  })
})

const chatTools: OpenAI.Chat.ChatCompletionTool[] = [
  {
    type: 'custom',
    custom: { name: 'exec', description: 'Runs.', format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: /.+/' } } },
  },
]
const custom = { name: 'exec', input: 'ls -l' }
const asFunction = { input: 'ls -l' }
const own = { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_1', status: 'completed', ...custom }
const responses = { id: 'resp_1', object: 'response', status: 'completed', output: [own] }
const claude = { id: 'msg_1', type: 'message', role: 'assistant', stop_reason: 'tool_use', usage: { input_tokens: 1, output_tokens: 1 } }
const gemini = { content: { role: 'model', parts: [{ functionCall: { name: 'exec', args: asFunction } }] }, finishReason: 'STOP' }
const offered = { type: 'custom', name: 'exec', description: 'Runs.' }

describe('custom tools of Chat Completions', () => {
  it.each([
    [
      'openai-responses',
      responses,
      {
        tools: [{ ...offered, format: { type: 'grammar', syntax: 'lark', definition: 'start: /.+/' } }],
        tool_choice: { type: 'custom', name: 'exec' },
      },
      { input: [{}, { type: 'custom_tool_call', call_id: 'call_1', ...custom }, { type: 'custom_tool_call_output', output: 'a.txt' }] },
    ],
    [
      'anthropic-messages',
      { ...claude, content: [{ type: 'tool_use', id: 'call_1', name: 'exec', input: asFunction }] },
      { tools: [{ name: 'exec', input_schema: { required: ['input'] } }], tool_choice: { type: 'tool', name: 'exec' } },
      { messages: [{}, { content: [{ type: 'tool_use', input: asFunction }] }, { content: [{ type: 'tool_result' }] }] },
    ],
    [
      'gemini',
      { candidates: [gemini] },
      { tools: [{ functionDeclarations: [{ name: 'exec' }] }] },
      { contents: [{}, { parts: [{ functionCall: { args: asFunction } }] }, { parts: [{ functionResponse: {} }] }] },
    ],
  ])('are offered to %s, and called as what they are', async (format, answer, first, second) => {
    const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: JSON.stringify(answer) })
    const { client } = await startGateway('--upstream', origin, '--upstream-format', format)
    const request = { model: 'gpt-5', tools: chatTools, tool_choice: { type: 'custom' as const, custom: { name: 'exec' } } }
    const messages: OpenAI.Chat.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Look.' }]
    const { choices } = await client.chat.completions.create({ ...request, messages })
    const [{ message, finish_reason: reason }] = choices as [OpenAI.Chat.ChatCompletion.Choice]
    expect([reason, message.tool_calls]).toMatchObject(['tool_calls', [{ type: 'custom', custom }]])
    const result = { role: 'tool' as const, tool_call_id: message.tool_calls![0]!.id, content: 'a.txt' }
    await client.chat.completions.create({ ...request, messages: [...messages, message, result] })
    expect(seen.map(({ body }) => body)).toMatchObject([first, second])
  })
})
