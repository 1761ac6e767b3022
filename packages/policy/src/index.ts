export { suppressReasoningAfterAnswer } from './after-answer.ts'
export { policyConfig, type PolicyConfig, type PolicyOptions } from './config.ts'
export { createPolicy, type Policy, type PolicyContext } from './create-policy.ts'
export { commonDelimiters, type StructuralDelimiter } from './delimiters.ts'
export { forHistory, type HistoryOptions } from './history.ts'
export { latencyCap, type LatencyCapOptions } from './latency-cap.ts'
export type { LeakDetectorOptions } from './leak-detector.ts'
export { guardLeaks, type LeakGuardOptions } from './leak-guard.ts'
export { leakScore, type LeakScore } from './leak-score.ts'
export { leakCodes, leakReasons, type LeakCount, type LeakReason, type PolicyReport } from './ledger.ts'
export { markerPlan, type MarkerPhase, type MarkerPlan, type ModelFacts } from './marker-phase.ts'
export { suppressRepeats, type NgramOptions } from './ngram.ts'
export { configKeys, parsePolicyConfig, type ConfigKey } from './parse-config.ts'
export { legacyMarkerProfile } from './profiles.ts'
export { capGovernor, capReasoning, type ReasoningCapOptions } from './reasoning-cap.ts'
export { requireFinal } from './require-final.ts'
export { serviceTokens } from './service-tokens.ts'
export { trim } from './trim.ts'
export {
  deliverWhole,
  limitVisibility,
  thinkingTime,
  thinkingTimeOf,
  type Mode,
  type Visibility,
  type VisibilityOptions,
} from './visibility.ts'
export { collapseWhitespace } from './whitespace.ts'
export { dropRepeatedKinds } from './repeated-kinds.ts'
export { dropRepeatedReasoning } from './repeated-reasoning.ts'
export { withhold } from './withhold.ts'
