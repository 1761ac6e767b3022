import { platformTokens } from './tokens/platforms.ts'
import type { TokenRule } from './tokens/rule.ts'
import { serviceTokens } from './tokens/services.ts'

/** All token rules. The first match wins, so longer prefixes come first. */
export const tokenRules: readonly TokenRule[] = [...platformTokens, ...serviceTokens]
