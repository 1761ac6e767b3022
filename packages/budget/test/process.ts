/**
 * Stands in for a gateway process: thinks as much as its budget allows in several generations at once, and prints the spent tokens as JSON.
 *
 *   node --conditions=@reason/source process.ts <redis url, or path of a file> <prefix> <generations> <settings as JSON>
 */
import Database from 'better-sqlite3'
import { Redis } from 'ioredis'
import { createBudgets, redisStore, sqliteStore, type BudgetEvent, type BudgetsOptions } from '../src/index.ts'

const [url, prefix, generations, settings] = process.argv.slice(2) as [string, string, string, string]
const client = url.startsWith('redis:') ? new Redis(url) : undefined
const events: BudgetEvent['type'][] = []
const budgets = createBudgets({
  ...(JSON.parse(settings) as BudgetsOptions),
  // On a busy machine, the other process may be paused while it holds the lock.
  store: client === undefined ? sqliteStore({ open: () => new Database(url), busyTimeoutMs: 60_000 }) : redisStore({ client, prefix }),
  onEvent: ({ type }) => events.push(type),
})

const spent = await Promise.all(Array.from({ length: Number(generations) }, () => generate()))
console.log(JSON.stringify({ spent, events }))
await budgets.close()
client?.disconnect()

async function generate(): Promise<number> {
  const governor = budgets.governor({ id: 'the same', session: 's', key: 'k', team: 't' })
  const admission = await governor.admit()
  if (!admission.admitted) return 0
  for (;;) {
    const judged = governor.onPart({ type: 'delta', block: 0, channel: 'reasoning', text: 'word' })
    if (judged !== 'continue' && judged.verdict === 'stop-reasoning') break
    // The speed of a fast model: a thousand tokens per second.
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await governor.close()
  return governor.spent().value
}
