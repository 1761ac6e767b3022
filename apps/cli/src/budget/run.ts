import type { BudgetList } from '@reason/gateway-api'
import { exitCodes } from '../exit-codes.ts'
import { createGatewayClient, noGateway, type GatewayFlags } from '../gateway/client.ts'
import { createOutput } from '../output.ts'
import { paintFor } from '../render/styles.ts'
import { renderBalance } from './render.ts'
import { scopes } from './scopes.ts'

export interface BudgetFlags extends GatewayFlags {
  scope: keyof typeof scopes
  json?: boolean
}

/**
 * Shows the budget of a gateway, or sets its usage.
 *
 * @param used - Usage to set. Undefined: only show the budget.
 * @returns The exit code.
 */
export async function runBudget(name: string, used: number | undefined, flags: BudgetFlags): Promise<number> {
  const gateway = createGatewayClient(flags)
  const path = `/api/${scopes[flags.scope]}/${encodeURIComponent(name)}/budget`
  const { budgets } = await gateway.json<Partial<BudgetList>>(path, used === undefined ? {} : { method: 'PUT', body: { used } })
  if (!Array.isArray(budgets)) throw noGateway(gateway.url, path, 'something else than budgets')
  const paint = paintFor(process.stdout)
  const text =
    budgets.length === 0
      ? `There is no budget for the ${flags.scope} ${JSON.stringify(name)}.\n`
      : budgets.map((one) => renderBalance(one, paint)).join('')
  await createOutput().write(flags.json === true ? `${JSON.stringify(budgets)}\n` : text)
  return exitCodes.ok
}
