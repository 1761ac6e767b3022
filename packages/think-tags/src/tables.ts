import type { CompleteOptions, TagDelimiter } from './config.ts'
import { table, type Delimiter, type DelimiterKind, type DelimiterTable } from './delimiter.ts'
import { lostClosers } from './delimiters/lost-closer.ts'
import {
  anyOfAfterSpace,
  endsText,
  followedBy,
  goesOnWithout,
  literalInAnyCase,
  mayBeginAnswer,
  mayBeginThought,
  sentenceMark,
  type Condition,
  type Matcher,
} from './matching/matcher.ts'
import { beforeQuotation } from './matching/quoted.ts'
import { nextTurns, turnsInThought } from './delimiters/next-turn.ts'
import { closersByOpener, type Pairs } from './pairs.ts'
import { closerMatcher, literals, matching, tagMatcher, toolMatcher } from './tag-matchers.ts'

/** Kinds that count only once a thought has begun. */
const onlyInside: ReadonlySet<DelimiterKind> = new Set(['inner-open', 'answer-open', 'next-turn', 'own-turn', 'prompted-tag'])

/** Ends of text before a delimiter. Examines two units. */
const paragraph = /(?:^|[.!?…。！？)]\s?|\n)$/
const sentence = /(?:^|[.!?…。！？:)\]"'»”’*`]\s?|\n)$/

