import { common, mirrored } from './common.ts'
import { toolCallAhead } from './families/shapes.ts'
import type { FormatOptions, Tag, TrimRule } from './options.ts'

/** The options with every default filled in and every list a list: what the rest of the code reads. */
export interface Config {
  openers: readonly Tag[]
  closers: readonly Tag[]
  /** What ends the blocks of openers for which that is more than a matter of their spelling. */
  closersOf: ReadonlyMap<string, readonly string[]>
  startsInReasoning: boolean | 'hold' | undefined
  opener: 'anywhere' | 'leading'
  blocks: 'multi' | 'single'
  nesting: 'flat' | 'depth'
  orphanClose: 'drop' | 'literal' | 'reclassify'
  unclosed: 'reasoning' | 'answer'
  toolOpeners: readonly string[]
  /** Tool openers that count whatever follows them. */
  toolTokens: readonly string[]
  toolClosers: readonly string[]
  toolLookahead: readonly string[]
  afterTool: 'answer' | 'hold'
  emptyStart: 'block' | 'hold'
  startLabel: string | undefined
  contentStrip: readonly string[]
  stripTokens: readonly string[]
  answerOpen: readonly string[]
  answerClose: readonly string[]
  codeAware: boolean
  codeAwareReasoning: boolean
  caseInsensitive: boolean
  tagAttributes: boolean
  tagWhitespace: boolean
  markerLine: 'start' | 'whole' | undefined
  markerOccurrence: 'first' | 'last'
  separator: string
  trim: ReadonlySet<TrimRule>
  maxHeldChars: number
  onHoldLimit: 'reasoning' | 'answer'
  maxTagChars: number
  enabled: boolean
}

export function createConfig(options: FormatOptions): Config {
  const isCommon = options.startTag === undefined && options.endTag === undefined
  const openers = options.startTag === null ? [] : listOf<Tag>(options.startTag ?? common.openers)
  return {
    openers,
    closers: isCommon ? common.closers : options.endTag === undefined ? openers.map(closerOf) : listOf<Tag>(options.endTag),
    closersOf: isCommon ? common.closersOf : new Map(),
    startsInReasoning: options.startsInReasoning,
    opener: options.opener ?? 'anywhere',
    blocks: options.blocks ?? 'multi',
    nesting: options.nesting ?? 'flat',
    orphanClose: options.orphanClose ?? 'drop',
    unclosed: options.unclosed ?? 'reasoning',
    ...(isCommon && options.toolOpeners === undefined ? commonTools : toolsOf(options)),
    afterTool: options.afterTool ?? 'answer',
    emptyStart: options.emptyStart ?? 'block',
    startLabel: options.startLabel,
    contentStrip: listOf(options.contentStrip ?? (isCommon ? common.wrappers : undefined)),
    stripTokens: listOf(options.stripTokens),
    answerOpen: listOf(options.answerOpen),
    answerClose: listOf(options.answerClose),
    codeAware: options.codeAware ?? false,
    codeAwareReasoning: options.codeAwareReasoning ?? false,
    caseInsensitive: options.caseInsensitive ?? false,
    tagAttributes: options.tagAttributes ?? false,
    tagWhitespace: options.tagWhitespace ?? false,
    markerLine: options.markerLine,
    markerOccurrence: options.markerOccurrence ?? 'first',
    separator: options.separator ?? '',
    trim: new Set(options.trim),
    maxHeldChars: options.maxHeldChars ?? 100_000,
    onHoldLimit: options.onHoldLimit ?? 'reasoning',
    maxTagChars: options.maxTagChars ?? 1024,
    enabled: options.enabled ?? true,
  }
}

/** Where the model is unknown, the one tool tag that many share counts only in front of a call, not in prose. */
const commonTools = {
  toolOpeners: [toolCallAhead.toolOpeners],
  toolTokens: common.toolOpeners,
  toolClosers: [toolCallAhead.toolClosers, ...common.toolClosers],
  toolLookahead: toolCallAhead.toolLookahead,
}

const toolsOf = (options: FormatOptions) => ({
  toolOpeners: listOf(options.toolOpeners),
  toolTokens: [],
  toolClosers: listOf(options.toolClosers),
  toolLookahead: listOf(options.toolLookahead),
})

const listOf = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T]

const closerOf = (opener: Tag): Tag => (typeof opener === 'string' ? mirrored(opener) : opener)
