import type { ServerResponse } from 'node:http'
import { chunk, completion, done, sendStream, startReadingUpstream } from './upstream.ts'

/** Handles a chat request of a fake upstream. */
export type Behave = (response: ServerResponse, body: { model: string; stream?: boolean }) => void

export interface FakeUpstream {
  name: string
  url: string
  /** Models of the received requests, in order. */
  asked: string[]
  /** Number of open requests. `most` is its maximum so far. */
  open: number
  most: number
  /** Sets the handler for the following requests. */
  behave(how: Behave): void
}

/** Starts an upstream on loopback that answers with its name, and lists one model, `NAME-model`. */
export async function fakeUpstream(name: string, first: Behave = answers(name)): Promise<FakeUpstream> {
  let how = first
  const fake: FakeUpstream = { name, url: '', asked: [], open: 0, most: 0, behave: (next) => void (how = next) }
  fake.url = await startReadingUpstream((text, response, request) => {
    if (request.method === 'GET') return void response.writeHead(200, { 'content-type': 'application/json' }).end(listOf(`${name}-model`))
    const body = JSON.parse(text) as { model: string; stream?: boolean }
    fake.asked.push(body.model)
    fake.open += 1
    fake.most = Math.max(fake.most, fake.open)
    response.on('close', () => (fake.open -= 1))
    how(response, body)
  })
  return fake
}

export const answers =
  (text: string): Behave =>
  (response, { stream }) => {
    if (stream === true) {
      sendStream(response)
      response.end(chunk({ content: text }) + chunk({}, { finish_reason: 'stop' }) + done)
    } else response.writeHead(200, { 'content-type': 'application/json' }).end(completion({ content: text }))
  }

export const refuses =
  (status: number, headers: Record<string, string> = {}): Behave =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(`{"error":{"message":"no ${status}"}}`)

/** Handler that holds every request until `release` answers all. */
export function holds(text: string): { behave: Behave; release(): void } {
  const held: (() => void)[] = []
  return {
    behave: (response, body) => void held.push(() => answers(text)(response, body)),
    release: () => held.splice(0).forEach((answer) => answer()),
  }
}

const listOf = (...ids: string[]): string => JSON.stringify({ object: 'list', data: ids.map((id) => ({ id, object: 'model' })) })

/** URL of a port without a listener. */
export const closedPort = 'http://127.0.0.1:1/v1'

/** Flags for several upstreams, without probes by default. */
export const upstreams = (...entries: Record<string, unknown>[]): string[] => [
  '--adapter',
  'plain',
  '--upstreams',
  JSON.stringify(entries.map((entry) => ({ probe: 0, ...entry }))),
]
