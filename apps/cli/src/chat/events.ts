import { createFrameDecoder } from '@reason/core/framing'
import type { GenerateEvent, GenerateRequest } from '@reason/gateway-api/generate'
import { noGateway, type GatewayClient } from '../gateway/client.ts'

export interface ChatGeneration {
  /** Reasoning tokens left in the budgets at the beginning. Undefined if no budget applies. */
  remaining: number | undefined
  /** Id of the stored trace. Undefined if none is stored. */
  trace: string | undefined
  events: AsyncIterable<GenerateEvent>
}

/**
 * Sends a request to the gateway.
 *
 * @throws {CliError} if the server refuses, or is not a gateway
 */
export async function generate(gateway: GatewayClient, request: GenerateRequest, signal: AbortSignal): Promise<ChatGeneration> {
  const response = await gateway.send('/v1/generate', { method: 'POST', body: { ...request, stream: true }, signal })
  const type = response.headers.get('content-type') ?? 'nothing'
  if (!type.startsWith('text/event-stream')) {
    await response.body?.cancel()
    throw noGateway(gateway.url, '/v1/generate', type)
  }
  const remaining = response.headers.get('x-reason-budget-remaining')
  const trace = response.headers.get('x-reason-trace-id') ?? undefined
  return { remaining: remaining === null ? undefined : Number(remaining), trace, events: eventsOf(response.body!) }
}

async function* eventsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<GenerateEvent> {
  const decoder = createFrameDecoder('sse')
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    for (const { data } of decoder.push(text)) yield JSON.parse(data) as GenerateEvent
  }
}
