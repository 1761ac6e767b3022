import { words } from '../words/en/shell.ts'

/** The gateway refused, or did not answer. `message` is for people, and says what to do. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** Of HTTP; 0 where there was no answer. */
  readonly status: number
  /** Stable, for programs: `budget_exceeded`. */
  readonly code: string | undefined
  /** Before then it would be refused again. Unix milliseconds. */
  readonly retryAt: number | undefined

  constructor(message: string, status: number, code?: string, retryAt?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAt = retryAt
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error && error.message !== '' ? error.message : String(error))

/** From an answer that is none. */
export async function readError(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  const { message, code } = errorFields(text)
  const retryAt = retryTime(response.headers, Date.now())
  return new ApiError(message ?? words.api.status(response.status, response.statusText), response.status, code, retryAt)
}

/** When one may ask again, where an answer says so: after so many milliseconds or seconds, or at a time as HTTP writes it. In Unix milliseconds. */
export function retryTime(headers: Pick<Headers, 'get'>, now: number): number | undefined {
  const ms = numberOf(headers.get('retry-after-ms'))
  if (ms !== undefined) return now + ms
  const said = headers.get('retry-after')
  const seconds = numberOf(said)
  if (seconds !== undefined) return now + seconds * 1000
  const at = said !== null && said.endsWith(' GMT') ? Date.parse(said) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(now, at)
}

/** Nine digits of seconds are thirty years: what is longer is no time. */
const numberOf = (text: string | null): number | undefined => (text !== null && /^\d{1,9}(?:\.\d+)?$/.test(text) ? Number(text) : undefined)

/** Nothing came at all. */
export const noAnswer = (cause: unknown): ApiError => Object.assign(new ApiError(words.api.noAnswer, 0), { cause })

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
