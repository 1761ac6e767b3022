/** What is counted since the gateway started, by a label; what is 0 is not there. */
export type Counts = Readonly<Record<string, number>>

/** Observations since the start: how many fell under each bound, the last count being beyond all of them. */
export interface Distribution {
  bounds: readonly number[]
  counts: readonly number[]
  sum: number
}

/** Tokens by channel. */
export interface WrittenTokens {
  reasoning: number
  commentary: number
  answer: number
}

export interface ModelTokens extends WrittenTokens {
  input: number
}

/** How the gateway stood at one moment: all but `inFlight` only grows. */
export interface Sample {
  /** Unix milliseconds. */
  at: number
  inFlight: number
  requests: Counts
  generations: Counts
  tokens: Readonly<Record<string, ModelTokens>>
  /** The same with those of running generations, without input. */
  written: Readonly<Record<string, WrittenTokens>>
  overhead: Readonly<Record<string, Distribution>>
  leaks: Counts
  anomalies: Counts
  truncations: Counts
  warnings: Counts
  upstreamOutcomes: Counts
  redactions: Counts
}

export interface Balance {
  scope: 'session' | 'key' | 'team'
  of: string
  limit: number
  used: number
  reserved: number
  available: number
  window: 'lifetime' | { kind: 'fixed' | 'rolling'; ms: number }
  level: 'ok' | 'warning' | 'exceeded'
  action: 'warn' | 'reject' | 'stop'
  resetsAt?: number
  /** Whose session it is. */
  key?: string | null
}

export interface UpstreamView {
  upstream: string
  health: 'up' | 'degraded' | 'down' | 'draining'
  circuit: string
  openForMs?: number
  asideForMs?: number
  inFlight: number
  queued: number
  lastFailure?: { kind: string; agoMs: number }
  failureRate: number
  firstByteMs?: number
}

/** What stands behind the numbers of a sample, which have labels only. */
export interface Behind {
  /** By label, if it is not the name itself: the names that were asked for, the latest first. */
  models: Readonly<Record<string, readonly string[]>>
  /** By warning or leak: its latest trace. */
  traces: Readonly<Record<string, string>>
}

export interface GatewayState {
  sample: Sample
  behind: Behind
  upstreams: readonly UpstreamView[]
  budgets: { store: string; running: number; unsettled: number; counts: Counts; balances: readonly Balance[] }
  traces: { status: string; queued?: number }
}

export interface GenerationLine {
  trace: string | null
  at: number
  model: string | null
  session: string | null
  key: string | null
  outcome: string | null
  status: number
  ms: number
  /** Null where there was none, and where the answer came whole. */
  firstReasoningMs: number | null
  firstAnswerMs: number | null
  reasoningTokens: number | null
  reasoningTokensSource: 'reported' | 'implausible' | 'estimated' | null
  totalTokens: number | null
  warnings: readonly string[]
}

export interface BudgetLine {
  at: number
  what: 'warning' | 'exceeded' | 'refused' | 'store_failed'
  scope: string | null
  of: string | null
  used: number | null
  limit: number | null
  /** How often, until now. */
  times: number
}

export interface Hello {
  version: string
  everyMs: number
  since: number
  configuration: string
  history: readonly Sample[]
  generations: readonly GenerationLine[]
  budgetEvents: readonly BudgetLine[]
  state: GatewayState
}

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
