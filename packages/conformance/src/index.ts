export { assertRow } from './runs/assert-row.ts'
export { adapterChecks, checkAdapter, type AdapterCheckOptions } from './checks/check-adapter.ts'
export { checkInput, checkRow, type CheckOptions } from './checks/check-row.ts'
export { cuttings, type Cutting, type CuttingOptions } from './inputs/cuttings.ts'
export { formatFailures, type Violation } from './failure.ts'
export { hostileText } from './inputs/hostile.ts'
export { normaliseParts } from './runs/normalise.ts'
export { checkProperties, type PropertyOptions } from './checks/properties.ts'
export {
  answer,
  commentary,
  reasoning,
  toolCall,
  type Comparison,
  type Expectation,
  type ExpectedBlock,
  type ExpectedPart,
  type ExpectedToolCall,
  type Row,
} from './inputs/row.ts'
export { isolationRows, type Spelling } from './inputs/spelling.ts'
export { tagRows, type TagRowOptions } from './inputs/tag-rows.ts'
export { rules, skips, type RuleName, type Skip } from './rules.ts'
export { countWork } from './runs/work.ts'
export { fromHarmonyVector, type HarmonyRow, type HarmonyVector } from './vectors/harmony.ts'
export { toVectorCase, type VectorCase } from './vectors/vector-case.ts'
export { readVectors } from './vectors/read-vectors.ts'
export { fromThinkTagsVector, type ThinkTagsRow, type ThinkTagsVector, type TrimRule, type VectorOptions } from './vectors/think-tags.ts'
export {
  checkRule,
  ruleChecks,
  ruleDemands,
  type RuleCheckOptions,
  type RuleDemand,
  type RuleFailure,
  type RuleRow,
} from './gateway-rules/rule-checks.ts'
export type { CreateRuleGateway, RuleGateway } from './gateway-rules/rule-gateway.ts'
