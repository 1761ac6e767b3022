import type { Budgets } from '@reason/budget'
import type { PolicyConfig } from '@reason/policy'
import type { GatewayConfig } from '../settings/settings.ts'
import { activityRule } from './activity/activity-rule.ts'
import { answerLimitRule } from './answer-limit-rule.ts'
import { budgetRule } from './budget/budget-rule.ts'
import type { GatewayStores } from './gateway-stores.ts'
import { metricsRule } from './metrics/metrics-rule.ts'
import { noteRule } from './notes/note-rule.ts'
import { reasoningCountRule } from './notes/reasoning-count-rule.ts'
import { ownFieldRule } from './own-field-rule.ts'
import type { OwnRule } from './own-rule.ts'
import { markerRule } from './policy/marker-rule.ts'
import { policyRule } from './policy/policy-rule.ts'
import { rateLimitRule } from './rate-limits/rate-limit-rule.ts'
import { registeredRule } from './registered-rule.ts'
import { spanRule } from './spans/span-rule.ts'
import { traceRule } from './traces/trace-rule.ts'
import { wireTapRule } from './wire-tap/wire-tap-rule.ts'

/**
 * Creates the gateway's rules, in the order of admission and of their stages. Generations end them in reverse order. Rules that may refuse
 * come first, so that later rules only see generations that will begin.
 */
export const gatewayRules = (
  config: GatewayConfig,
  policyConfig: PolicyConfig,
  budgets: Budgets,
  stores: GatewayStores,
): readonly OwnRule[] => [
  rateLimitRule(stores.rateLimits),
  budgetRule(config, budgets, stores),
  ...config.packageRules.map(registeredRule),
  metricsRule(stores.metrics, config),
  activityRule(stores.activity),
  wireTapRule,
  noteRule(config),
  policyRule(policyConfig, config),
  markerRule(stores.metrics),
  answerLimitRule(config),
  ownFieldRule(config),
  reasoningCountRule(policyConfig),
  ...(stores.traces === undefined ? [] : [traceRule(stores.traces, config, policyConfig, stores.traceFinished)]),
  ...(stores.telemetry === undefined ? [] : [spanRule(config)]),
]
