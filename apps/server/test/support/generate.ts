import { once } from 'node:events'
import { createFrameDecoder } from '@reason/core/framing'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import type { FinalEvent, GenerateEvent } from '@reason/gateway-api/generate'

type Headers = Record<string, string>

/** Sends a request to `/v1/generate`. */
export const postGenerate = (url: string, body: unknown, headers: Headers = {}): Promise<Response> =>
  fetch(`${url}/v1/generate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** Reads the events of a stream as a client of server-sent events does. */
async function eventsOf(response: Response): Promise<GenerateEvent[]> {
  const decoder = createFrameDecoder('sse')
  return [...decoder.push(await response.text()), ...decoder.end()].map(({ event, data }) => {
    const read = JSON.parse(data) as GenerateEvent
    if (event !== read.type) throw new Error(`The event ${event} says that it is ${read.type}.`)
    return read
  })
}

export async function streamed(url: string, body: object, headers?: Headers): Promise<GenerateEvent[]> {
  return eventsOf(await postGenerate(url, { ...body, stream: true }, headers))
}

/** A WebSocket connection that queues events until the test reads them. */
export interface Connection {
  socket: WebSocket
  send(message: unknown): void
  /** The next event. */
  next(): Promise<GenerateEvent>
  /** All events up to the end of the generation. */
  rest(): Promise<GenerateEvent[]>
}

export async function connectGenerate(url: string, headers: Headers = {}): Promise<Connection> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/generate`, { headers })
  onTestFinished(() => socket.terminate())
  const waiting: GenerateEvent[] = []
  let wake = (): void => {}
  socket.on('message', (data) => {
    waiting.push(JSON.parse((data as Buffer).toString('utf8')) as GenerateEvent)
    wake()
  })
  socket.on('close', () => wake())
  await once(socket, 'open')
  return { socket, send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)), next, rest }

  async function next(): Promise<GenerateEvent> {
    while (waiting.length === 0) {
      if (socket.readyState !== socket.OPEN) throw new Error('The connection was closed.')
      await new Promise<void>((resolve) => (wake = resolve))
    }
    return waiting.shift()!
  }

  async function rest(): Promise<GenerateEvent[]> {
    const events: GenerateEvent[] = []
    for (;;) {
      const event = await next()
      events.push(event)
      if (event.type === 'final' || event.type === 'error' || event.type === 'cancelled') return events
    }
  }
}

export const textOf = (events: readonly GenerateEvent[], type: 'analysis' | 'commentary' | 'token'): string =>
  events.map((event) => (event.type === type ? event.text : '')).join('')

export function finalOf(events: readonly GenerateEvent[]): FinalEvent {
  const last = events.at(-1)
  if (last?.type !== 'final') throw new Error(`The last event is ${last?.type}.`)
  return last
}
