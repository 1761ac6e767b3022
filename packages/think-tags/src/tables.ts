import type { Config } from './config.ts'
import { markupTag, parseTag } from './markup-tag.ts'
import { anyOfAfterSpace, endOfLine, followedBy, hexBetween, isLineEnd, literal, literalInAnyCase, type Matcher } from './matcher.ts'
import type { Tag } from './options.ts'
import { closersByOpener } from './pairs.ts'
import { createScanner, type Scanner } from './scanner.ts'

/** What a delimiter does. */
export type Kind = 'open' | 'close' | 'tool' | 'tool-close' | 'wrapper' | 'service' | 'answer-open' | 'answer-close' | 'late-close'

/** Whether it stands around an answer, so that what follows is one. */
export const isWrapper = (kind: Kind): boolean => kind === 'wrapper' || kind === 'answer-open'

export interface Delimiter {
  kind: Kind
  matcher: Matcher
  /** Openers: which of the reasoning tables their block is read with. */
  pair?: number
}

/** The delimiters that are legal in one state. All others are text there. */
export interface Table {
  scanner: Scanner
  delimiters: readonly Delimiter[]
}

/**
 * What is legal where. A state of the machine names its table; options only ever change what is in them.
 *
 *     lead, answer, wrapped   openers, orphan closers, tool openers, tokens to strip
 *     inside[pair]            the closers of the opener that was met, tool openers
 *     echo, doubt             openers, closers, tool openers, wrappers of an answer
 *     candidate               closers
 *     tool                    tool closers
 *     rest                    tokens to strip, and closers, of which it only warns
 *     verbatim                nothing
 */
export interface Tables {
  lead: Table
  answer: Table
  wrapped: Table
  echo: Table
  inside: readonly Table[]
  /** Where nobody knows what the text is: the first of these tells. */
  doubt: Table
  candidate: Table
  tool: Table
  rest: Table
  verbatim: Table
  /** Where the text of a start that was in the prompt is read: any closer may be its. */
  anyPair: number
}

export function createTables(config: Config): Tables {
  const { groups, ofOpener, any } = closersByOpener(config)
  const openers = config.openers.map((tag, index): Delimiter => ({
    kind: 'open',
    matcher: tagMatcher(tag, config),
    pair: ofOpener[index]!,
  }))
  const closers = config.closers.map((tag): Delimiter => ({ kind: 'close', matcher: closerMatcher(tag, config) }))
  const tools = [
    ...config.toolOpeners.map((tool): Delimiter => ({ kind: 'tool', matcher: toolMatcher(tool, config) })),
    ...literals('tool', config.toolTokens),
  ]
  const wrappers = literals('wrapper', config.contentStrip)
  const strips = [...wrappers, ...literals('service', config.stripTokens)]
  const answerOpen = literals('answer-open', config.answerOpen)
  const answerClose = literals('answer-close', config.answerClose)
  const orphans = config.orphanClose === 'literal' ? [] : closers
  const late = config.blocks === 'single' ? orphans.map((closer): Delimiter => ({ ...closer, kind: 'late-close' })) : []
  const later = config.opener === 'leading' ? [] : openers
  // A tool call of UI-TARS begins with what could be its closer: of two at one place, the tool opener counts.
  const start = table([...tools, ...openers, ...closers, ...wrappers, ...answerOpen])
  const answer = [...tools, ...later, ...orphans, ...strips]

  return {
    lead: table([...tools, ...openers, ...orphans, ...strips, ...answerOpen]),
    answer: table(answer),
    wrapped: table([...answer, ...answerClose]),
    echo: start,
    inside: groups.map((group, pair) =>
      table([
        ...tools,
        ...group.map((index) => closers[index]!),
        ...(config.nesting === 'depth' ? openers.filter((opener) => pair === any || opener.pair === pair) : []),
      ]),
    ),
    doubt: start,
    candidate: table(closers),
    tool: table(literals('tool-close', config.toolClosers)),
    rest: table([...strips, ...answerOpen, ...answerClose, ...late]),
    verbatim: table([]),
    anyPair: any,
  }
}

const table = (delimiters: readonly Delimiter[]): Table => ({
  scanner: createScanner(delimiters.map(({ matcher }) => matcher)),
  delimiters,
})

const literals = (kind: Kind, values: readonly string[]): Delimiter[] => values.map((value) => ({ kind, matcher: literal(value) }))

/** Also what a prefill is read with. */
export function tagMatcher(tag: Tag, config: Config): Matcher {
  if (typeof tag !== 'string') return hexBetween(tag.prefix, tag.suffix)
  const { caseInsensitive, tagWhitespace, tagAttributes, maxTagChars } = config
  const parsed = tagWhitespace || tagAttributes ? parseTag(tag) : undefined
  if (parsed === undefined) return caseInsensitive ? literalInAnyCase(tag) : literal(tag)
  return markupTag(parsed.name, parsed.closing, {
    anyCase: caseInsensitive,
    whitespace: tagWhitespace,
    attributes: tagAttributes,
    maxLength: Math.max(tag.length, maxTagChars),
  })
}

function closerMatcher(tag: Tag, config: Config): Matcher {
  const matcher = tagMatcher(tag, config)
  if (config.markerLine !== 'whole' || (typeof tag === 'string' && isLineEnd(tag.charCodeAt(tag.length - 1)))) return matcher
  return followedBy(matcher, endOfLine)
}

function toolMatcher(tool: string, { toolLookahead }: Config): Matcher {
  return toolLookahead.length === 0 ? literal(tool) : followedBy(literal(tool), anyOfAfterSpace(toolLookahead))
}
