export { createGateway, type Gateway, type GatewayOptions } from './gateway.ts'
export { defineRule, type RulePlugin } from './rules/define-rule.ts'
export type { Admitted, Facts, GatewayRule, RuleRefusal, Run, RunOutcome } from './gateway-rule.ts'
export type { Log, LogLine } from './log.ts'
