import { createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { BedrockRuntimeClient, ConverseCommand, ConverseStreamCommand, type ConverseStreamOutput } from '@aws-sdk/client-bedrock-runtime'
import type { Part } from '@reason/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bedrockConverse, encodeEventStream } from '../src/index.ts'
import {
  blockStart,
  blockStop,
  delta,
  messageStart,
  messageStop,
  metadata,
  outline,
  read,
  readBody,
  reasoning,
  redacted,
  text,
  toolUse,
} from './events.ts'

const wire = bedrockConverse()
let parts: readonly Part[] = []
let client: BedrockRuntimeClient

/** Serves `parts` to every client, streamed or whole as the address says. The client speaks HTTP/2. */
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    if (!request.url.endsWith('/converse-stream')) {
      const body = wire.writeResponse(parts) as { __type?: string }
      response.writeHead(body.__type === undefined ? 200 : 429, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
      return
    }
    response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' })
    const writer = wire.createWriter()
    for (const part of parts) for (const frame of writer.push(part)) response.write(encodeEventStream(frame))
    for (const frame of writer.end()) response.write(encodeEventStream(frame))
    response.end()
  })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  client = new BedrockRuntimeClient({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    maxAttempts: 1,
  })
})
afterAll(() => {
  client.destroy()
  server.close()
})

const request = { modelId: 'm', messages: [{ role: 'user' as const, content: [{ text: 'q' }] }] }
const full = read([
  messageStart,
  ...reasoning(0, ['2 +', ' 2'], 'Sig'),
  ...redacted(1, 'Uk9O'),
  blockStart(2, { toolUse: { toolUseId: 's', name: 'n', type: 'server_tool_use' } }),
  delta(2, { toolUse: { input: '{"a":1}' } }),
  blockStop(2),
  blockStart(3, { toolResult: { toolUseId: 's', type: 'n_result', status: 'success' } }),
  delta(3, { toolResult: [{ text: 'one' }] }),
  blockStop(3),
  delta(4, { text: 'an' }),
  delta(4, { text: 'swer' }),
  delta(4, { citation: { title: 't' } }),
  blockStop(4),
  ...toolUse(5, 'get_weather', '{"city":', '"Paris"}'),
  messageStop('tool_use'),
  metadata({ metrics: { latencyMs: 5 } }),
])

async function eventsFor(serving: readonly Part[]): Promise<AsyncIterable<ConverseStreamOutput>> {
  parts = serving
  const { stream } = await client.send(new ConverseStreamCommand(request))
  return stream!
}

test('a stream: what the client receives can be read by us as it is', async () => {
  const events: ConverseStreamOutput[] = []
  for await (const event of await eventsFor(full)) events.push(event)
  expect(events.at(-1)).toMatchObject({
    metadata: { usage: { inputTokens: 10, outputTokens: 7, totalTokens: 17 }, metrics: { latencyMs: 5 } },
  })
  expect(events.some(({ contentBlockDelta }) => contentBlockDelta?.delta?.reasoningContent?.redactedContent instanceof Uint8Array)).toBe(
    true,
  )
  expect(read(events)).toEqual(full)
})

test('a whole body', async () => {
  parts = full
  const response = await client.send(new ConverseCommand(request))
  expect(response).toMatchObject({
    output: {
      message: {
        role: 'assistant',
        content: [
          { reasoningContent: { reasoningText: { text: '2 + 2', signature: 'Sig' } } },
          { reasoningContent: { redactedContent: new TextEncoder().encode('RON') } },
          { toolUse: { toolUseId: 's', name: 'n', type: 'server_tool_use', input: { a: 1 } } },
          { toolResult: { toolUseId: 's', status: 'success', content: [{ text: 'one' }] } },
          { citationsContent: { content: [{ text: 'answer' }], citations: [{ title: 't' }] } },
          { toolUse: { toolUseId: 'tooluse_5', name: 'get_weather', input: { city: 'Paris' } } },
        ],
      },
    },
    stopReason: 'tool_use',
    usage: { inputTokens: 10, outputTokens: 7, totalTokens: 17 },
    metrics: { latencyMs: 5 },
  })
  expect(outline(readBody(response)).filter((line) => line !== 'native metrics')).toEqual(
    outline(full).filter((line) => line !== 'native metrics'),
  )
})

test('a failure after the stream has begun is an error of the client, not the end of a stream', async () => {
  const half = [messageStart, ...text(0, 'half').slice(0, 1)]
  for (const [serving, name] of [
    [read([...half, { throttlingException: { message: 'slow down' } }]), 'ThrottlingException'],
    [read(half), 'InternalServerException'],
  ] as const) {
    const stream = await eventsFor(serving)
    let said = ''
    const reading = (async () => {
      for await (const event of stream) said += event.contentBlockDelta?.delta?.text ?? ''
    })()
    await expect(reading).rejects.toMatchObject({ name })
    expect(said).toBe('half')
  }
})

test('a failure before anything came', async () => {
  parts = read([{ throttlingException: { message: 'slow down' } }])
  await expect(client.send(new ConverseCommand(request))).rejects.toMatchObject({ name: 'ThrottlingException', message: 'slow down' })
})
