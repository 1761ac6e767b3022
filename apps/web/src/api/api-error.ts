import { words } from '../words/en/shell.ts'

/** The gateway refused, or did not answer. `message` is for people, and says what to do. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** Of HTTP; 0 where there was no answer. */
  readonly status: number
  /** Stable, for programs: `budget_exceeded`. */
  readonly code: string | undefined

  constructor(message: string, status: number, code?: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error && error.message !== '' ? error.message : String(error))

/** From an answer that is none. */
export async function readError(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  const { message, code } = errorFields(text)
  return new ApiError(message ?? words.api.status(response.status, response.statusText), response.status, code)
}

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
