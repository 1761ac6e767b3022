import type { Plugin } from '@reason/core'
import type { GatewayRule } from '../gateway-rule.ts'

/** A Standard Schema, such as those of zod or Valibot. */
type Schema = Plugin['options']

/** Default export of a package or file with a rule. The gateway creates the rule with it, from the configuration. */
export interface RulePlugin<Options extends Schema = Schema> {
  specVersion: Plugin['specVersion']
  id: string
  options: Options
  /** Creates the rule from the validated options. */
  create(options: NonNullable<Options['~standard']['types']>['output']): GatewayRule
}

/** Returns the rule unchanged. TypeScript infers the type of its options. */
export const defineRule = <Options extends Schema>(plugin: RulePlugin<Options>): RulePlugin<Options> => plugin
