import type { Plugin } from '@reason/core'
import type { GatewayRule } from '../gateway-rule.ts'

/** A Standard Schema, as of zod or Valibot. */
type Schema = Plugin['options']

/** The default export of a package or file with a rule: how the gateway makes it from configuration. */
export interface RulePlugin<Options extends Schema = Schema> {
  specVersion: Plugin['specVersion']
  id: string
  options: Options
  /** Is given what the schema made of the options. */
  create(options: NonNullable<Options['~standard']['types']>['output']): GatewayRule
}

export const defineRule = <Options extends Schema>(plugin: RulePlugin<Options>): RulePlugin<Options> => plugin
