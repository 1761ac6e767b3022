import type { CompleteOptions, TagDelimiter, ToolDelimiter } from './config.ts'
import type { Delimiter, DelimiterKind } from './delimiter.ts'
import { markupTag, parseTag } from './delimiters/markup-tag.ts'
import {
  anyOfAfterSpace,
  endOfLine,
  followedBy,
  isLineEnd,
  literal,
  literalInAnyCase,
  type Matcher,
  nameBetween,
} from './matching/matcher.ts'
import { parseRun, tokenRun } from './delimiters/token-run.ts'

export const literals = (kind: DelimiterKind, values: readonly (string | Matcher)[]): Delimiter[] =>
  values.map((value) => ({ kind, matcher: textMatcher(value) }))

export const matching = (kind: DelimiterKind, matchers: readonly Matcher[]): Delimiter[] => matchers.map((matcher) => ({ kind, matcher }))

/** Cached matchers of tokens that all models share. */
const known = new Map<string, Matcher>()
const mostKnown = 4096

/** Matches a token, or several with a word between them. */
function textMatcher(value: string | Matcher): Matcher {
  if (typeof value !== 'string') return value
  let matcher = known.get(value)
  if (matcher === undefined) {
    const run = parseRun(value)
    matcher = run === undefined ? literal(value) : tokenRun(run)
    if (known.size < mostKnown) known.set(value, matcher)
  }
  return matcher
}

/** Matches a tag. Also used to read a prefill. */
export function tagMatcher(tag: TagDelimiter, config: CompleteOptions): Matcher {
  if (typeof tag !== 'string') return 'match' in tag ? tag : nameBetween(tag.prefix, tag.suffix)
  const { caseInsensitive, tagsInAnySpelling, tagWhitespace, tagAttributes, maxTagChars } = config
  const parsed = parseTag(tag)
  // Only opening tags have attributes.
  if (parsed === undefined || !(tagsInAnySpelling || tagWhitespace || (tagAttributes && !parsed.closing))) {
    return caseInsensitive ? literalInAnyCase(tag) : textMatcher(tag)
  }
  return markupTag(parsed.name, parsed.closing, {
    anyCase: caseInsensitive || tagsInAnySpelling,
    whitespace: tagWhitespace || (parsed.closing && tagsInAnySpelling),
    oddClosers: tagsInAnySpelling,
    attributes: tagAttributes,
    maxLength: Math.max(tag.length, maxTagChars),
  })
}

export function closerMatcher(tag: TagDelimiter, config: CompleteOptions): Matcher {
  const matcher = tagMatcher(tag, config)
  if (config.markerLine !== 'whole' || (typeof tag === 'string' && isLineEnd(tag.charCodeAt(tag.length - 1)))) return matcher
  return followedBy(matcher, endOfLine)
}

export function toolMatcher({ opener, lookahead }: ToolDelimiter): Matcher {
  return lookahead.length === 0 ? textMatcher(opener) : followedBy(textMatcher(opener), anyOfAfterSpace(lookahead.map(textMatcher)))
}

/** Whether a text consists of the opener of a call. */
export const isCallOpener = ({ tools }: Pick<CompleteOptions, 'tools'>, text: string): boolean =>
  text !== '' && tools.some(({ opener }) => textMatcher(opener).match(text, 0, true) === text.length)
