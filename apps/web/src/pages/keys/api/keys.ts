import { requestJson } from '../../../api/request.ts'

export type Visibility = 'full' | 'summary' | 'label' | 'none'

type Json = Readonly<Record<string, unknown>>

/** What a key allows. Absent: as the gateway has it. */
export interface KeyRights {
  name: string
  admin?: boolean
  team?: string
  models?: readonly string[]
  visibility: Visibility
  traceMode?: 'none' | 'metadata' | 'redacted' | 'full'
  askEffort?: string
  session?: string
  budgets?: { session?: Json; key?: Json; team?: Json }
  rateLimits?: { requestsPerMinute?: number; tokensPerMinute?: number }
  wrapUp?: string
  tags?: readonly string[]
  /** Unix milliseconds. */
  expiresAt?: number
}

export interface Balance {
  scope: 'session' | 'key' | 'team'
  /** The session or team, or the id of the key. */
  of: string
  limit: number
  used: number
  level: 'ok' | 'warning' | 'exceeded'
}

/** A key, without what proves it. */
export interface Key extends KeyRights {
  id: string
  createdAt: number
  revokedAt?: number
  state: 'active' | 'expired' | 'revoked'
  /** The text before the last rotation still opens. */
  previousUntil?: number
  balances?: readonly Balance[]
}

export interface MadeKey {
  key: Key
  /** Shown this once. */
  text: string
}

const at = (id: string, more = ''): string => `api/keys/${encodeURIComponent(id)}${more}`

export const listKeys = (): Promise<{ required: boolean; keys: Key[] }> => requestJson('api/keys')
export const makeKey = (rights: KeyRights): Promise<MadeKey> => requestJson('api/keys', { method: 'POST', body: rights })
export const changeKey = (id: string, rights: KeyRights): Promise<{ key: Key }> => requestJson(at(id), { method: 'PUT', body: rights })
export const rotateKey = (id: string, graceMs: number): Promise<MadeKey> =>
  requestJson(at(id, '/rotate'), { method: 'POST', body: { graceMs } })
/** Counts from 0 again. */
export const resetBudget = ({ scope, of }: Balance): Promise<unknown> =>
  requestJson(`api/${scope}s/${encodeURIComponent(of)}/budget`, { method: 'PUT', body: { used: 0 } })
export const revokeKey = (id: string): Promise<{ key: Key }> => requestJson(at(id), { method: 'DELETE' })
