import { budgets, budgetUsed, heldBalance } from './budgets.ts'
import { anthropicErrorBody } from './error.ts'
import { explanation } from './explain.ts'
import { generateSchemas } from './generate/json-schema.ts'
import { health, readiness, upstreamView } from './health.ts'
import { changedKey, keyList, keyRights, keyView, madeKey, rotation } from './keys.ts'
import { forgotten, learned } from './learned.ts'
import { budgetLine, gatewayState, generationLine, hello, liveEvent, sample } from './live.ts'
import { model, modelList } from './models.ts'
import { session, signIn } from './session.ts'
import { settings } from './settings.ts'
import { inputTokens, providerRequest, responseInputTokens } from './token-counts.ts'
import { deletedTraces, trace, tracePage, traceSummary } from './traces.ts'
import { usageReport } from './usage.ts'

/** All schemas, by their names in the OpenAPI document. */
export const schemas = {
  ...generateSchemas,
  AnthropicError: anthropicErrorBody,
  Budgets: budgets,
  BudgetLine: budgetLine,
  BudgetUsed: budgetUsed,
  ChangedKey: changedKey,
  DeletedTraces: deletedTraces,
  Explanation: explanation,
  Forgotten: forgotten,
  GatewayState: gatewayState,
  GenerationLine: generationLine,
  Health: health,
  HeldBalance: heldBalance,
  Hello: hello,
  InputTokens: inputTokens,
  Key: keyView,
  KeyList: keyList,
  KeyRights: keyRights,
  Learned: learned,
  LiveEvent: liveEvent,
  MadeKey: madeKey,
  Model: model,
  ModelList: modelList,
  ProviderRequest: providerRequest,
  Readiness: readiness,
  ResponseInputTokens: responseInputTokens,
  Rotation: rotation,
  Sample: sample,
  Session: session,
  Settings: settings,
  SignIn: signIn,
  Trace: trace,
  TracePage: tracePage,
  TraceSummary: traceSummary,
  Upstream: upstreamView,
  UsageReport: usageReport,
}

export type SchemaName = keyof typeof schemas
