import type { BudgetLine, GatewayState, GenerationLine, Hello, Sample } from '@reason/gateway-api'

/** All that a dashboard shows. */
export interface Live {
  version: string
  since: number
  configuration: string
  /** The oldest first, of six hours at most: those of long ago are further apart. */
  samples: readonly Sample[]
  state: GatewayState
  /** The latest first. */
  generations: readonly GenerationLine[]
  budgetEvents: readonly BudgetLine[]
}

/** How far apart samples of an age are kept, in milliseconds, as the gateway keeps them. */
const tiers = [
  { upToAge: 2 * 60_000, step: 0 },
  { upToAge: 15 * 60_000, step: 10_000 },
  { upToAge: 6 * 3_600_000, step: 120_000 },
] as const
/** Enough for medians of a busy while. */
const mostGenerations = 1000
const mostBudgetLines = 50
/** Rates of less time say little: the sample that a page is greeted with is rather left out than that. */
const leastMs = 1500

export const liveOf = ({ history, state, generations, budgetEvents, version, since, configuration }: Hello): Live => ({
  version,
  since,
  configuration,
  samples: withSample(history, state.sample),
  state,
  generations: generations.toReversed(),
  budgetEvents: budgetEvents.toReversed(),
})

export const withState = (live: Live, state: GatewayState): Live => ({
  ...live,
  state,
  samples: withSample(live.samples, state.sample),
})

export const withGeneration = (live: Live, line: GenerationLine): Live => ({
  ...live,
  generations: [line, ...live.generations].slice(0, mostGenerations),
})

/** A line that says the same as one before takes its place: it has counted it. */
export const withBudgetEvent = (live: Live, line: BudgetLine): Live => ({
  ...live,
  budgetEvents: [
    line,
    ...live.budgetEvents.filter(({ what, scope, of }) => what !== line.what || scope !== line.scope || of !== line.of),
  ].slice(0, mostBudgetLines),
})

function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1)
  if (last !== undefined && sample.at - last.at < leastMs) return samples
  const all = [...samples, sample]
  return all.filter(({ at }, index) => {
    const tier = tiers.find(({ upToAge }) => sample.at - at < upToAge)
    if (tier === undefined || tier.step === 0) return tier !== undefined
    return Math.floor(at / tier.step) !== Math.floor(all[index + 1]!.at / tier.step)
  })
}
