import { styleText } from 'node:util'
import type { Check, Outcome } from './check.ts'

/**
 * Runs checks in the order of the list as far as `after` allows, at most `atOnce` in parallel.
 * Prints a line for each finished check, and the problems of a failed one.
 * @returns True if all checks passed.
 */
export async function runChecks(checks: readonly Check[], atOnce: number, print: (line: string) => void): Promise<boolean> {
  const started = new Map<string, Promise<boolean>>()
  const tables: string[] = []
  const slots = createSlots(atOnce)

  for (const check of checks) started.set(check.name, settle(check))
  const passed = await Promise.all(started.values())
  for (const table of tables) print(`\n${table}`)
  return passed.every(Boolean)

  async function settle(check: Check): Promise<boolean> {
    if (check.after !== undefined) {
      const before = started.get(check.after)
      if (before === undefined) throw new TypeError(`"${check.name}" comes after "${check.after}", which is not listed above it.`)
      if (!(await before)) {
        print(`${styleText('yellow', '-')} ${check.name}: not run, as "${check.after}" failed`)
        return false
      }
    }
    return slots(async () => {
      const begin = performance.now()
      const { problems, table, skipped } = await outcome(check)
      const time = `${((performance.now() - begin) / 1000).toFixed(1)} s`
      if (table !== undefined) tables.push(table)
      if (skipped !== undefined) print(`${styleText('yellow', '-')} ${check.name}: skipped, ${skipped}`)
      else if (problems.length === 0) print(`${styleText('green', '✓')} ${check.name} (${time})`)
      else print([`${styleText('red', '✗')} ${check.name} (${time})`, ...problems.map(indent)].join('\n'))
      return problems.length === 0
    })
  }
}

/** Runs a check. An exception becomes a problem. */
async function outcome(check: Check): Promise<Outcome> {
  try {
    return await check.run()
  } catch (error) {
    return { problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)] }
  }
}

const indent = (text: string): string => text.replaceAll(/^/gm, '    ')

function createSlots(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = count
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
