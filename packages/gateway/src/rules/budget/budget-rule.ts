import { controlBefore, controlStop, rescue, type BudgetGovernor, type Budgets, type LimitsOptions } from '@reason/budget'
import type { KeyRecord } from '@reason/keys'
import { errorOfBudget } from '../../errors/budget-refusal.ts'
import { hasLeft } from '../../generation/relay-outcome.ts'
import type { GatewayConfig } from '../../settings/settings.ts'
import { singlesOf } from '../../settings/singles.ts'
import type { Activity } from '../activity/activity.ts'
import type { GenerationFacts, OwnAdmitted, OwnRule } from '../own-rule.ts'
import type { OwnRun } from '../../generation/own-run.ts'
import { controlOf, delimitersOf } from './reasoning-control.ts'
import { createSeenThinking, type SeenThinking } from './seen-thinking.ts'
import type { WrapUps } from './wrap-ups.ts'

/** Output tokens assumed for a request without a limit. With more budget left, the model need not think less. */
const mostThinking = 65_536

type BudgetAdmission = Awaited<ReturnType<BudgetGovernor['admit']>>

/** Limits reasoning tokens. At the limit it ends reasoning upstream in the best available way. If reasoning has used up the output, it retries once. */
export function budgetRule(
  config: Pick<GatewayConfig, 'rescue' | 'startProbe' | 'wrapUp' | 'upstreams'> & Parameters<typeof singlesOf>[0],
  budgets: Budgets,
  stores: { wrapUps: WrapUps; activity: Pick<Activity, 'asked'> },
): OwnRule {
  const mayContinue = config.startProbe || singlesOf(config).some(({ upstreamEngine }) => upstreamEngine !== undefined)
  const seen = createSeenThinking()

  return {
    id: 'budget',
    admit(generation) {
      const { asked, incoming } = generation
      const limits = limitsOf(incoming.key)
      stores.activity.asked(asked, limits?.limits)
      const budget = budgets.governor(asked, limits)
      const admission = budget.admit()
      return admission instanceof Promise ? admission.then(answered) : answered(admission)

      function answered(admission: BudgetAdmission): OwnAdmitted {
        return admission.admitted ? runOf(budget, generation) : { refusal: errorOfBudget(admission) }
      }
    },
  }

  function runOf(budget: BudgetGovernor, generation: GenerationFacts): OwnRun {
    const { request, incoming, asked, reports } = generation
    reports.reasoningTokens = reasoningTokens
    reports.chargedTokens = chargedTokens
    return {
      governors: [budget],
      mayStop: budget.mayStop(),
      mayContinue,
      wrapUps: () =>
        stores.wrapUps.of({
          request,
          owner: `${asked.team} ${asked.key} ${asked.session}`,
          setting: incoming.key?.wrapUp ?? config.wrapUp,
          balances: budget.balances(),
          bodyBytes: incoming.bodyBytes,
        }),
      changes(knobs) {
        const remaining = budget.remaining()
        const maxOutputTokens = request.maxTokens ?? mostThinking
        // With a budget larger than the output, the knobs make no difference, and the conversation need not be read.
        const own = remaining === undefined || remaining >= maxOutputTokens ? undefined : knobs()
        return controlBefore({ upstream: controlOf(generation.upstream?.engine, undefined), knobs: own, remaining, maxOutputTokens })
      },
      begin: () => ({ observers: [seen.observer(request.model)] }),
      headers() {
        const remaining = budget.remaining('all')
        return remaining === undefined ? {} : { 'x-reason-budget-remaining': String(remaining) }
      },
      stop: ({ id, conversation, reasoning, mayAskAgain }) =>
        controlStop({
          upstream: controlOf(generation.upstream?.engine, generation.split && delimitersOf(generation.split)),
          id,
          conversation,
          reasoning,
          spentTokens: budget.spent().value,
          mayAskAgain,
        }),
      rescue(result, knobs) {
        const how = config.rescue === 'no' ? undefined : config.rescue
        // Knobs are read lazily, because that takes reading the whole conversation.
        if (how === undefined || result.finish?.reason !== 'reasoning-exhausted') return undefined
        return rescue({ result, knobs: knobs(), with: how, attempts: 1, remaining: budget.remaining() })
      },
      nextAttempt: () => budget.nextAttempt(),
      over(outcome) {
        if (hasLeft(outcome)) budget.leave(mayThinkUnseen(generation, seen))
      },
    }

    function reasoningTokens(): number {
      return budget.spent().value
    }

    function chargedTokens(): number | undefined {
      return budget.balances().length === 0 ? undefined : budget.spent().value
    }
  }
}

/** True if the answer may contain unseen reasoning: the model was asked to think, or earlier answers of it had reasoning. */
function mayThinkUnseen({ request, isSent, split, mayStop, upstream }: GenerationFacts, seen: SeenThinking): boolean {
  if (!isSent) return false
  const { stream, model, thinking, effort } = request
  const isAsked = thinking ?? (effort === undefined ? undefined : effort !== 'none')
  // A hosted model may think before the response head. The gateway's own engines stream their reasoning, and a request may only wait there.
  const isHosted = upstream?.engine === undefined
  // The client sees no part of a whole answer before its end.
  const isWhole = !stream && !mayStop
  const has = seen.of(model)
  if (has === 'hidden' || (isWhole && isAsked !== false && has === 'shown')) return true
  return isAsked === true && (split !== undefined || isHosted || isWhole)
}

/** Limits of a key. The object stays the same as long as the key does, so that it is parsed once. */
const limitsOf = (key: KeyRecord | undefined): { limits: LimitsOptions } | undefined =>
  key?.budgets === undefined ? undefined : { limits: key.budgets as LimitsOptions }
