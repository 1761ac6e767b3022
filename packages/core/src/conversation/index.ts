export * from './conversation.ts'
export { messageOf } from './message-of.ts'
export {
  isIntact,
  openLoopFrom,
  planReplay,
  type PlannedMessages,
  type ReplayDecision,
  type ReplayPlan,
  type ReplayRule,
  type SealLoss,
  type Target,
} from './replay.ts'
export type { RequestFacts, TemplateSwitch } from './request-facts.ts'
export { isSameModel } from './same-model.ts'
export { inCallOrder, toolSteps, type CallPlace, type ToolStep } from './tool-steps.ts'
