import { createFrameDecoder } from '@reason/core/framing'
import type { LiveEvent } from '@reason/gateway-api'
import { noGateway, type GatewayClient } from '../gateway/client.ts'

/**
 * Follows the live state of a gateway, as its dashboard does.
 *
 * @throws {CliError} if the server refuses, or is not a gateway
 */
export async function* follow(gateway: GatewayClient, signal: AbortSignal): AsyncGenerator<LiveEvent> {
  const response = await gateway.send('/api/live', { signal })
  const type = response.headers.get('content-type') ?? 'nothing'
  if (!type.startsWith('text/event-stream')) {
    await response.body?.cancel()
    throw noGateway(gateway.url, '/api/live', type)
  }
  const decoder = createFrameDecoder('sse')
  for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
    for (const { event, data } of decoder.push(text)) yield { event, data: JSON.parse(data) } as LiveEvent
  }
}
