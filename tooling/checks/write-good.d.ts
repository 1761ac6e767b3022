/** Types for the rule, which ships none. */
declare module 'textlint-rule-write-good' {
  import type { TextlintRuleModule } from '@textlint/kernel'
  const module: { default: TextlintRuleModule }
  export default module
}
