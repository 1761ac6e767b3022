import type { Balance, BudgetOverrides, LimitsOptions } from '@reason/budget'
import type { KeyRecord } from '@reason/keys'
import { answerApi } from './answer-api.ts'
import type { Routes } from './routes.ts'

/** How the budget of a session stands. What two keys call by one name are two sessions. */
interface SessionBalance extends Balance {
  /** Whose session it is. Absent: of nobody who showed a key. */
  key?: string
}

/** `/api/sessions/…/budget`: how much a session may still think. Of whichever keys it is: an administrator has one of his own. */
export const sessions: Routes = (app, services) => {
  const path = '/api/sessions/:session/budget'
  const sessionOf = (params: unknown): string => (params as { session: string }).session

  app.get(path, (request, reply) => answerApi(reply, async () => ({ budgets: (await standing(sessionOf(request.params))).map(shown) })))

  /** `{ "used": 1000 }`: says how much is used, as of now; 0 begins anew. */
  app.put(path, (request, reply) =>
    answerApi(reply, async () => {
      const used = usedOf(request.body as Buffer | undefined)
      const session = sessionOf(request.params)
      const set = (await standing(session)).map(async ({ key }) => {
        const balance = await services.governance.budgets.set('session', identityOf(session, key), used, overridesOf(key))
        return balance && shown({ key, balance })
      })
      return { budgets: (await Promise.all(set)).filter((one) => one !== undefined) }
    }),
  )

  /** Those that are in use; where none is, that without a key. */
  async function standing(session: string): Promise<Standing[]> {
    const all = await Promise.all([undefined, ...services.access.file.list()].map((key) => standingOf(session, key)))
    const found = all.filter((one) => one !== undefined)
    const inUse = found.filter(({ balance: { used, reserved } }) => used > 0 || reserved > 0)
    return inUse.length > 0 ? inUse : found.filter(({ key }) => key === undefined)
  }

  async function standingOf(session: string, key: KeyRecord | undefined): Promise<Standing | undefined> {
    const balances = await services.governance.budgets.show(identityOf(session, key), overridesOf(key))
    const balance = balances.find(({ scope }) => scope === 'session')
    return balance && { key, balance }
  }
}

interface Standing {
  key: KeyRecord | undefined
  balance: Balance
}

const shown = ({ key, balance }: Standing): SessionBalance => (key === undefined ? balance : { ...balance, key: key.id })

const identityOf = (session: string, key: KeyRecord | undefined) => ({
  session,
  ...(key !== undefined && { key: key.id }),
  ...(key?.team !== undefined && { team: key.team }),
})

const overridesOf = (key: KeyRecord | undefined): BudgetOverrides | undefined =>
  key?.budgets === undefined ? undefined : { limits: key.budgets as LimitsOptions }

/** @throws {TypeError} when the body says nothing of the kind */
function usedOf(body: Buffer | undefined): number {
  try {
    const { used } = JSON.parse(String(body)) as { used?: unknown }
    if (typeof used === 'number') return used
  } catch {
    // Said below.
  }
  throw new TypeError('The body does not say how much is used. Send { "used": 0 } to begin anew.')
}
