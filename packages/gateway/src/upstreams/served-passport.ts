import { passportOf, type TemplateFacts } from '@reason/chat-template'
import type { Passport } from '@reason/core/adapter'

/** Source named in explanations. */
const source = "the chat template that the model's server sent"

/**
 * Derives a model's passport from its server's chat templates. A template may be odd or hostile, so it only adds to the rules for all
 * models. Delimiters that are plain words are left out, because any answer may contain them.
 *
 * @param templates - The usual template first, then the one for requests with tools.
 * @returns Undefined if no template could be read, or none contains a token.
 */
export function servedPassport(templates: readonly TemplateFacts[]): Passport | undefined {
  const facts = joined(templates.filter(({ error }) => error === undefined))
  if (facts === undefined) return undefined
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

/** Joins the facts of both templates. The model may write what either shows. */
function joined([first, ...others]: readonly TemplateFacts[]): TemplateFacts | undefined {
  if (first === undefined) return undefined
  const all = [first, ...others]
  const shown = all.find(({ shape }) => shape !== 'none') ?? first
  const texts = (of: (facts: TemplateFacts) => readonly string[]): string[] => [...new Set(all.flatMap(of))]
  return {
    ...shown,
    pairs: [...new Map(all.flatMap(({ pairs }) => pairs).map((pair) => [`${pair.open}\n${pair.close}`, pair])).values()],
    answer: { open: texts(({ answer }) => answer.open), close: texts(({ answer }) => answer.close) },
    tools: { openers: texts(({ tools }) => tools.openers), closers: texts(({ tools }) => tools.closers) },
    endOfTurn: texts(({ endOfTurn }) => endOfTurn),
    serviceTokens: texts(({ serviceTokens }) => serviceTokens),
  }
}

/** A bracket alone is no token, because any answer may contain it. */
const isToken = (delimiter: string): boolean => /[<>[\]{}|｜@~◁▷⟨⟩⟦⟧⟪⟫]/.test(delimiter) && /[\p{L}\p{N}]/u.test(delimiter)
