import type { BudgetLine, GatewayState, GenerationLine, Hello, Sample } from '@reason/gateway-api'

/** Data of the dashboard. */
export interface Live {
  version: string
  since: number
  configuration: string
  /** Samples of the last six hours, oldest first. Older samples are further apart. */
  samples: readonly Sample[]
  state: GatewayState
  /** Recent generations, latest first. */
  generations: readonly GenerationLine[]
  budgetEvents: readonly BudgetLine[]
}

/** Distance between kept samples by age, in milliseconds. The gateway uses the same. */
const tiers = [
  { upToAge: 2 * 60_000, step: 0 },
  { upToAge: 15 * 60_000, step: 10_000 },
  { upToAge: 6 * 3_600_000, step: 120_000 },
] as const
/** Enough for the medians of a busy period. */
const mostGenerations = 1000
const mostBudgetLines = 50
/** Minimum distance between samples. Rates over less time mean little, so the sample of the greeting may be dropped. */
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

/** Adds a budget event. It replaces an earlier event with the same meaning, which its count includes. */
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
