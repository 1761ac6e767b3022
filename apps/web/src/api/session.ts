import { signal } from '@preact/signals'
import type { Session } from '@reason/gateway-api'
import { onShutOut, requestJson } from './request.ts'

/** Undefined: the gateway has not said it yet. */
export const session = signal<Session | undefined>(undefined)

/** The key that was signed in last. What the page holds is its owner's. */
let lastKey: string | undefined

/** @throws {ApiError} where the gateway does not answer */
export async function loadSession(): Promise<void> {
  take(await requestJson<Session>('api/session'))
}

/**
 * Shows a key once; from then on a cookie says who we are that no script can read.
 * @throws {ApiError} for a key that is not taken
 */
export async function signIn(key: string): Promise<void> {
  const next = await requestJson<Session>('api/session', { method: 'POST', body: { key } })
  tabs.postMessage('in' satisfies Change)
  take(next)
}

/** @throws {ApiError} where the gateway does not answer: one is still signed in */
export async function signOut(): Promise<void> {
  await requestJson<Session>('api/session', { method: 'DELETE' })
  tabs.postMessage('out' satisfies Change)
  forgetAll()
}

// The session expired, was revoked, or was lost by a restart of the gateway. The user signs in again, on the same page.
onShutOut(refresh)

/** Message between tabs. They share a cookie, so signing in or out in one of them counts for all. */
type Change = 'in' | 'out'

/** The channel of this gateway. Others may have other paths on the same host. */
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

/** Questions, answers, settings and what was pasted are in memory alone. The next one at this screen gets none of it. */
const forgetAll = (): void => location.reload()
