import { createBudgets, type LimitsOptions } from '@reason/budget'
import { type ChangedKey, type KeyList, type KeyView, type MadeKey, mostGraceMs, rotation } from '@reason/gateway-api'
import type { KeyRecord, KeyRightsOptions } from '@reason/keys'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { asObject, type Json } from '@reason/gateway/json'
import { answerApi, bodyOf, smallBody } from '../routes/answer-api.ts'
import { noKey } from '../routes/no-key.ts'
import type { Routes } from '../routes/routes.ts'

/** `/api/keys`: the keys of clients. Only the response that creates a key contains its secret. */
export const keys: Routes = (app, services) => {
  const { access } = services

  app.get('/api/keys', (_, reply) =>
    answerApi(reply, async (): Promise<KeyList> => ({
      required: access.required,
      keys: await Promise.all(access.file.list().map(withBalances)),
    })),
  )

  /** Takes what a key allows: `{ "name": "chat page", "visibility": "label" }`. */
  app.post('/api/keys', { bodyLimit: smallBody }, (request, reply) =>
    change(request, reply, 'made', async () => {
      const { record, text } = await access.file.create(rightsOf(bodyOf(request)))
      void reply.code(201)
      return { key: viewOf(record), text }
    }),
  )

  /** Takes all of what it allows from now on. */
  app.put('/api/keys/:id', { bodyLimit: smallBody }, (request, reply) =>
    change(request, reply, 'changed', async () => {
      const record = await access.file.change(idOf(request), rightsOf(bodyOf(request)))
      return record && { key: viewOf(record) }
    }),
  )

  /** `{ "graceMs": 3600000 }`: how long the text before it still opens; 0 without it. */
  app.post('/api/keys/:id/rotate', { bodyLimit: smallBody }, (request, reply) =>
    change(request, reply, 'rotated', async () => {
      const made = await access.file.rotate(idOf(request), graceOf(bodyOf(request)))
      return made && { key: viewOf(made.record), text: made.text }
    }),
  )

  app.delete('/api/keys/:id', (request, reply) =>
    change(request, reply, 'revoked', async () => {
      const record = await access.file.revoke(idOf(request))
      return record && { key: viewOf(record) }
    }),
  )

  function change(
    request: FastifyRequest,
    reply: FastifyReply,
    what: string,
    work: () => Promise<ChangedKey | MadeKey | undefined>,
  ): Promise<FastifyReply> {
    const client = access.identify(request.headers)
    const logged = async (): Promise<ChangedKey | undefined> => {
      const result = await work()
      if (result === undefined) return undefined
      access.reload()
      request.log.info({ key: result.key.id, by: 'key' in client ? client.key?.id : undefined }, `key ${what}`)
      return result
    }
    return answerApi(reply, logged, noKey(idOf(request)))
  }

  async function withBalances(record: KeyRecord): Promise<KeyView> {
    const { id: key, team, budgets } = record
    const overrides = budgets === undefined ? undefined : { limits: budgets as LimitsOptions }
    const identity = { key, ...(team !== undefined && { team }) }
    // What a store that is away could say is left out.
    const balances = await services.governance.budgets.show(identity, overrides).catch(() => [])
    return { ...viewOf(record), ...(balances.length > 0 && { balances }) }
  }
}

function viewOf(record: KeyRecord, now = Date.now()): KeyView {
  const { hash: _, previous, ...shown } = record
  const { revokedAt, expiresAt = Infinity } = shown
  return {
    ...shown,
    state: revokedAt !== undefined ? 'revoked' : expiresAt <= now ? 'expired' : 'active',
    ...(previous !== undefined && previous.until > now && { previousUntil: previous.until }),
  }
}

/** @throws {ReasonError} `REASON_INVALID_OPTIONS`, for budgets that could not be kept; what else is wrong is said by who writes it. */
function rightsOf(body: Json): KeyRightsOptions {
  if (body['budgets'] !== undefined) createBudgets({ limits: asObject(body['budgets']) as LimitsOptions })
  return body as unknown as KeyRightsOptions
}

const idOf = ({ params }: FastifyRequest): string => (params as { id: string }).id

/** @throws {TypeError} */
function graceOf({ graceMs }: Json): number {
  const { success, data } = rotation.shape.graceMs.safeParse(graceMs)
  if (success) return data
  throw new TypeError(`"graceMs" is ${JSON.stringify(graceMs)}, but must be milliseconds, from 0 to ${mostGraceMs} (30 days).`)
}
