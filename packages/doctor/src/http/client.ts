import { parseJson } from '../json.ts'
import { describeNetworkFailure } from './network-failure.ts'

/** Response to a request, or the reason why there is none. */
export interface HttpAnswer {
  /** 0 if no response came. */
  status: number
  headers: Headers
  body: string
  /** The parsed body. Undefined if it is not JSON. */
  json: unknown
  /** Reason why the response is incomplete. `body` contains the part before the failure. */
  failure?: string
  /** True if there was no connection. */
  unreachable?: boolean
}

export interface HttpRequest {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: unknown
  /** Timeout in milliseconds. Default: the client's. */
  timeoutMs?: number
}

export interface HttpClient {
  ask(url: string, request?: HttpRequest): Promise<HttpAnswer>
}

/** Sends a request, as the global `fetch` does. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface HttpClientOptions {
  /** Timeout of a request, in milliseconds. */
  timeoutMs: number
  /** Name of that option, for messages. Default `timeoutMs`. */
  timeoutOption?: string
  /** Removed from all answers, because servers repeat keys in errors. */
  key?: string
  /** Default: the global `fetch`. */
  fetch?: Fetch
}

/** Maximum size of a response, more than any expected one has. */
const mostBytes = 8 * 1024 * 1024

/** Creates a client whose requests never reject. Redirects are not followed, because the key would go along to an unknown address. */
export function createHttpClient({ timeoutMs, timeoutOption = 'timeoutMs', key, fetch = globalThis.fetch }: HttpClientOptions): HttpClient {
  const clean = (text: string): string => (key === undefined || key === '' ? text : text.replaceAll(key, '…'))

  return {
    async ask(url, { method = 'GET', headers = {}, body, timeoutMs: own = timeoutMs } = {}) {
      const pieces: Uint8Array[] = []
      let length = 0
      let response: Response | undefined
      let failure: string | undefined
      try {
        response = await fetch(url, {
          method,
          redirect: 'manual',
          headers: {
            accept: 'application/json, text/event-stream',
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
          signal: AbortSignal.timeout(own),
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        for await (const piece of response.body ?? []) {
          pieces.push(piece)
          length += piece.length
          if (length <= mostBytes) continue
          failure = `it does not end: more than ${mostBytes} bytes came`
          break
        }
      } catch (error) {
        failure = describeNetworkFailure(error, { timeoutMs: own, timeoutOption, begun: response !== undefined })
      }
      const text = clean(Buffer.concat(pieces).toString('utf8'))
      return {
        status: response?.status ?? 0,
        headers: new Headers(Array.from(response?.headers ?? [], ([name, value]) => [name, clean(value)] as [string, string])),
        body: text,
        json: parseJson(text),
        ...(failure !== undefined && { failure: clean(failure), unreachable: response === undefined }),
      }
    },
  }
}

export const isHtml = ({ headers, body }: HttpAnswer): boolean =>
  /text\/html/.test(headers.get('content-type') ?? '') || /^\s*<(?:!doctype|html)/i.test(body)

/** Target of a redirect. */
export const redirectOf = ({ status, headers }: HttpAnswer): string | undefined =>
  status >= 300 && status < 400 ? (headers.get('location') ?? 'somewhere else') : undefined

/** The message of an error in any layout, as one line. */
export function errorOf({ json, body }: Pick<HttpAnswer, 'json' | 'body'>): string {
  const { error, message, detail } = Object(json) as Record<string, unknown>
  const text = [Object(error).message, error, message, detail].find((one) => typeof one === 'string' && one !== '')
  return oneLine(typeof text === 'string' ? text : body)
}

export function oneLine(text: string, most = 200): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most)}…` : line
}
