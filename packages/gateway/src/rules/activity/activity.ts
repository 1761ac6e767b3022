import type { BudgetEvent, AccountIdentity, LimitsOptions } from '@reason/budget'
import type { Usage } from '@reason/core/parts'
import type { GenerationRequest, Observer } from '@reason/core/pipeline'
import { createReasoningTally, talliedTypes, usageOfChoices } from '@reason/core/reading'
import type { BudgetLine, Examples, GenerationLine } from '@reason/gateway-api'
import { defined } from '@reason/wire-kit'
import type { RelayOutcome } from '../../generation/relay-outcome.ts'
import { setNewest } from '../../structures/newest-entries.ts'
import type { Share } from '../../share.ts'
import { createBehind } from './examples.ts'

/** A finished generation, before its trace is stored. */
export type EndedGeneration = Omit<GenerationLine, 'trace'>

/** An identity whose budgets are shown on the dashboard. */
export interface Active {
  identity: AccountIdentity
  /** Limits of its key. */
  limits: LimitsOptions | undefined
  /** Unix timestamp in milliseconds. */
  at: number
}

/** Event that pages receive. */
export type ActivityEvent = { type: 'generation'; generation: GenerationLine } | { type: 'budget'; budget: BudgetLine }

export type ActivityChange = ActivityEvent | { type: 'asked'; active: Active }

/** Recent events, for pages and the CLI. In memory, bounded, and gone with the process. */
export interface Activity {
  asked(request: GenerationRequest, limits: LimitsOptions | undefined): void
  /** Begins to record one generation. `end` returns its summary. */
  begin(
    request: GenerationRequest,
    options: { stream: boolean },
  ): { observers: readonly Observer[]; end(outcome: RelayOutcome): EndedGeneration }
  /** Records a finished generation, after its trace was stored or dropped. */
  over(generation: GenerationLine): void
  budget(event: BudgetEvent): void
  /** Generations, the latest last. */
  generations(): readonly GenerationLine[]
  budgets(): readonly BudgetLine[]
  /** Identities, the latest first. */
  active(): readonly Active[]
  behind(): Examples
  /** Applies an event of another process. */
  apply(change: ActivityChange): void
  /** All events, in an order that another process can apply. */
  changes(): ActivityChange[]
  listen(listener: (event: ActivityEvent) => void): () => void
}

const mostGenerations = 200
const mostBudgets = 50
const mostActive = 40

/**
 * @param labelOf - Returns the metrics label of a model.
 * @param share - Shares events with other processes of the gateway.
 * @param now - Returns a Unix timestamp in milliseconds.
 */
