import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import OpenAI from 'openai'
import { onTestFinished } from 'vitest'
import { createGateway, type Gateway } from '../../src/gateway.ts'
import type { GatewayOptions } from '../../src/gateway-options.ts'

export interface Rig {
  gateway: Gateway
  client: OpenAI
  /** What the upstream was sent, parsed. */
  asked: Record<string, unknown>[]
}

/** Plays the upstream. */
export type Play = (response: ServerResponse, request: IncomingMessage) => void

/**
 * Starts a gateway before an upstream, both until the end of the test.
 *
 * @param more - Options that name the upstream. Default: as the only one.
 */
export async function rig(
  play: Play,
  options: Partial<GatewayOptions> = {},
  more: (upstream: string) => Partial<GatewayOptions> = (upstream) => ({ upstream }),
): Promise<Rig> {
  const asked: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      asked.push(JSON.parse(Buffer.concat(pieces).toString() || '{}') as Record<string, unknown>)
      play(response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const gateway = createGateway({ ...more(upstream), startProbe: false, ...options })
  onTestFinished(async () => {
    await gateway.close({ timeoutMs: 100 })
    server.closeAllConnections()
    server.close()
  })
  return { gateway, client: clientOf(gateway), asked }
}

export const clientOf = (gateway: Gateway, apiKey = 'none'): OpenAI =>
  new OpenAI({
    apiKey,
    baseURL: 'http://gateway.example/v1',
    maxRetries: 0,
    fetch: (url, init) => gateway.fetch(new Request(url as string, init as RequestInit)),
  })
