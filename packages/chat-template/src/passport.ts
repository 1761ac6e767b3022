import type { JsonValue, Passport } from '@reason/core/adapter'
import { isSpecial, markTexts } from './marks.ts'
import type { TemplateFacts } from './template-facts.ts'

export interface PassportOptions {
  /** Name patterns of the models with this template. */
  models: readonly string[]
  /** Origin of the template, for explanations. */
  source: string
}

/**
 * Creates a passport for models with this template, with options of the think-tags adapter. The start of a text depends on the request: see `startOf`.
 * Common tags count, too, because a model may write them in place of its own.
 *
 * A template without thoughts gives a passport without options, so the adapter's family or the common tags still apply.
 */
export function passportOf(facts: TemplateFacts, { models, source }: PassportOptions): Passport {
  const tokens = [...new Set([...wholeOf(facts.endOfTurn), ...facts.serviceTokens.filter(endsOrNames)])]
  const passport: Passport = { models, source, ...(tokens.length > 0 && { serviceTokens: tokens }) }
  if (isHarmony(facts)) return { ...passport, flags: { harmony: true, 'think-tags': false } }
  if (facts.pairs.length === 0) return passport
  return { ...passport, flags: { 'think-tags': true }, options: { 'think-tags': optionsOf(facts) } }
}

/** Whether the template uses gpt-oss channels in headers, which have a separate adapter, because a pair of tags does not describe them. */
const isHarmony = ({ shape, pairs }: TemplateFacts): boolean =>
  shape === 'channel' && pairs.some(({ open }) => open.includes('<|channel|>'))

function optionsOf({ shape, pairs, answer, tools }: TemplateFacts): { [key: string]: JsonValue } {
  const openers = pairs.map(({ open }) => open).filter((open) => open !== '')
  const label = pairs.find((pair) => pair.label !== undefined)?.label
  const special = (wrappers: readonly string[]): string[] => wrappers.filter((mark) => !isOrdinary(mark))
  const ordinary = (wrappers: readonly string[]): string[] => wrappers.filter(isOrdinary)
  const all: Record<string, readonly JsonValue[]> = {
    toolOpeners: tools.openers,
    toolClosers: tools.closers,
    answerTokens: shape === 'recipient' ? special(answer.open).map(toAnyone) : special(answer.open),
    contentStrip: special(answer.close),
    answerOpen: ordinary(answer.open),
    answerClose: ordinary(answer.close),
  }
  return {
    commonTags: true,
    startTag: openers.length === 0 ? null : one(openers),
    endTag: one([...new Set(pairs.flatMap(({ close, header = '' }) => [close + header, close]))]),
    ...(label !== undefined && { startLabel: label }),
    ...Object.fromEntries(Object.entries(all).flatMap(([name, texts]) => (texts.length === 0 ? [] : [[name, one(texts)]]))),
  }
}

/** Removes tokens that are parts of others, because the parts of a three-piece token are parts of delimiters, too. */
const wholeOf = (tokens: readonly string[]): string[] =>
  tokens.filter((token) => !tokens.some((other) => other !== token && other.includes(token)))

/**
 * Whether a token names a role or ends a turn, in a spelling that prose never has. `<user>` may be XML in an answer. Excludes tokens of calls, because a
 * call in text form needs them.
 */
const endsOrNames = (token: string): boolean =>
  /^(?:<[|｜]|\[\|)/.test(token) && !/tool|plugin|think|sep|\bopen\b|close|begin\|>$/i.test(token)

/** Whether a wrapper consists of ordinary tags, which may be meant literally, so they count only around a whole answer. */
const isOrdinary = (wrapper: string): boolean => !markTexts(wrapper).some(isSpecial)

/** The header of a message to any recipient, because that of a call names its tool: `to=user<|message|>`. */
const toAnyone = (header: string): JsonValue => {
  const [, prefix, suffix] = /^(.*=)[\w.-]+(\W.*)$/s.exec(header) ?? []
  return prefix === undefined ? header : { prefix, suffix: suffix! }
}

const one = (texts: readonly JsonValue[]): JsonValue => (texts.length === 1 ? texts[0]! : [...texts])
