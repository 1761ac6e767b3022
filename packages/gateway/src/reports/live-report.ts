import type { GatewayState, LiveBalance, Sample } from '@reason/gateway-api'
import type { Registry } from 'prom-client'
import type { Activity } from '../rules/activity/activity.ts'
import type { RuntimeState } from '../runtime.ts'
import { createHistory } from './history.ts'
import { takeSample } from './sample.ts'
import { upstreamView } from './upstream-view.ts'
import { createWrittenTokens } from './written-tokens.ts'

/** Live state of a gateway, for pages that stay open. */
export interface LiveReport {
  /** Takes a sample of the current counters. */
  sample(): Promise<Sample>
  /** Keeps a sample for pages that open later. */
  keep(sample: Sample): void
  /** Samples, the oldest first. */
  history(): readonly Sample[]
  state(sample: Sample): Promise<GatewayState>
}

/**
 * @param services - Read on each call, because the configuration may be replaced.
 * @param series - The metrics that Prometheus gets, so that both report the same.
 */
export function createLiveReport(
  services: Pick<RuntimeState, 'governance' | 'routing'> & { readonly activity: Activity },
  series: () => Pick<Registry, 'getMetricsAsJSON'>,
): LiveReport {
  const { activity } = services
  const history = createHistory<Sample>(compact)
  const writtenTokens = createWrittenTokens()

  return {
    async sample() {
      const { running, ...sample } = await takeSample(series(), Date.now())
      return { ...sample, written: writtenTokens({ tokens: sample.tokens, running }) }
    },
    keep: (sample) => history.add(sample),
    history: () => history.samples(),
    state,
  }

  async function state(sample: Sample): Promise<GatewayState> {
    const { governance, routing } = services
    const { store, running, unsettled, counts } = governance.budgets.state()
    return {
      sample,
      upstreams:
        routing?.state().map((upstream) => ({
          ...upstreamView(upstream),
          priority: upstream.priority,
          weight: upstream.weight,
          concurrency: upstream.concurrency,
          failureRate: upstream.failureRate,
          ...(upstream.firstByteMs !== undefined && { firstByteMs: Math.round(upstream.firstByteMs) }),
          counts: upstream.counts,
        })) ?? [],
      budgets: { store, running, unsettled, counts, balances: await balances() },
      traces: governance.traces?.state() ?? { status: 'off' },
      behind: activity.behind(),
    }
  }

  async function balances(): Promise<LiveBalance[]> {
    const shown = await Promise.all(
      activity.active().map(async ({ identity, limits }) => {
        const found = await services.governance.budgets.show(identity, limits && { limits }).catch(() => [])
        return found.map((balance): LiveBalance => ({ ...balance, key: identity.key ?? null }))
      }),
    )
    // Removes duplicates. Several sessions share a key, and several keys a team.
    const seen = new Map(shown.flat().map((view) => [`${view.scope} ${view.of} ${view.scope === 'session' ? view.key : ''}`, view]))
    return [...seen.values()]
  }
}

/** Merges the models of a sample. Charts of hours show all models together. */
function compact(sample: Sample): Sample {
  const written = { reasoning: 0, commentary: 0, answer: 0 }
  for (const { reasoning, commentary, answer } of Object.values(sample.written)) {
    written.reasoning += reasoning
    written.commentary += commentary
    written.answer += answer
  }
  return { ...sample, tokens: {}, written: { all: written }, firstReasoning: none, firstAnswer: none, ratio: none }
}

const none = { bounds: [], counts: [], sum: 0 }
