import { noAnswer, readError } from './api-call-error.ts'

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Request body, sent as JSON. */
  body?: unknown
  signal?: AbortSignal
  headers?: Readonly<Record<string, string>>
  /** Called with the head of each response, also of errors. */
  onResponse?(response: Response): void
}

/** Header that foreign pages cannot send. Without it, the gateway rejects requests that change something. */
const ownHeader = { 'x-reason-page': '1' }

/**
 * Sends a request to the gateway, with the session of this page.
 *
 * @param path - Relative to the address of the page, without a leading slash: `v1/models`.
 * @throws {ApiCallError} for an error response
 */
export async function request(path: string, { method = 'GET', body, signal, headers, onResponse }: RequestOptions = {}): Promise<Response> {
  const response = await fetch(new URL(path, document.baseURI), {
    method,
    credentials: 'same-origin',
    cache: 'no-store',
    headers: { ...ownHeader, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw noAnswer(error)
  })
  onResponse?.(response)
  if (response.ok) return response
  if ([401, 403].includes(response.status) && path !== sessionPath) shutOut()
  throw await readError(response)
}

/** Path of the session, whose responses do not call `shutOut`. */
const sessionPath = 'api/session'

let shutOut = (): void => undefined

/** @param act - Called when the gateway answers 401 or 403: the session ended, or the client lacks the right. */
export function onShutOut(act: () => void): void {
  shutOut = act
}

/** Sends a request and parses the JSON response. Undefined for a response without a body. */
export async function requestJson<Answer>(path: string, options?: RequestOptions): Promise<Answer> {
  const response = await request(path, options)
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}
