import type { Generation, RequestRules } from '../generation/generation.ts'
import { noNotes } from '../generation/note.ts'
import { secretOf } from '../seals/seals.ts'
import type { Send } from '../upstreams/upstream.ts'
import type { GenerationFacts } from './own-rule.ts'
import type { OwnRun } from '../generation/own-run.ts'
import type { RunList } from './run-list.ts'
import { formatOf } from './split-format.ts'

/** Creates a generation that all rules have admitted. */
export function createGeneration(generation: GenerationFacts, { runs, begin, over }: RunList): Generation {
  const { sealing, known, wishes } = generation
  const { conversation, visibility } = wishes
  const mayStop = runs.some((run) => run.mayStop === true)
  generation.mayStop = mayStop
  const passing = runs.filter((run) => run.passed !== undefined)

  return {
    conversation,
    sealing,
    wrapUps: runs.flatMap((run) => run.wrapUps?.() ?? []),
    requests: {
      goesTo({ id, upstream, wire, starts }) {
        const { provider } = upstream
        generation.upstream = { id, provider, engine: upstream.engine ?? starts.engine(), wire }
        if (provider === undefined) delete known.provider
        else known.provider = provider
      },
      changes(knobs) {
        const changes = {} as ReturnType<RequestRules['changes']>
        for (const run of runs) if (run.changes !== undefined) Object.assign(changes, run.changes(knobs))
        return changes
      },
      requestHeaders: (upstream, headers) => runs.reduce((given, run) => run.requestHeaders?.(upstream, given) ?? given, headers),
      sends(send: Send) {
        generation.isSent = true
        return runs.reduceRight((inner, run) => run.sends?.(inner) ?? inner, send)
      },
    },
    answer: {
      begin(split) {
        generation.split = split
        known.adapter = formatOf(split)
        return begin(split)
      },
      channels: () => runs.flatMap((run) => run.channels?.() ?? []),
      passed(pieces, length) {
        for (const run of passing) run.passed!(pieces, length)
      },
      secret: () => secretOf(visibility, sealing),
      // If two rules set the same header, the first rule wins.
      headers() {
        const headers: Record<string, string> = {}
        for (let at = runs.length - 1; at >= 0; at--) Object.assign(headers, runs[at]!.headers?.())
        return headers
      },
      clientNotes: runs.find((run) => run.clientNotes !== undefined)?.clientNotes ?? noNotes,
    },
    overrun: {
      mayStop,
      mayContinue: runs.some((run) => run.mayContinue === true),
      stop: (what) => firstOf(runs, (run) => run.stop?.(what)) ?? [],
      rescue: (how, knobs) => firstOf(runs, (run) => run.rescue?.(how, knobs)),
      nextAttempt() {
        for (const run of runs) run.nextAttempt?.()
      },
    },
    over,
  }
}

function firstOf<T>(runs: readonly OwnRun[], ask: (run: OwnRun) => T | undefined): T | undefined {
  for (const run of runs) {
    const found = ask(run)
    if (found !== undefined) return found
  }
  return undefined
}
