import { signal } from '@preact/signals'
import { requestJson } from './request.ts'

/** Who looks at the pages, as far as the gateway tells them. */
export interface Session {
  /** Nobody comes in without a key. */
  required: boolean
  signedIn: boolean
  /** May see what is stored of everybody, and how the gateway fares. */
  administrator: boolean
  /** How much of the reasoning may be seen at most. */
  visibility: 'full' | 'summary' | 'label' | 'none'
  key: { id: string; name: string } | null
  /** Unix milliseconds: then one has to sign in again. */
  until: number | null
  /** Why what was shown before is not taken any more. */
  problem: string | null
}

/** Undefined: the gateway has not said it yet. */
export const session = signal<Session | undefined>(undefined)

/** @throws {ApiError} where the gateway does not answer */
export async function loadSession(): Promise<void> {
  session.value = await requestJson<Session>('api/session')
}

/**
 * Shows a key once; from then on a cookie says who we are that no script can read.
 * @throws {ApiError} for a key that is not taken
 */
export async function signIn(key: string): Promise<void> {
  session.value = await requestJson<Session>('api/session', { method: 'POST', body: { key } })
}

export async function signOut(): Promise<void> {
  session.value = await requestJson<Session>('api/session', { method: 'DELETE' })
}
