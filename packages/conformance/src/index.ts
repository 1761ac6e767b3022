export { assertRow } from './assert-row.ts'
export { adapterChecks, checkAdapter, type AdapterCheckOptions } from './check-adapter.ts'
export { checkInput, checkRow, type CheckOptions } from './check-row.ts'
export { cuttings, type Cutting, type CuttingOptions } from './cuttings.ts'
export { formatFailures, type Violation } from './failure.ts'
export { hostileText } from './hostile.ts'
export { normaliseParts } from './normalise.ts'
export { checkProperties, type PropertyOptions } from './properties.ts'
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
} from './row.ts'
export { isolationRows, type Spelling } from './spelling.ts'
export { tagRows, type TagRowOptions } from './tag-rows.ts'
export { rules, skips, type RuleName, type Skip } from './rules.ts'
export { countWork } from './work.ts'
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
