export { balance, type Balance, budgets, type BudgetList, budgetUsed, heldBalance, type HeldBalance } from './budgets.ts'
export { anthropicErrorBody, errorBody, type ErrorBody } from './error.ts'
export { type ExplainedUpstream, explanation, type Explanation, modelLimit, type ModelLimit, type ServerFacts } from './explain.ts'
export * from './generate/index.ts'
export { styles, type Style } from './headers.ts'
export { health, readiness, type Readiness, type StoreState, type UpstreamView } from './health.ts'
export { changedKey, keyList, keyRights, madeKey, rotation } from './keys.ts'
export type { ChangedKey, KeyList, KeyRights, KeyView, MadeKey } from './keys.ts'
export { forgotten, type Forgotten, learned, type LearnedReport } from './learned.ts'
export {
  type BudgetLine,
  type Distribution,
  type Examples,
  gatewayState,
  type GatewayState,
  type GenerationLine,
  hello,
  type Hello,
  type LiveBalance,
  liveEvent,
  type LiveEvent,
  type LiveUpstream,
  type ModelTokens,
  type Sample,
  type WrittenTokens,
} from './live.ts'
export { type ModelExample, type Model, modelList, type ModelList } from './models.ts'
export { schemas, type SchemaName } from './schemas.ts'
export { session, type Session, signIn } from './session.ts'
export { settings, type PublicSettings, type SettingView } from './settings.ts'
export { type Counts } from './shapes.ts'
export { inputTokens, providerRequest, responseInputTokens } from './token-counts.ts'
export { deletedTraces, trace, traceNumbers, tracePage, traceTexts } from './traces.ts'
export type { Snippet, TokenCount, Trace, TracedBlock, TracePage, TraceSummary } from './traces.ts'
export { type GroupUsage, type UsageFigures, usageReport, type UsageReport } from './usage.ts'
