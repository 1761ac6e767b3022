import { words } from '../words/en/shell.ts'

/** An error response of the gateway, or a missing response. `message` is for users, and tells them what to do. */
export class ApiCallError extends Error {
  override readonly name = 'ApiCallError'
  /** HTTP status. 0 if there was no response. */
  readonly status: number
  /** Stable error code for programs: `budget_exceeded`. */
  readonly code: string | undefined
  /** Time from which the request may be sent again, in Unix milliseconds. Earlier requests would be refused. */
  readonly retryAt: number | undefined

  constructor(message: string, status: number, code?: string, retryAt?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAt = retryAt
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error && error.message !== '' ? error.message : String(error))

export async function readError(response: Response): Promise<ApiCallError> {
  const text = await response.text().catch(() => '')
  const { message, code } = errorFields(text)
  const retryAt = retryTime(response.headers, Date.now())
  return new ApiCallError(message ?? words.api.status(response.status, response.statusText), response.status, code, retryAt)
}

/** Time at which the request may be sent again, in Unix milliseconds. Reads `retry-after-ms` and `retry-after` (seconds or an HTTP date). */
export function retryTime(headers: Pick<Headers, 'get'>, now: number): number | undefined {
  const ms = numberOf(headers.get('retry-after-ms'))
  if (ms !== undefined) return now + ms
  const said = headers.get('retry-after')
  const seconds = numberOf(said)
  if (seconds !== undefined) return now + seconds * 1000
  const at = said !== null && said.endsWith(' GMT') ? Date.parse(said) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(now, at)
}

/** Parses a number of at most nine digits. Nine digits of seconds are thirty years. */
const numberOf = (text: string | null): number | undefined => (text !== null && /^\d{1,9}(?:\.\d+)?$/.test(text) ? Number(text) : undefined)

/** Error for a request without a response. */
export const noAnswer = (cause: unknown): ApiCallError => Object.assign(new ApiCallError(words.api.noAnswer, 0), { cause })

function errorFields(text: string): { message?: string; code?: string } {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown; code?: string | number | null } | string }
    if (typeof error === 'string') return { message: error }
    return {
      ...(typeof error?.message === 'string' && { message: error.message }),
      ...(error?.code !== undefined && error.code !== null && { code: String(error.code) }),
    }
  } catch {
    return {}
  }
}
