import { setTimeout } from 'node:timers/promises'
import type { TraceStore, TraceSummary } from '@reason/trace-store'
import { createOutput } from '../output.ts'
import { safeText } from '../render/safe-text.ts'
import { paintFor } from '../render/styles.ts'
import { filterOf, largestPage, missingAt, withStore, type TracesFlags } from './open.ts'
import { renderLine } from './render.ts'

/** Milliseconds between two checks for new traces. */
const everyMs = 500

/** Prints the last traces, then new ones until interrupted. Waits for the store if it does not exist. */
export async function tail(flags: TracesFlags): Promise<never> {
  const output = createOutput()
  const filter = filterOf(flags)
  const paint = paintFor(process.stdout)
  await untilThere(flags)
  return withStore(flags, async (store) => {
    // From this position no trace is missed. Traces that are also among the last ones are printed once.
    let { next: after } = await store.tail(filter, { limit: 1 })
    const told = new Set<string>()
    for (const trace of await lastOf(store, flags.lines!)) {
      told.add(trace.id)
      await print(store, trace)
    }
    for (;;) {
      const { items, next } = await store.tail(filter, { limit: largestPage, after })
      for (const trace of items) if (!told.delete(trace.id)) await print(store, trace)
      after = next
      if (items.length < largestPage) await setTimeout(everyMs)
    }
  })

  async function lastOf(store: TraceStore, count: number): Promise<TraceSummary[]> {
    const last: TraceSummary[] = []
    let after: string | undefined
    while (last.length < count) {
      const { items, next } = await store.list(filter, { limit: Math.min(largestPage, count - last.length), after })
      last.push(...items)
      if (next === undefined) break
      after = next
    }
    return last.toReversed()
  }

  async function print(store: TraceStore, trace: TraceSummary): Promise<void> {
    const whole = flags.reasoning === true ? await store.get(trace.id) : undefined
    if (flags.json === true) return output.write(`${JSON.stringify(whole ?? trace)}\n`)
    await output.write(renderLine(trace, paint))
    const text = safeText(whole?.reasoningText?.trim() ?? '')
    if (text !== '') await output.write(text.replace(/^.*$/gm, (line) => paint('dim', `    │ ${line}`)) + '\n')
  }
}

async function untilThere(flags: TracesFlags): Promise<void> {
  const path = missingAt(flags)
  if (path === undefined) return
  process.stderr.write(`note: waiting for a gateway to store traces at ${path}\n`)
  while (missingAt(flags) !== undefined) await setTimeout(everyMs)
}
