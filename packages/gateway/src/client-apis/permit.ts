import { type ApiError, isApiError } from '../errors/api-error.ts'
import type { Head } from '../head.ts'
import type { ClientAccess } from './client-access.ts'

/** For how long a request may go on. */
export interface Permit {
  /** Aborts when its client has left, or its key is taken back. */
  signal: AbortSignal
  /** Why it may not go on. */
  takenBack(): ApiError | undefined
  /** It is over. */
  end(): void
}

/** Follows the client of a request, and its key, until it is over. @param onGone - Calls back once, when the client has left or has everything. */
export function permitFor(access: Pick<ClientAccess, 'identify' | 'follow'>, head: Head, onGone: (run: () => void) => void): Permit {
  const over = new AbortController()
  let why: ApiError | undefined
  const client = access.identify(head)
  let unfollow = isApiError(client)
    ? undefined
    : access.follow(client, (reason) => {
        why = reason
        over.abort()
      })
  onGone(() => {
    end()
    over.abort()
  })
  return { signal: over.signal, takenBack: () => why, end }

  function end(): void {
    unfollow?.()
    unfollow = undefined
  }
}
