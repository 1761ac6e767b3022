import { passportOf, type TemplateFacts } from '@reason/chat-template'
import type { Passport } from '@reason/core/adapter'

/** For explanations. */
const source = "the chat template that the model's server sent"

/**
 * How a model writes, by the template that its server sent. The template may be odd or hostile, so it only adds to what counts for every model:
 * delimiters of plain words, which may stand in any answer, are left out.
 *
 * @returns Undefined: the template could not be read, or names no token.
 */
export function servedPassport(facts: TemplateFacts): Passport | undefined {
  if (facts.error !== undefined) return undefined
  const { flags, options, serviceTokens } = passportOf(facts, { models: [], source })
  const isTold = facts.pairs.every(({ open, close }) => (open === '' || isToken(open)) && isToken(close))
  const passport: Passport = {
    models: [],
    source,
    ...(serviceTokens !== undefined && { serviceTokens }),
    ...(isTold && flags !== undefined && { flags }),
    ...(isTold && options !== undefined && { options }),
  }
  return passport.flags === undefined && passport.serviceTokens === undefined ? undefined : passport
}

const isToken = (delimiter: string): boolean => /[<>[\]|｜◁▷]/.test(delimiter)
