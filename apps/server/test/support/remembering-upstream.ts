import type { IncomingHttpHeaders } from 'node:http'
import { startReadingUpstream } from './upstream.ts'

/** A request as the upstream received it. */
export interface Seen {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
  /** The body as text. */
  text: string
}

export interface Answer {
  status?: number
  type: string
  body: string | Buffer
}

/** Starts an upstream that gives every request the same answer, and records the requests. Its address has no path. */
export async function rememberingUpstream({ status = 200, type, body }: Answer): Promise<{ origin: string; seen: Seen[] }> {
  const seen: Seen[] = []
  const address = await startReadingUpstream((text, response, request) => {
    const { method, url, headers } = request
    seen.push({ method, url, headers, text, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) })
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  return { origin: new URL(address).origin, seen }
}

/** The bodies that came, in order. Questions about the server have none. */
export const bodiesOf = (seen: readonly Seen[]): Seen['body'][] => seen.flatMap(({ text, body }) => (text === '' ? [] : [body]))
