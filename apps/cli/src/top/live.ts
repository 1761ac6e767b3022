import type { LiveEvent } from '@reason/gateway-api'
import type { GatewayClient } from '../gateway/client.ts'

/**
 * Follows the live state of a gateway, as its dashboard does.
 *
 * @throws {CliError} if the server refuses, or is not a gateway
 */
export async function* follow(gateway: GatewayClient, signal: AbortSignal): AsyncGenerator<LiveEvent> {
  const { events } = await gateway.stream('/api/live', { signal })
  for await (const { event, data } of events) yield { event, data: JSON.parse(data) } as LiveEvent
}
