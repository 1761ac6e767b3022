import { signal } from '@preact/signals'
import type { Session } from '@reason/gateway-api'
import { onShutOut, requestJson } from './request.ts'

/** The current session. Undefined until the gateway has answered. */
export const session = signal<Session | undefined>(undefined)

/** Id of the key that signed in last. The data on the page belongs to its owner. */
let lastKey: string | undefined

/** @throws {ApiCallError} if the gateway does not answer */
export async function loadSession(): Promise<void> {
  take(await requestJson<Session>('api/session'))
}

/**
 * Signs in with a key. From then on a cookie, which scripts cannot read, identifies the session.
 * @throws {ApiCallError} if the key is refused
 */
export async function signIn(key: string): Promise<void> {
  const next = await requestJson<Session>('api/session', { method: 'POST', body: { key } })
  tabs.postMessage('in' satisfies Change)
  take(next)
}

/** @throws {ApiCallError} if the gateway does not answer; the session is still open then */
export async function signOut(): Promise<void> {
  await requestJson<Session>('api/session', { method: 'DELETE' })
  tabs.postMessage('out' satisfies Change)
  forgetAll()
}

// The session expired, was revoked, or was lost by a restart of the gateway. The user signs in again, on the same page.
onShutOut(refresh)

/** Message between tabs. They share a cookie, so signing in or out in one of them counts for all. */
type Change = 'in' | 'out'

/** Channel of this gateway. The same host may serve other gateways under other paths. */
const tabs = new BroadcastChannel(`reason session ${document.baseURI}`)
tabs.addEventListener('message', ({ data }: MessageEvent<Change>) => {
  if (data === 'out' && session.value?.key != null) forgetAll()
  else refresh()
})

function refresh(): void {
  loadSession().catch(() => undefined)
}

function take(next: Session): void {
  const key = next.key?.id
  if (lastKey !== undefined && key !== undefined && key !== lastKey) return forgetAll()
  lastKey = key ?? lastKey
  session.value = next
}

/** Reloads the page. Chats, settings and pasted text exist only in memory, so the next user does not see them. */
const forgetAll = (): void => location.reload()
