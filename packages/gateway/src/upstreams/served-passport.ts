import { passportOf, type TemplateFacts } from '@reason/chat-template'
import type { Passport } from '@reason/core/adapter'

/** For explanations. */
const source = "the chat template that the model's server sent"

/**
 * How a model writes, by the templates that its server sent. A template may be odd or hostile, so it only adds to what counts for every model:
 * delimiters of plain words, which may stand in any answer, are left out.
 *
 * @param templates - The usual one first, then that for requests with tools.
 * @returns Undefined: no template could be read, or none names a token.
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

/** A model may write what either of its templates shows. */
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

const isToken = (delimiter: string): boolean => /[<>[\]|｜◁▷]/.test(delimiter)
