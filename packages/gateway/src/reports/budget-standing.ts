import type { Balance, BudgetOverrides, AccountIdentity, LimitsOptions, BudgetScope } from '@reason/budget'
import type { HeldBalance } from '@reason/gateway-api'
import type { KeyRecord } from '@reason/keys'
import { mapInTurns } from '../event-loop/slices.ts'
import type { Governance } from '../rules/governance.ts'

/** An identity that may have a budget, and the limits of its key. */
interface Holder {
  identity: AccountIdentity
  overrides: BudgetOverrides | undefined
}

interface Standing {
  holder: Holder
  balance: Balance
}

/** The holder of the requested balances: a session, a key or a team, by name. */
export interface BudgetQuestion {
  scope: BudgetScope
  name: string
  keys: readonly KeyRecord[]
}

type GovernedBudgets = Governance['budgets']

/** Balances in use. If none is in use, the balance of the first identity. Undefined: the name belongs to no identity. */
export const balancesOf = async (question: BudgetQuestion, budgets: GovernedBudgets): Promise<HeldBalance[] | undefined> =>
  (await standing(question, budgets))?.map(shown)

/** Sets the used tokens; 0 resets the budget. Undefined: the name belongs to no identity. */
export async function setUsed(question: BudgetQuestion, used: number, budgets: GovernedBudgets): Promise<HeldBalance[] | undefined> {
  const found = await standing(question, budgets)
  if (found === undefined) return undefined
  const set = await mapInTurns(found, async ({ holder }) => {
    const balance = await budgets.set(question.scope, holder.identity, used, holder.overrides)
    return balance && shown({ holder, balance })
  })
  return set.filter((one) => one !== undefined)
}

async function standing({ scope, name, keys }: BudgetQuestion, budgets: GovernedBudgets): Promise<Standing[] | undefined> {
  const all = holdersOf[scope](name, keys)
  if (all.length === 0) return undefined
  const found = (await mapInTurns(all, standingOf)).filter((one) => one !== undefined)
  const inUse = found.filter(({ balance: { used, reserved } }) => used > 0 || reserved > 0)
  return inUse.length > 0 ? inUse : found.filter(({ holder }) => holder === all[0])

  async function standingOf(holder: Holder): Promise<Standing | undefined> {
    const balances = await budgets.show(holder.identity, holder.overrides)
    const balance = balances.find((one) => one.scope === scope)
    return balance && { holder, balance }
  }
}

/** The identities that a name belongs to. */
const holdersOf: Readonly<Record<BudgetScope, (name: string, keys: readonly KeyRecord[]) => readonly Holder[]>> = {
  // Sessions of that name under every key. The administrator's own key does not tell whose session is meant.
  session: (session, keys) => [{ identity: { session }, overrides: undefined }, ...keys.map((key) => holderOf(key, session))],
  key: (id, keys) => keys.filter((key) => key.id === id).map((key) => holderOf(key)),
  // A team has one account. Its limits come from any of its keys that has them.
  team(team, keys) {
    const key = keys.find((one) => one.team === team && one.budgets?.team !== undefined)
    return [{ identity: { team }, overrides: key && holderOf(key).overrides }]
  },
}

function shown({ holder: { identity }, balance }: Standing): HeldBalance {
  const { session, key } = identity
  return session === undefined || key === undefined ? balance : { ...balance, key }
}

const holderOf = ({ id, team, budgets: limits }: KeyRecord, session?: string): Holder => ({
  identity: { key: id, ...(session !== undefined && { session }), ...(team !== undefined && { team }) },
  overrides: limits === undefined ? undefined : { limits: limits as LimitsOptions },
})