const sentenceEnd = /(?:[.!?…。！？)"”*]\s?|\n\n)$/

/**
 * Text in which an answer mentions an opener: the beginning of a quotation (`the prompt "<think> step by step"`), of emphasis, of indented code, or of an
 * item of a list, and a word of a script without small letters.
 */
const quotation = new RegExp(
  String.raw`(?:${beforeQuotation}["'\x60]|[“‘«„‚「『*_]|[^\S\n]{2}|\t|(?:^|\n)(?:[-*+•]|\d{1,2}[.)])[^\S\n]|\p{Lo}[^\S\n])$`,
  'u',
)

/**
 * Legal delimiters by state. Options change only the contents of the tables.
 *
 *     lead, answer, wrapped   openers, orphan closers, tool openers, tokens to strip, turns of other roles after certain text
 *     inside[pair]            the opener's closers, other closers with their openers, tool openers, tokens that begin an answer,
 *                             answer wrappers, service tokens
 *     opened[pair]            the same, and openers, without wrappers
 *     echo, doubt             openers, closers, tool openers, answer wrappers; echo: service tokens
 *     candidate               closers;  ends[pair]: the opener's closers;  suspected[pair]: the same, and everything that may replace them
 *     tool[pair]              the tool opener's closers
 *     rest                    tokens to strip, and closers, which only cause a warning
 *     verbatim, over          nothing
 */
export interface Tables {
  lead: DelimiterTable
  answer: DelimiterTable
  wrapped: DelimiterTable
  echo: DelimiterTable
  inside: readonly DelimiterTable[]
  opened: readonly DelimiterTable[]
  ends: readonly DelimiterTable[]
  suspected: readonly DelimiterTable[]
  /** Delimiters that end a doubt. The first of them decides the channel of the text before it. */
  doubt: DelimiterTable
  candidate: DelimiterTable
  tools: readonly DelimiterTable[]
  rest: DelimiterTable
  verbatim: DelimiterTable
  over: DelimiterTable
  /** Tokens that servers remove from output that they split. */
  services: DelimiterTable
  /** Index of the table in `inside` for a thought that the prompt opened. */
  promptPair: number
}

/** @param isSplit - A server has split the text. A closer is then text, unless the answer begins with it, as a leftover of the split. */
export function createTables(config: CompleteOptions, isSplit: boolean): Tables {
  const { groups, ofOpener, prompt } = closersByOpener(config)
  const openers = config.openers.map((tag, index): Delimiter => ({
    kind: 'open',
    matcher: tagMatcher(tag, config),
    pair: ofOpener[index]!,
  }))
  const closers = config.closers.map((tag): Delimiter => ({ kind: 'close', matcher: closerMatcher(tag, config) }))
  const first = config.firstOpeners.map(({ opener, like, isDoubtful = false }, index): Delimiter => {
    const asWritten = like === undefined ? -1 : config.openers.indexOf(like)
    return {
      kind: 'first-open',
      matcher: opener,
      pair: asWritten === -1 ? groups.length + index : ofOpener[asWritten]!,
      isDoubtful,
    }
  })
  /** Blocks of openers that count only at the beginning may end like all others. */
  const ends = [
    ...groups.map((group) => group.map((index) => closers[index]!)),
    ...config.firstOpeners.map(({ closer }): Delimiter[] => [
      ...(closer === undefined ? [] : [{ kind: 'close' as const, matcher: closer }]),
      ...closers,
    ]),
  ]
  const tools = config.tools.map((tool, pair): Delimiter => ({ kind: 'tool', matcher: toolMatcher(tool), pair }))
  // Servers that take a call out of a text may leave its opener, which waits for the call. No call begins with the tag of a thought, or a mark.
  const begun = goesOnWithout([...[...openers, ...closers].map(({ matcher }) => matcher), sentenceMark])
  const answerTools = tools.map((tool) => ({ ...tool, matcher: followedBy(tool.matcher, begun) }))
  const answerTokens = literals('answer-token', config.answerTokens)
  const startTokens = answerTokens.flatMap((token) => outsideSentence(token, mayBeginAnswer))
  const answerEnds = literals('answer-end', config.answerEnds)
  const others = config.contentStrip.filter((token) => !config.answerEnds.includes(token))
  const wrappers = [...startTokens, ...answerEnds, ...literals('wrapper', others)]
  const services = [
    ...literals('service', config.stripTokens),
    ...matching('service', config.namedEnds).map((end) => ({ ...end, behind: sentence })),
  ]
  const strips = [...wrappers, ...services]
  const answerOpen = literals('answer-open', config.answerOpen)
  const answerClose = literals('answer-close', config.answerClose)
  const roles = config.isForgiving ? rolesBefore([...openers, ...closers]) : []
  const labels = [...literals('label', config.startLabels), ...matching('label', roles)]
  const isBetween = config.orphanClose === 'between'
  const ofSplit = (delimiter: Delimiter, behind: RegExp): Delimiter => (isBetween ? { ...delimiter, behind } : delimiter)
  const orphans =
    config.orphanClose === 'literal'
      ? []
      : isBetween
        ? closers.map((closer) => ofSplit({ ...closer, matcher: followedBy(closer.matcher, mayBeginAnswer) }, sentence))
        : counting(closers)
  const late = config.blocks === 'single' ? orphans.map((closer): Delimiter => ({ ...closer, kind: 'late-close' })) : []
  const empty = matching('empty', config.emptyTags)
  const begins = matching('service', isSplit ? [...config.beginTokens, ...config.cutClosers] : config.beginTokens)
  const tagOpen = matching('tag-open', config.answerTags.open)
  const ordinary = config.isForgiving ? config.openers.map(isOrdinaryTag) : []
  const later =
    config.opener === 'leading' ? [] : isBetween ? openers.map((opener) => ofSplit(opener, paragraph)) : counting(openers, ordinary)
  // A tool call of UI-TARS begins with a possible closer of it. At the same place, the tool opener wins.
  const start = [...answerTools, ...counting(openers), ...counting(closers), ...wrappers, ...answerOpen]
  const turns = !config.isForgiving ? [] : nextTurns.map((turn): Delimiter => ({ kind: 'next-turn', ...turn }))
  const inThought: Delimiter[] = !config.isForgiving
    ? []
    : [{ kind: 'next-turn', ...turnsInThought.others }, ...turnsInThought.own.map((turn): Delimiter => ({ kind: 'own-turn', ...turn }))]
  const prompted = config.promptedTags.map(({ opener, closer }): Delimiter => ({
    kind: 'prompted-tag',
    matcher: opener,
    behind: sentence,
    endsIn: closer,
  }))
  const leftOver = [
    ...matching('inner-open', config.answerTags.open),
    ...config.answerTags.close.map((tag): Delimiter => ({ kind: 'tag-close', matcher: followedBy(tag, endsText), behind: sentenceEnd })),
  ]
  const answer = [...answerTools, ...later, ...orphans, ...turns, ...strips, ...leftOver]
  const nothing = table([])

  const strays = createStrays(config, closers, groups, openers)
  const inside = (own: readonly Delimiter[], pair: number): Delimiter[] => [
    ...(config.isForgiving ? answerTools : tools),
    ...own,
    ...strays(own),
    ...(config.nesting === 'depth' ? openers.filter((opener) => pair === prompt || opener.pair === pair) : []),
    ...answerTokens,
    ...answerEnds,
    ...answerOpen,
    ...inThought,
    ...services,
    ...prompted,
    ...(pair === prompt ? [] : config.otherTokens)
      .filter(({ closer }) => own.some(({ matcher }) => matcher === closer))
      .map(({ token }): Delimiter => ({ kind: 'stray-close', matcher: token, behind: sentence })),
  ]

  return {
    lead: table([
      ...answerTools,
      ...counting(openers, ordinary, {}),
      ...first,
      ...empty,
      ...begins,
      ...tagOpen,
      ...(isSplit ? closers : orphans),
      ...strips,
      ...answerOpen,
      ...labels,
    ]),
    answer: table(answer),
    // The wrapper's closer may close a block, too.
    wrapped: table([...answerClose, ...matching('tag-close', config.answerTags.close), ...answer]),
    echo: table([...start, ...first.filter((_, index) => config.firstOpeners[index]!.isEcho), ...empty, ...begins, ...services]),
    inside: ends.map((own, pair) => table(() => inside(own, pair))),
    opened: ends.map((own, pair) => table(() => [...openers, ...begins, ...inside(own, pair).filter(({ kind }) => !onlyInside.has(kind))])),
    ends: ends.map((own) => table(own)),
    suspected: ends.map((own) =>
      table(() => [...own, ...strays(own).filter(({ kind }) => kind === 'stray-close' || kind === 'inner-open'), ...prompted]),
    ),
    doubt: table([...start, ...first, ...begins]),
    candidate: table(closers),
    tools: config.tools.map((tool) => table(literals('tool-close', tool.closers))),
    rest: table([...turns, ...strips, ...answerOpen, ...answerClose, ...late]),
    verbatim: nothing,
    over: nothing,
    services: table(services),
    promptPair: prompt,
  }
}

/** Behind the end of a sentence, or in front of what none goes on with: else a text speaks of it. */
const outsideSentence = (delimiter: Delimiter, condition: Condition): Delimiter[] => [
  { ...delimiter, matcher: followedBy(delimiter.matcher, condition) },
  { ...delimiter, behind: sentence },
]

/**
 * @param mayBeNamed - By delimiter: within a sentence of an answer the tag may be what the sentence is about.
 * @param unless - Text behind which it is none all the same.
 */
const counting = (
  delimiters: readonly Delimiter[],
  mayBeNamed: readonly boolean[] = [],
  unless: Pick<Delimiter, 'unlessBehind'> = { unlessBehind: sentence },
): Delimiter[] =>
  delimiters.flatMap((delimiter, index) => {
    const { inSentence } = delimiter.matcher
    if (inSentence !== undefined) return outsideSentence(delimiter, inSentence)
    return mayBeNamed[index] === true
      ? [
          { ...delimiter, matcher: followedBy(delimiter.matcher, mayBeginThought), doubtfulBehind: quotation },
          { ...delimiter, isDoubtful: true, ...unless, doubtfulBehind: quotation },
        ]
      : delimiter
  })

/** For a block with the closers `own`: closers of other tags, and the openers that they may belong to. */
function createStrays(
  config: CompleteOptions,
  closers: readonly Delimiter[],
  groups: Pairs['groups'],
  openers: readonly Delimiter[],
): (own: readonly Delimiter[]) => Delimiter[] {
  if (config.strayClosers.length === 0) return () => []
  const others = config.strayClosers.map((tag) => {
    const index = config.closers.indexOf(tag)
    const closer = closers[index]!
    const ends = groups.flatMap((group, pair) => (group.includes(index) ? [pair] : []))
    return { closer, stray: { ...closer, kind: 'stray-close', ends } satisfies Delimiter }
  })
  const always = [
    ...matching('stray-close', config.damagedClosers),
    // `<think>Add.<think/>Four.`
    ...matching('stray-close', config.emptyTags),
    ...lostClosers.map((closer): Delimiter => ({ kind: 'stray-close', ...closer })),
    ...openers.map((opener): Delimiter => ({ ...opener, kind: 'inner-open' })),
  ]
  return (own) => [...others.filter(({ closer }) => !own.includes(closer)).map(({ stray }) => stray), ...always]
}

/** Tokens between a role and its message. */
const behindRole = ['role_sep', 'im_sep', 'im_middle', 'header_end', 'end_header_id', 'end_of_role'].map((name) => `<|${name}|>`)

/** Role of a header without its first token, before a tag or with the header's end: `assistant↵<think>`, `Assistant: <think>`, `assistant<|role_sep|>`. */
const rolesBefore = (tags: readonly Delimiter[]): Matcher[] => {
  const next = anyOfAfterSpace(tags.map(({ matcher }) => matcher))
  return ['assistant', 'model'].flatMap((role) => [
    ...['\n', ':', ''].map((mark) => followedBy(literalInAnyCase(role + mark), next)),
    ...behindRole.map((token) => literalInAnyCase(role + token)),
  ])
}

/** Whether a tag has an ordinary name. No prose contains the others. */
const isOrdinaryTag = (tag: TagDelimiter): boolean => typeof tag === 'string' && /^<\w+>$/.test(tag)
