import type { Balance, ChangedKey, KeyList, KeyRights, MadeKey } from '@reason/gateway-api'
import { requestJson } from '../../../api/request.ts'

const at = (id: string, more = ''): string => `api/keys/${encodeURIComponent(id)}${more}`

export const listKeys = (): Promise<KeyList> => requestJson('api/keys')
export const makeKey = (rights: KeyRights): Promise<MadeKey> => requestJson('api/keys', { method: 'POST', body: rights })
export const changeKey = (id: string, rights: KeyRights): Promise<ChangedKey> => requestJson(at(id), { method: 'PUT', body: rights })
export const rotateKey = (id: string, graceMs: number): Promise<MadeKey> =>
  requestJson(at(id, '/rotate'), { method: 'POST', body: { graceMs } })
/** Resets the usage of a budget to 0. */
export const resetBudget = ({ scope, of }: Balance): Promise<unknown> =>
  requestJson(`api/${scope}s/${encodeURIComponent(of)}/budget`, { method: 'PUT', body: { used: 0 } })
export const revokeKey = (id: string): Promise<ChangedKey> => requestJson(at(id), { method: 'DELETE' })
