import { type ApiError, isApiError } from '../errors/api-error.ts'
import type { Head } from '../head.ts'
import type { ClientAccess } from './client-access.ts'

/** Controls how long a request may run. */
export interface Permit {
  /** Aborted when the client disconnects, or its key is revoked. */
  signal: AbortSignal
  /** The error if the key was revoked. */
  takenBack(): ApiError | undefined
  /** Ends the permit when the request is over. */
  end(): void
}

/**
 * Follows the client of a request, and its key, until the request is over.
 *
 * @param onGone - Calls `run` once the client disconnects or has everything.
 */
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
