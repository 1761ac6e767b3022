import { createKeyring, openKeyFile, remember, type Authentication, type KeyFile, type Remembered } from '@reason/keys'
import type { FastifyBaseLogger } from 'fastify'
import type { ApiError } from '@reason/gateway/errors'
import { createBag, type Head, type Share } from '@reason/gateway/host'
import { adminRefusal, type Client, type ClientAccess, identifyByKey, shownKey, unauthorized } from '@reason/gateway/client-apis'
import { createPageSessions, type SessionChange } from './page-sessions.ts'
import { createSessionCookie } from './session-cookie.ts'
import { isSentByOwnPage } from './web-pages.ts'

/** Who may come in. */
export interface Access extends ClientAccess {
  /** Why a client may not come to where only administrators may. */
  adminRefusal(headers: Head): ApiError | undefined
  /** Keys as they are kept. */
  readonly file: KeyFile
  /** A page shows a key once, and is remembered. @returns For `set-cookie`. */
  signIn(shown: string, headers: Head): Promise<{ cookie: string } | ApiError>
  /** @returns For `set-cookie`. */
  signOut(headers: Head): string
  close(): void
}

export interface AccessOptions {
  /** The file of keys. */
  path: string
  /** Requests without a key are refused: others than this machine can reach the gateway. */
  required: boolean
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
  /** Other processes of the same gateway. */
  share?: Share<SessionChange> | undefined
}

/**
 * Keys as the file has them, now: changes are taken over at once.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`, where the file holds something else
 */
export function openAccess({ path, required, log, share }: AccessOptions): Access {
  const file = openKeyFile(path)
  let keyring = createKeyring(file.list())
  const sessions = createPageSessions({ share })
  const cookie = createSessionCookie(path)
  const watch = file.watch(reload)
  /** What clients have begun. */
  const begun = createBag<{ shown: Remembered; onTakenBack: (why: ApiError) => void }>()

  return {
    identify,
    adminRefusal: (headers) => adminRefusal(identify(headers)),
    follow: ({ shown }, onTakenBack) => (shown === undefined ? () => {} : begun.add({ shown, onTakenBack })),
    required,
    file,
    async signIn(shown, headers) {
      const result = upToDate(() => keyring.authenticate(shown))
      if (!result.ok) return unauthorized(result)
      signOut(headers)
      const { id, known } = sessions.open(remember(shown)!)
      await known
      return { cookie: cookie.write(id, Math.floor(sessions.lifetimeMs / 1000), headers) }
    },
    signOut,
    close: watch.close,
  }

  function reload(): void {
    try {
      keyring = createKeyring(file.list())
      log.info({ keys: keyring.size }, 'keys changed')
    } catch (error) {
      // The ones before still hold.
      log.error({ err: { message: String(error) } }, 'keys not reloaded, the previous ones stay in use')
      return
    }
    for (const { shown, onTakenBack } of begun.all()) {
      const refusal = keyring.takenBack(shown)
      if (refusal !== undefined) onTakenBack(unauthorized(refusal))
    }
  }

  function identify(headers: Head): Client | ApiError {
    const shown = shownKey(headers)
    const id = shown === undefined ? sessionId(headers) : undefined
    if (id !== undefined) {
      const session = sessions.find(id)
      if (session !== undefined) {
        const result = upToDate(() => keyring.again(session.key))
        return result.ok ? { key: result.key, shown: session.key, signedInUntil: session.expiresAt } : unauthorized(result)
      }
      if (required) return unauthorized({ reason: 'session_over', message: 'Your session has ended. Sign in again with a key.' })
    }
    return identifyByKey(headers, required, (known) =>
      upToDate(() => (typeof known === 'object' ? keyring.again(known) : keyring.authenticate(known))),
    )
  }

  /** By the keys as they are now: one may have been revoked, or made, a moment ago, also by another process. */
  function upToDate(ask: () => Authentication): Authentication {
    watch.look()
    return ask()
  }

  function signOut(headers: Head): string {
    const id = cookie.read(headers)
    if (id !== undefined) sessions.close(id)
    return cookie.write('', 0, headers)
  }

  function sessionId(headers: Head): string | undefined {
    const id = cookie.read(headers)
    return id !== undefined && isSentByOwnPage(headers) ? id : undefined
  }
}
