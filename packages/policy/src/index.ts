export { suppressReasoningAfterAnswer } from './guards/after-answer.ts'
export { policyConfig, type PolicyConfig, type PolicyOptions } from './config/config.ts'
export { createPolicy, type Policy, type PolicyContext } from './create-policy.ts'
export { commonDelimiters, type StructuralDelimiter } from './text/delimiters.ts'
export { forHistory, type HistoryOptions } from './visibility/history.ts'
export { latencyCap, type LatencyCapOptions } from './caps/latency-cap.ts'
export type { LeakDetectorOptions } from './comparison/leak-detector.ts'
export { guardLeaks, type LeakGuardOptions } from './guards/leak-guard.ts'
export { leakScore, type LeakScore } from './comparison/leak-score.ts'
export { leakCodes, leakReasons, type LeakCount, type LeakReason, type PolicyReport } from './ledger.ts'
export { markerPlan, type MarkerPhase, type MarkerPlan, type ModelFacts } from './config/marker-phase.ts'
export { suppressRepeats, type NgramOptions } from './repeats/ngram.ts'
export { configKeys, parsePolicyConfig, type ConfigKey } from './config/parse-config.ts'
export { legacyMarkerProfile } from './config/profiles.ts'
export { capGovernor, capReasoning, type ReasoningCapOptions } from './caps/reasoning-cap.ts'
export { requireFinal } from './require-final.ts'
export { serviceTokens } from './guards/service-tokens.ts'
export { trim } from './whitespace/trim.ts'
export {
  deliverWhole,
  limitVisibility,
  thinkingTime,
  thinkingTimeOf,
  type Mode,
  type Visibility,
  type VisibilityOptions,
} from './visibility/visibility.ts'
export { collapseWhitespace } from './whitespace/whitespace.ts'
export { dropRepeatedKinds } from './repeats/repeated-kinds.ts'
export { dropRepeatedReasoning } from './repeats/repeated-reasoning.ts'
export { withhold } from './visibility/withhold.ts'
