import type { FormatOptions, Tag, TrimRule } from './options.ts'

/** The options with every default filled in and every list a list: what the rest of the code reads. */
export interface Config {
  openers: readonly Tag[]
  closers: readonly Tag[]
  startsInReasoning: boolean | 'hold' | undefined
  opener: 'anywhere' | 'leading'
  blocks: 'multi' | 'single'
  nesting: 'flat' | 'depth'
  orphanClose: 'drop' | 'literal' | 'reclassify'
  unclosed: 'reasoning' | 'answer'
  toolOpeners: readonly string[]
  toolClosers: readonly string[]
  toolLookahead: readonly string[]
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

/** Tags that mean reasoning in any text where nothing is known of the model. */
const commonTags = ['<think>', '<thinking>', '<thought>', '<mm:think>', '<seed:think>', '<longcat_think>', '[THINK]', '◁think▷'] as const

export function createConfig(options: FormatOptions): Config {
  const openers = options.startTag === null ? [] : listOf<Tag>(options.startTag ?? commonTags)
  const closers = options.endTag === undefined ? openers.map(closerOf) : listOf<Tag>(options.endTag)
  const toolsByDefault = options.startTag === undefined && options.endTag === undefined
  return {
    openers,
    closers,
    startsInReasoning: options.startsInReasoning,
    opener: options.opener ?? 'anywhere',
    blocks: options.blocks ?? 'multi',
    nesting: options.nesting ?? 'flat',
    orphanClose: options.orphanClose ?? 'drop',
    unclosed: options.unclosed ?? 'reasoning',
    ...(toolsByDefault && options.toolOpeners === undefined ? commonTools : toolsOf(options)),
    startLabel: options.startLabel,
    contentStrip: listOf(options.contentStrip),
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
const commonTools = { toolOpeners: ['<tool_call>'], toolClosers: ['</tool_call>'], toolLookahead: ['{', '<function='] }

const toolsOf = (options: FormatOptions) => ({
  toolOpeners: listOf(options.toolOpeners),
  toolClosers: listOf(options.toolClosers),
  toolLookahead: listOf(options.toolLookahead),
})

const listOf = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T]

const closerOf = (opener: Tag): Tag => (typeof opener === 'string' ? mirrored(opener) : opener)

/** `<think>` to `</think>`, `[THINK]` to `[/THINK]`. */
export const mirrored = (tag: string): string => `${tag.charAt(0)}/${tag.slice(1)}`
