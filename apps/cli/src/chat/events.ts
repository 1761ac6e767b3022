import { createFrameDecoder } from '@reason/core/framing'
import type { GenerateEvent, GenerateRequest } from '@reason/gateway-api/generate'
import { noGateway, type GatewayClient } from '../gateway/client.ts'

export interface Generation {
  /** Reasoning tokens that its budgets still had when it began. Undefined: none binds it. */
  remaining: number | undefined
  /** Under which id it is stored. Undefined: it is not. */
  trace: string | undefined
  events: AsyncIterable<GenerateEvent>
}

/**
 * Asks the gateway.
 *
 * @throws {CliError} where it refuses, or is none
 */
export async function generate(gateway: GatewayClient, request: GenerateRequest, signal: AbortSignal): Promise<Generation> {
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
