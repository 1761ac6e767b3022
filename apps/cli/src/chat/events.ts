import type { GenerateEvent, GenerateRequest } from '@reason/gateway-api/generate'
import type { GatewayClient } from '../gateway/client.ts'

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
  const { headers, events } = await gateway.stream('/v1/generate', { method: 'POST', body: { ...request, stream: true }, signal })
  const remaining = headers.get('x-reason-budget-remaining')
  const trace = headers.get('x-reason-trace-id') ?? undefined
  return { remaining: remaining === null ? undefined : Number(remaining), trace, events: eventsIn(events) }
}

async function* eventsIn(frames: AsyncIterable<{ data: string }>): AsyncGenerator<GenerateEvent> {
  for await (const { data } of frames) yield JSON.parse(data) as GenerateEvent
}
