import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { startGateway } from '../../../support/gateway.ts'
import { startUpstream } from '../../../support/upstream.ts'

const patch = '*** Begin Patch\n*** Add File: a.txt\n+say "hi" \\ to 日本\n*** End Patch\n'
const grammar = 'start: "*** Begin Patch" /.+/s'

type Body = { stream?: boolean; tools: unknown; messages: unknown[] }

/** A server that knows functions alone, as llama.cpp and vLLM do, and calls one with these arguments. */
async function server(written: string): Promise<{ url: string; asked: Body[] }> {
  const asked: Body[] = []
  const url = await startUpstream((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(pieces).toString('utf8')) as Body
      asked.push(body)
      const call = (text: string) => ({ index: 0, id: 'call_1', type: 'function', function: { name: 'apply_patch', arguments: text } })
      const of = { id: 'c', created: 1, model: 'm' }
      if (body.stream !== true) {
        const message = { role: 'assistant', content: null, reasoning_content: 'I patch it.', tool_calls: [call(written)] }
        const choices = [{ index: 0, message, finish_reason: 'tool_calls' }]
        return void response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ ...of, object: 'chat.completion', choices }))
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
