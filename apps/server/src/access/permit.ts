import type { IncomingHttpHeaders } from 'node:http'
import { type ApiError, isApiError } from '@reason/gateway/errors'
import { onGone } from '../listen/client-disconnect.ts'
import type { Access } from './access.ts'

/** For how long a request may go on. */
export interface Permit {
  /** Aborts when its client has left, or its key is taken back. */
  signal: AbortSignal
  /** Why it may not go on. */
  takenBack(): ApiError | undefined
  /** It is over. */
  end(): void
}

/** Follows the client of a request, and its key, until it is over. */
export function permitFor(
  access: Pick<Access, 'identify' | 'follow'>,
  headers: IncomingHttpHeaders,
  receiver: Parameters<typeof onGone>[0],
): Permit {
  const over = new AbortController()
  let why: ApiError | undefined
  const client = access.identify(headers)
  let unfollow = isApiError(client)
    ? undefined
    : access.follow(client, (reason) => {
        why = reason
        over.abort()
      })
  onGone(receiver, () => {
    end()
    over.abort()
  })
  return { signal: over.signal, takenBack: () => why, end }

  function end(): void {
    unfollow?.()
    unfollow = undefined
  }
}