export function createActivity(
  labelOf: (model: string | undefined) => string,
  share?: Share<ActivityChange>,
  now: () => number = Date.now,
): Activity {
  const listeners = new Set<(event: ActivityEvent) => void>()
  const behind = createBehind(labelOf)
  const generations: GenerationLine[] = []
  const budgets: BudgetLine[] = []
  /** Identities by name, the latest last. */
  const active = new Map<string, Active>()
  let latest: Active | undefined

  share?.known.forEach(apply)
  share?.listen(apply)

  return {
    asked({ session, key, team }, limits) {
      if (session === undefined && key === undefined && team === undefined) return
      if (share === undefined && isLatest(session, key, team)) {
        latest!.limits = limits
        latest!.at = now()
        return
      }
      const identity: AccountIdentity = defined({ session, key, team })
      happened({ type: 'asked', active: { identity, limits, at: now() } })
    },
    begin,
    over: (generation) => happened({ type: 'generation', generation }),
    budget: (event) => happened({ type: 'budget', budget: budgetLine(event) }),
    generations: () => generations,
    budgets: () => budgets,
    active: () => [...active.values()].toReversed(),
    behind: behind.now,
    apply,
    changes: () => [
      ...[...active.values()].map((one): ActivityChange => ({ type: 'asked', active: one })),
      ...generations.map((generation): ActivityChange => ({ type: 'generation', generation })),
      ...budgets.map((budget): ActivityChange => ({ type: 'budget', budget })),
    ],
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }

  function begin(request: GenerationRequest, { stream }: { stream: boolean }): ReturnType<Activity['begin']> {
    const begunAt = performance.now()
    let firstReasoningMs: number | null = null
    let firstAnswerMs: number | null = null
    const tally = createReasoningTally()
    let finish: string | null = null
    const usages = new Map<number, Usage>()
    const said: Observer = {
      id: 'activity',
      when: 'before-policy',
      types: talliedTypes,
      onPart(part) {
        tally.see(part)
        if (part.type === 'delta') {
          if (part.channel === 'answer') {
            // The client of an unstreamed answer sees no first token, so its times are left out.
            if (stream) firstAnswerMs ??= performance.now() - begunAt
          } else if (part.channel === 'reasoning') {
            if (stream) firstReasoningMs ??= performance.now() - begunAt
          }
        } else if (part.type === 'usage') usages.set(part.choice ?? 0, part.usage)
      },
    }
    const told: Observer = {
      id: 'activity-outcome',
      when: 'after-policy',
      types: ['finish'],
      onPart(part) {
        // A finish other than `stop` wins among several choices, as in the trace.
        if (part.type === 'finish' && (finish === null || finish === 'stop')) finish = part.reason
      },
    }
    return {
      observers: [said, told],
      end({ status, aborted, error, warnings }) {
        const usage = usageOfChoices(usages)
        const reasoning = tally.tokens()
        const { total, input, output } = usage ?? {}
        return {
          at: now(),
          model: request.model ?? null,
          session: request.session ?? null,
          key: request.key ?? null,
          outcome: error === undefined ? (finish ?? (aborted ? 'aborted' : null)) : 'error',
          status,
          ms: performance.now() - begunAt,
          firstReasoningMs,
          firstAnswerMs,
          reasoningTokens: reasoning?.value ?? null,
          reasoningTokensSource: reasoning?.source ?? null,
          totalTokens: total?.value ?? (output && output.value + (input?.value ?? 0)) ?? null,
          warnings,
        }
      },
    }
  }

  function budgetLine(event: BudgetEvent): BudgetLine {
    const what = event.type.slice('reasoning_budget_'.length) as BudgetLine['what']
    const about = 'balance' in event ? { ...event.balance, used: event.used } : 'refusal' in event ? event.refusal : undefined
    const { scope = null, of = null, used = null, limit = null } = about ?? {}
    return { at: now(), what, scope, of, used, limit, times: 1 }
  }

  function happened(change: ActivityChange): void {
    apply(change)
    void share?.changed(change)
  }

  function apply(change: ActivityChange): void {
    if (change.type === 'asked') return remember(change.active)
    if (change.type === 'budget') return counted(change.budget)
    keep(generations, change.generation, mostGenerations)
    behind.add(change.generation)
    tell(change)
  }

  /** Counts repeated events in a copy. The shared event stays unchanged, because each process counts by itself. */
  function counted(budget: BudgetLine): void {
    const line = { ...budget }
    const before = budgets.findIndex(({ what, scope, of }) => what === line.what && scope === line.scope && of === line.of)
    if (before !== -1) line.times += budgets.splice(before, 1)[0]!.times
    keep(budgets, line, mostBudgets)
    tell({ type: 'budget', budget: line })
  }

  function tell(event: ActivityEvent): void {
    for (const listener of listeners) listener(event)
  }

  /** True if the request comes from the same client as the last one, as most do. */
  function isLatest(session: string | undefined, key: string | undefined, team: string | undefined): boolean {
    return latest !== undefined && latest.identity.session === session && latest.identity.key === key && latest.identity.team === team
  }

  function remember(one: Active): void {
    const { session, key, team } = one.identity
    const name = JSON.stringify([session, key, team])
    latest = one
    setNewest(active, name, one, mostActive)
  }
}

function keep<T>(lines: T[], line: T, most: number): void {
  lines.push(line)
  if (lines.length > most) lines.shift()
}
