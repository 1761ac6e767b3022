import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TraceSummary } from '@reason/trace-store'
import { patienceMs } from '@reason/testkit/patience'
import { expect, onTestFinished, vi } from 'vitest'
import { startGateway, type Gateway } from '../../support/gateway.ts'
import { chunk, completion, done, sendStream } from '../../support/upstream.ts'
import { type Api, pathOf, requestOf } from './apis.ts'

/** Writes an upstream's answer, right or with a fault. */
export type Behaviour = (response: ServerResponse, socket: Socket, stream: boolean) => void

export interface Upstream {
  address: string
  /** Sets the behaviour for the following requests. */
  behave(behaviour: Behaviour): void
  /** Stops listening, and closes all connections. */
  stop(): Promise<void>
  /** Listens again at the same address. */
  start(): Promise<void>
  /** Number of unfinished responses on open connections. */
  busy(): number
}

export const well: Behaviour = (response, _, stream) => {
  if (!stream)
    return void response.setHeader('content-type', 'application/json').end(completion({ reasoning_content: 'Hm.', content: 'Fine.' }))
  sendStream(response)
  response.end(chunk({ reasoning_content: 'Hm.' }) + chunk({ content: 'Fine.' }) + chunk({}, { finish_reason: 'stop' }) + done)
}

/** Starts an upstream on loopback. */
async function startFaultyUpstream(): Promise<Upstream> {
  let behaviour = well
  const sockets = new Set<Socket>()
  const open = new Set<ServerResponse>()
  const server = createServer((incoming, response) => {
    open.add(response)
    response.on('close', () => open.delete(response)).on('error', () => {})
    let body = ''
    incoming.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    incoming.on('end', () => behaviour(response, incoming.socket, (JSON.parse(body) as { stream?: boolean }).stream === true))
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  await listen(0)
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    address: `http://127.0.0.1:${port}/v1`,
    behave: (next) => void (behaviour = next),
    async stop() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    start: () => listen(port),
    busy: () => open.size,
  }

  async function listen(where: number): Promise<void> {
    server.listen(where, '127.0.0.1')
    await once(server, 'listening')
  }
}

export interface Rig extends Gateway {
  upstream: Upstream
  ask(api: Api, stream: boolean, session?: string, more?: Readonly<Record<string, unknown>>): Promise<Reply>
  /**
   * Waits until nothing is in progress: no request in flight, no budget reserved, no upstream response open, no client connected. Each session
   * must have exactly the given traces.
   */
  settled(traces: Readonly<Record<string, string[]>>): Promise<void>
  /** Number of requests to the upstream by outcome, from the metrics. */
  asked(): Promise<Record<string, number>>
}

export interface Reply {
  status: number
  headers: IncomingMessage['headers']
  text: string
  /** The body ended as HTTP requires. */
  whole: boolean
}

/** Starts a gateway with everything on, and an upstream whose faults the test controls. */
export async function startRig(...flags: string[]): Promise<Rig> {
  const upstream = await startFaultyUpstream()
  const folder = mkdtempSync(join(tmpdir(), 'reason-faults-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const gateway = await startGateway('--upstream', upstream.address, '--data-dir', folder, '--traces', 'sqlite', ...flags)
  const get = async <T>(url: string): Promise<T> => (await gateway.app.inject(url)).json<T>()

  return {
    ...gateway,
    upstream,
    ask: (api, stream, session = 'some', more = {}) =>
      post(gateway.port, pathOf(api), JSON.stringify({ ...requestOf(api, stream), ...more }), { 'x-reason-session': session }),
    async asked() {
      const { body } = await gateway.app.inject('/metrics')
      const series = [...body.matchAll(/^upstream_requests_total\{provider="other",upstream="[^"]+",outcome="(\w+)"\} (\d+)$/gm)]
      return Object.fromEntries(series.flatMap(([, outcome, count]) => (count === '0' ? [] : [[outcome!, Number(count)]])))
    },
    settled: (traces) =>
      vi.waitFor(
        async () => {
          const metrics = (await gateway.app.inject('/metrics')).body
          // The metric is absent before the first request.
          expect(/^gateway_requests_in_flight (.*)$/m.exec(metrics)?.[1] ?? '0').toBe('0')
          expect(upstream.busy()).toBe(0)
          expect(await new Promise((resolve) => gateway.app.server.getConnections((_, count) => resolve(count)))).toBe(0)
          for (const [session, outcomes] of Object.entries(traces)) {
            const { budgets } = await get<{ budgets: { reserved: number }[] }>(`/api/sessions/${session}/budget`)
            expect(budgets.map(({ reserved }) => reserved)).toEqual(budgets.map(() => 0))
            const { items } = await get<{ items: TraceSummary[] }>(`/api/traces?session=${session}`)
            expect(items.map(({ outcome }) => outcome)).toEqual(outcomes)
          }
        },
        { timeout: patienceMs, interval: 20 },
      ),
  }
}

/** Sends a request on its own connection, which closes after the answer. */
export async function post(
  port: number,
  path: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const outgoing = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path,
    agent: false,
    headers: { 'content-type': 'application/json', ...headers },
  })
  outgoing.end(body)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  outgoing.on('error', () => {})
  const pieces: Buffer[] = []
  const whole = await new Promise<boolean>((resolve) => {
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    incoming.on('error', () => {}).on('close', () => resolve(incoming.complete))
  })
  return { status: incoming.statusCode!, headers: incoming.headers, text: Buffer.concat(pieces).toString('utf8'), whole }
}
