import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Part } from '@reason/core'
import type { WriterOptions } from '@reason/core/wire'
import { encodeSse } from '@reason/core/framing'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openaiResponses } from '../../src/index.ts'
import { body, message, readBody, resultOf, texts } from './events.ts'
import { bodyOf, framesOf, partsOf } from './writing.ts'

let server: Server
let client: OpenAI
/** The server's next response. */
let parts: readonly Part[] = []
let options: WriterOptions = {}

/** Serves what the writer produces, streamed where the client asks for it, over a real connection. */
beforeAll(async () => {
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece: Buffer) => (text += piece.toString()))
    request.on('end', () => {
      if ((JSON.parse(text) as { stream?: boolean }).stream === true) {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        for (const frame of framesOf(parts, options)) response.write(encodeSse(frame))
        response.end()
      } else {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify(bodyOf(parts, options)))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  client = new OpenAI({ apiKey: 'none', baseURL: `http://127.0.0.1:${port}/v1`, maxRetries: 0 })
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const request = { model: 'm', input: 'q' }
const usage = {
  input_tokens: 4,
  input_tokens_details: { cached_tokens: 1 },
  output_tokens: 9,
  output_tokens_details: { reasoning_tokens: 5 },
  total_tokens: 13,
}
const annotation = { type: 'url_citation', start_index: 0, end_index: 1, url: 'https://example.org', title: 'E' }
const everything = readBody(
  body(
    [
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [
          { type: 'summary_text', text: '**A**' },
          { type: 'summary_text', text: '**B**' },
        ],
        encrypted_content: 'E',
      },
      { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'q' } },
      { type: 'reasoning', id: 'rs_2', summary: [], content: [{ type: 'reasoning_text', text: 'raw' }] },
      { type: 'reasoning', id: 'rs_3', summary: [], encrypted_content: 'F' },
      message('', {
        content: [
          { type: 'output_text', text: 'answer', annotations: [annotation], logprobs: [] },
          { type: 'refusal', refusal: 'no more' },
        ],
        phase: 'final_answer',
      }),
      { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'get_weather', arguments: '{"city":"Paris"}' },
      { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_2', name: 'py', input: '1+1' },
    ],
    { usage, temperature: 1 },
  ),
)

describe('the official client', () => {
  test('puts a stream together to what was written whole', async () => {
    parts = everything
    const streamed = await client.responses.stream(request).finalResponse()
    const whole = await client.responses.create(request)
    expect(streamed).toMatchObject({ ...whole, output: streamed.output })
    expect(streamed.output.map(({ type }) => type)).toEqual(whole.output.map(({ type }) => type))
    expect(streamed.output_text).toBe('answer')
    expect(whole).toMatchObject({
      id: 'resp_1',
      status: 'completed',
      usage,
      temperature: 1,
      output: [
        { type: 'reasoning', id: 'rs_1', summary: [{ text: '**A**' }, { text: '**B**' }], encrypted_content: 'E' },
        { type: 'web_search_call', id: 'ws_1' },
        { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'raw' }] },
        { type: 'reasoning', id: 'rs_3', summary: [], encrypted_content: 'F' },
        { type: 'message', phase: 'final_answer', content: [{ text: 'answer', annotations: [annotation] }, { refusal: 'no more' }] },
        { type: 'function_call', call_id: 'call_1', name: 'get_weather', arguments: '{"city":"Paris"}' },
        { type: 'custom_tool_call', call_id: 'call_2', name: 'py', input: '1+1' },
      ],
    })
  })

  test('has every delta in its snapshots: events alone come to the final response', async () => {
    parts = everything
    const seen: Record<string, string> = {}
    const stream = client.responses.stream(request)
    stream.on('event', (event) => {
      if ('delta' in event && typeof event.delta === 'string') seen[event.type] = (seen[event.type] ?? '') + event.delta
    })
    await stream.finalResponse()
    expect(seen).toEqual({
      'response.reasoning_summary_text.delta': '**A****B**',
      'response.reasoning_text.delta': 'raw',
      'response.output_text.delta': 'answer',
      'response.refusal.delta': 'no more',
      'response.function_call_arguments.delta': '{"city":"Paris"}',
      'response.custom_tool_call_input.delta': '1+1',
    })
  })

  test('accepts what was read from another format or split from text', async () => {
    parts = partsOf(['r', 'thinking'], ['c', 'soon'], ['a', 'an', 'swer'], ['f', '{}'])
    const response = await client.responses.stream(request).finalResponse()
    expect(response.output_text).toBe('answer')
    expect(response.output).toMatchObject([
      { type: 'reasoning', content: [{ text: 'thinking' }, { text: 'soon' }] },
      { type: 'message' },
      { type: 'function_call', call_id: 'call_0' },
    ])
  })

  test('accepts blocks that overlap', async () => {
    parts = [
      { type: 'block-start', block: 0, channel: 'reasoning' },
      { type: 'delta', block: 0, channel: 'reasoning', text: 'a' },
      { type: 'block-start', block: 1, channel: 'answer' },
      { type: 'delta', block: 1, channel: 'answer', text: 'x' },
      { type: 'tool-call-start', call: 0, name: 'f' },
      { type: 'delta', block: 0, channel: 'reasoning', text: 'b' },
      { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
      { type: 'delta', block: 1, channel: 'answer', text: 'y' },
      { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
      { type: 'tool-call-delta', call: 0, text: '{}' },
      { type: 'finish', reason: 'tool-calls' },
      { type: 'end' },
    ]
    const response = await client.responses.stream(request).finalResponse()
    expect(response).toMatchObject({ output_text: 'xy', output: [{ content: [{ text: 'ab' }] }, { type: 'message' }, { arguments: '{}' }] })
  })

  test('sees a failure as one', async () => {
    parts = partsOf(['a', 'x'], { type: 'error', error: { message: 'broke', code: 'server_error' } }, { type: 'finish', reason: 'error' })
    const events: OpenAI.Responses.ResponseStreamEvent[] = []
    const read = async (): Promise<void> => {
      for await (const event of await client.responses.create({ ...request, stream: true })) events.push(event)
    }
    await expect(read()).rejects.toMatchObject({ message: 'broke', code: 'server_error' })
    expect(events.some(({ type }) => type === 'response.output_text.delta')).toBe(true)
    await expect(client.responses.stream(request).finalResponse()).rejects.toThrow('broke')
    const whole = await client.responses.create(request)
    expect(whole).toMatchObject({ status: 'failed', error: { code: 'server_error' }, output_text: 'x' })
  })

  test('sees what ran out of tokens as incomplete', async () => {
    parts = partsOf(['r', 'x'], { type: 'finish', reason: 'reasoning-exhausted' })
    expect(await client.responses.stream(request).finalResponse()).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output_text: '',
    })
  })
})

test('what the client yields can be read by us as it is: events and whole responses', async () => {
  parts = everything
  options = { native: 'all' }
  const reader = openaiResponses().createReader()
  const streamed: Part[] = []
  for await (const event of await client.responses.create({ ...request, stream: true })) streamed.push(...reader.push(event))
  streamed.push(...reader.end())
  const whole = openaiResponses().readResponse(await client.responses.create(request))
  const final = openaiResponses().readResponse(await client.responses.stream(request).finalResponse())
  for (const again of [streamed, whole, final]) {
    expect(texts(again)).toEqual(texts(everything))
    expect(resultOf(again).toolCalls).toEqual(resultOf(everything).toolCalls)
    expect(resultOf(again).usage).toEqual(resultOf(everything).usage)
  }
})
