import { parseOptions } from '@reason/core'
import { createBudgets, type LimitsOptions } from '@reason/budget'
import { type ChangedKey, type KeyList, type KeyView, type MadeKey, rotation } from '@reason/gateway-api'
import type { KeyRecord, KeyRightsOptions } from '@reason/keys'
import { mapInTurns } from '../event-loop/slices.ts'
import { asObject, type Json } from '../json.ts'
import { type Managed, type ManagementAnswer, type ManagementCall, type ManagementRequest, noKey } from './management-call.ts'

const rights = '{ "name": "chat page", "visibility": "label" }'

/** `/api/keys`: the keys of clients. Only the answer that creates a key contains its secret. */
export const keyCalls: readonly ManagementCall[] = [
  {
    method: 'GET',
    path: '/api/keys',
    answer: async (_, { access, governance }) => ({
      json: {
        required: access.required,
        keys: await mapInTurns(access.file.list(), (record) => withBalances(record, governance)),
      } satisfies KeyList,
    }),
  },
  {
    method: 'POST',
    path: '/api/keys',
    example: rights,
    answer: (request, managed) =>
      change(request, managed, 'made', async ({ create }) => {
        const { record, text } = await create(rightsOf(request.body))
        return { status: 201, json: { key: viewOf(record), text } }
      }),
  },
  {
    // The body replaces all rights of the key.
    method: 'PUT',
    path: '/api/keys/:id',
    example: rights,
    answer: (request, managed) =>
      change(request, managed, 'changed', async (file, id) => {
        const record = await file.change(id, rightsOf(request.body))
        return record && { json: { key: viewOf(record) } }
      }),
  },
  {
    // The body sets how long the old secret stays valid. Default 0: not at all.
    method: 'POST',
    path: '/api/keys/:id/rotate',
    example: '{ "graceMs": 3600000 }',
    answer: (request, managed) =>
      change(request, managed, 'rotated', async ({ rotate }, id) => {
        const made = await rotate(id, parseOptions(rotation, request.body, 'rotation').graceMs)
        return made && { json: { key: viewOf(made.record), text: made.text } }
      }),
  },
  {
    method: 'DELETE',
    path: '/api/keys/:id',
    answer: (request, managed) =>
      change(request, managed, 'revoked', async ({ revoke }, id) => {
        const record = await revoke(id)
        return record && { json: { key: viewOf(record) } }
      }),
  },
]

async function change(
  { params: { id = '' }, by, log }: ManagementRequest,
  { access }: Managed,
  what: string,
  work: (file: Managed['access']['file'], id: string) => Promise<{ json: ChangedKey | MadeKey; status?: number } | undefined>,
): Promise<ManagementAnswer> {
  const answer = await work(access.file, id)
  if (answer === undefined) return noKey(id)
  log.info({ key: answer.json.key.id, by }, `key ${what}`)
  return answer
}

async function withBalances(record: KeyRecord, { budgets: store }: Managed['governance']): Promise<KeyView> {
  const { id: key, team, budgets } = record
  const overrides = budgets === undefined ? undefined : { limits: budgets as LimitsOptions }
  const identity = { key, ...(team !== undefined && { team }) }
  // Balances are left out while the store is down.
  const balances = await store.show(identity, overrides).catch(() => [])
  return { ...viewOf(record), ...(balances.length > 0 && { balances }) }
}

function viewOf(record: KeyRecord): KeyView {
  const now = Date.now()
  const { hash: _, previous, ...shown } = record
  const { revokedAt, expiresAt = Infinity } = shown
  return {
    ...shown,
    state: revokedAt !== undefined ? 'revoked' : expiresAt <= now ? 'expired' : 'active',
    ...(previous !== undefined && previous.until > now && { previousUntil: previous.until }),
  }
}

/** @throws {ReasonError} `REASON_INVALID_OPTIONS` for invalid budgets. Other rights are validated when the key is written. */
function rightsOf(body: Json): KeyRightsOptions {
  if (body['budgets'] !== undefined) createBudgets({ limits: asObject(body['budgets']) as LimitsOptions })
  return body as unknown as KeyRightsOptions
}
