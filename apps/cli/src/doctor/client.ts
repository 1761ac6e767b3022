import { describeFailure } from './network-failure.ts'

/** What came back, or why nothing did. */
export interface Answer {
  /** 0: nothing came back. */
  status: number
  headers: Headers
  body: string
  /** The body, where it is JSON. */
  json: unknown
  /** Why there is no whole answer; what came before that is in `body`. */
  failure?: string
  /** Nobody was there: no connection came about. */
  unreachable?: boolean
}

export interface Ask {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: unknown
  /** Default: the client's. */
  timeoutMs?: number
}

export interface Client {
  ask(url: string, ask?: Ask): Promise<Answer>
}

/** More than any answer to what is asked here has. */
const mostBytes = 8 * 1024 * 1024

/**
 * Asks over HTTP and throws nothing. Redirects are not followed: the key would go along, to an address that nobody gave.
 *
 * @param key - Never comes out again: where a server repeats it in an error, it is left out.
 */
export function createClient(timeoutMs: number, key?: string): Client {
  const clean = (text: string): string => (key === undefined ? text : text.replaceAll(key, '…'))

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
        failure = describeFailure(error, own, response !== undefined)
      }
      const text = clean(Buffer.concat(pieces).toString('utf8'))
      return {
        status: response?.status ?? 0,
        headers: response?.headers ?? new Headers(),
        body: text,
        json: parse(text),
        ...(failure !== undefined && { failure: clean(failure), unreachable: response === undefined }),
      }
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isHtml = ({ headers, body }: Answer): boolean =>
  /text\/html/.test(headers.get('content-type') ?? '') || /^\s*<(?:!doctype|html)/i.test(body)

/** Where it sends us, if it does. */
export const redirectOf = ({ status, headers }: Answer): string | undefined =>
  status >= 300 && status < 400 ? (headers.get('location') ?? 'somewhere else') : undefined

/** What an error says, in whatever layout; at most a line. */
export function errorOf({ json, body }: Pick<Answer, 'json' | 'body'>): string {
  const { error, message, detail } = Object(json) as Record<string, unknown>
  const said = [Object(error).message, error, message, detail].find((one) => typeof one === 'string' && one !== '')
  return oneLine(typeof said === 'string' ? said : body)
}

export function oneLine(text: string, most = 200): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most)}…` : line
}
