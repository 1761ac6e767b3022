import type { Balance, BudgetOverrides, Identity, LimitsOptions, Scope } from '@reason/budget'
import type { Budgets, HeldBalance } from '@reason/gateway-api'
import type { KeyRecord } from '@reason/keys'
import type { FastifyRequest } from 'fastify'
import type { Json } from '@reason/gateway/json'
import { answerApi, bodyOf, smallBody } from './answer-api.ts'
import { noKey } from './no-key.ts'
import type { Routes } from './routes.ts'

/** An identity that may have a budget, and the limits of its key. */
interface Holder {
  identity: Identity
  overrides: BudgetOverrides | undefined
}

interface Kind {
  scope: Scope
  path: string
  /** The identities that a name stands for. */
  holders(name: string, keys: readonly KeyRecord[]): readonly Holder[]
}

const kinds: readonly Kind[] = [
  {
    scope: 'session',
    path: '/api/sessions/:session/budget',
    // Sessions of that name under every key, as the administrator's own key says nothing about whose session is meant.
    holders: (session, keys) => [{ identity: { session }, overrides: undefined }, ...keys.map((key) => holderOf(key, session))],
  },
  { scope: 'key', path: '/api/keys/:id/budget', holders: (id, keys) => keys.filter((key) => key.id === id).map((key) => holderOf(key)) },
  {
    scope: 'team',
    path: '/api/teams/:team/budget',
    // A team has one account. Its limits come from any of its keys that has them.
    holders(team, keys) {
      const key = keys.find((one) => one.team === team && one.budgets?.team !== undefined)
      return [{ identity: { team }, overrides: key && holderOf(key).overrides }]
    },
  },
]

/** `/api/…/budget`: how much a session, a key or a team may still think. */
export const budgets: Routes = (app, services) => {
  for (const { scope, path, holders } of kinds) {
    app.get(path, (request, reply) => {
      const name = nameIn(request)
      return answerApi(
        reply,
        async (): Promise<Budgets | undefined> => {
          const found = await standing(name)
          return found && { budgets: found.map(shown) }
        },
        noKey(name),
      )
    })

    /** `{ "used": 1000 }`: says how much is used, as of now; 0 begins anew. */
    app.put(path, { bodyLimit: smallBody }, (request, reply) => {
      const name = nameIn(request)
      return answerApi(
        reply,
        async (): Promise<Budgets | undefined> => {
          const used = usedOf(bodyOf(request))
          const found = await standing(name)
          if (found === undefined) return undefined
          const set = await Promise.all(
            found.map(async ({ holder }) => {
              const balance = await services.governance.budgets.set(scope, holder.identity, used, holder.overrides)
              return balance && shown({ holder, balance })
            }),
          )
          return { budgets: set.filter((one) => one !== undefined) }
        },
        noKey(name),
      )
    })

    /** Balances that are in use; if none is, that of the first holder. Undefined: the name stands for no identity. */
    async function standing(name: string): Promise<Standing[] | undefined> {
      const all = holders(name, services.access.file.list())
      if (all.length === 0) return undefined
      const found = (await Promise.all(all.map(standingOf))).filter((one) => one !== undefined)
      const inUse = found.filter(({ balance: { used, reserved } }) => used > 0 || reserved > 0)
      return inUse.length > 0 ? inUse : found.filter(({ holder }) => holder === all[0])
    }

    async function standingOf(holder: Holder): Promise<Standing | undefined> {
      const balances = await services.governance.budgets.show(holder.identity, holder.overrides)
      const balance = balances.find((one) => one.scope === scope)
      return balance && { holder, balance }
    }
  }
}

interface Standing {
  holder: Holder
  balance: Balance
}

function shown({ holder: { identity }, balance }: Standing): HeldBalance {
  const { session, key } = identity
  return session === undefined || key === undefined ? balance : { ...balance, key }
}

const holderOf = ({ id, team, budgets: limits }: KeyRecord, session?: string): Holder => ({
  identity: { key: id, ...(session !== undefined && { session }), ...(team !== undefined && { team }) },
  overrides: limits === undefined ? undefined : { limits: limits as LimitsOptions },
})

/** The one that a path has. */
const nameIn = ({ params }: FastifyRequest): string => Object.values(params as Record<string, string>)[0]!

/** @throws {TypeError} when the body says nothing of the kind */
function usedOf({ used }: Json): number {
  if (typeof used === 'number') return used
  throw new TypeError('The body has no number "used". Send { "used": 0 } to reset the budget.')
}
