import { noAnswer, readError } from './api-error.ts'

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  signal?: AbortSignal
  headers?: Readonly<Record<string, string>>
  /** Told when the head of an answer has come, whatever it is. */
  onResponse?(response: Response): void
}

/** No page from elsewhere can send this: where it is missing, the gateway changes nothing. */
const ownHeader = { 'x-reason-page': '1' }

/**
 * Asks the gateway, with the session of this page.
 *
 * @param path - Without a slash in front: it stays below the address of the page, whatever that is. `v1/models`.
 * @throws {ApiError} for whatever is no success
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

/** The one address that says by itself who is signed in. */
const sessionPath = 'api/session'

let shutOut = (): void => undefined

/** @param act - Called when the gateway does not know this page any more, or does not let it do what it takes to be allowed. */
export function onShutOut(act: () => void): void {
  shutOut = act
}

/** The same, for an answer in JSON. `undefined` for one without a body. */
export async function requestJson<Answer>(path: string, options?: RequestOptions): Promise<Answer> {
  const response = await request(path, options)
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}
