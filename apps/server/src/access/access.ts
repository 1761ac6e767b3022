import { createKeyring, openKeyFile, remember, type Authentication, type KeyFile, type Remembered } from '@reason/keys'
import type { FastifyBaseLogger } from 'fastify'
import type { ApiError } from '@reason/gateway/errors'
import { createBag, type Head, type Share } from '@reason/gateway/host'
import { adminRefusal, type Client, type ClientAccess, identifyByKey, shownKey, unauthorized } from '@reason/gateway/client-apis'
import { createPageSessions, type SessionChange } from './page-sessions.ts'
import { createSessionCookie } from './session-cookie.ts'
import { isSentByOwnPage } from './web-pages.ts'

/** Authentication of clients by key or page session. */
export interface Access extends ClientAccess {
  /** Error for a client without the administrator role. Undefined for administrators. */
  adminRefusal(headers: Head): ApiError | undefined
  /** The stored keys. */
  readonly file: KeyFile
  /** Exchanges the key that a page sends for a session. @returns Cookie for `set-cookie`, or the error. */
  signIn(shown: string, headers: Head): Promise<{ cookie: string } | ApiError>
  /** Ends the session of the request. @returns Expired cookie for `set-cookie`. */
  signOut(headers: Head): string
  close(): void
}

export interface AccessOptions {
  /** Path of the key file. */
  path: string
  /** Refuse requests without a key. True if other machines can reach the gateway. */
  required: boolean
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** Other processes of the same gateway. */
  share?: Share<SessionChange> | undefined
}

/**
 * Authenticates clients by the key file. Changes of the file apply at once.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS` if the file holds something else
 */
export function openAccess({ path, required, log, share }: AccessOptions): Access {
  const file = openKeyFile(path)
  let keyring = createKeyring(file.list())
  const sessions = createPageSessions({ share })
  const cookie = createSessionCookie(path)
  const watch = file.watch(reload)
  /** Open client calls, to end those of a revoked key. */
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
      if (keyring.size > 0) log.info({ keys: keyring.size }, 'keys changed')
      else log.warn({ path }, 'the file of keys is missing or has none: all keys are refused')
    } catch (error) {
      // The previous keys stay valid.
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

  /** Authenticates by the current file. Another process may just have added or revoked a key. */
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
