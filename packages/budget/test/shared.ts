import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { createBudgets, type BudgetStore } from '../src/index.ts'

const script = fileURLToPath(new URL('process.ts', import.meta.url))
const run = promisify(execFile)

/**
 * Tests that two processes, each with several generations in one session, keep within a common budget.
 *
 * @param where - The store as an argument of `process.ts`.
 * @param store - Opens the store in this process.
 */
export async function sharedByProcesses(where: string, prefix: string, store: () => BudgetStore): Promise<void> {
  const settings = { reservationTokens: 50, limits: { session: { tokens: 2000, action: 'stop' }, team: { tokens: 10_000 } } } as const
  const generations = 4
  const args = ['--conditions=@reason/source', script, where, prefix, String(generations), JSON.stringify(settings)]
  const gateways = await Promise.all([run(process.execPath, args), run(process.execPath, args)])
  const outcomes = gateways.map(({ stdout }) => JSON.parse(stdout) as { spent: number[]; events: string[] })
  const spent = outcomes.flatMap((outcome) => outcome.spent).reduce((one, other) => one + other, 0)
  expect(spent).toBeGreaterThanOrEqual(2000)
  expect(spent).toBeLessThanOrEqual(2000 + 2 * generations * settings.reservationTokens)
  for (const { spent: each } of outcomes) expect(Math.min(...each)).toBeGreaterThan(0)
  expect(outcomes.flatMap(({ events }) => events).toSorted()).toEqual(['reasoning_budget_exceeded', 'reasoning_budget_warning'])

  const budgets = createBudgets({ ...settings, store: store() })
  const [session, team] = await budgets.show({ session: 's', key: 'k', team: 't' })
  expect([session, team]).toMatchObject([
    { used: spent, reserved: 0, running: 0, level: 'exceeded' },
    { used: spent, reserved: 0, running: 0, level: 'ok' },
  ])
}
