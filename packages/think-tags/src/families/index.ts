import { familiesAToK } from './families-a-k.ts'
import { familiesLToZ } from './families-l-z.ts'
import type { Family } from './family.ts'
import { fromTemplates } from './from-templates.ts'
import { named } from './named.ts'
import { prompted } from './prompted.ts'

/** What is known of families of models. Those that write Harmony (gpt-oss) are left out on purpose: a pair of tags would split them wrongly. */
export const families: readonly Family[] = [...familiesAToK, ...familiesLToZ, ...named, ...prompted].map(withTemplateTokens)

/** Templates know more tokens than anybody writes down. */
function withTemplateTokens(family: Family): Family {
  const { serviceTokens: ofTemplate = [] } = fromTemplates.find(({ id }) => id === family.id) ?? {}
  const tokens = [...new Set([...(family.serviceTokens ?? []), ...ofTemplate.filter(endsOrNames)])]
  return tokens.length === 0 ? family : { ...family, serviceTokens: tokens }
}

/** Ends a turn or names a role, in a spelling that no prose has. Tokens of calls stay, as a call in text form needs them. */
function endsOrNames(token: string): boolean {
  return /^(?:<[|｜]|\[\|)/.test(token) && !/tool|plugin|think|sep|open|close|begin\|>$/i.test(token)
}
