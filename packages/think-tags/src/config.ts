import { type Matcher, nameBetween } from './matching/matcher.ts'
import type { FormatOptions, Tag as WrittenTag, TrimRule } from './format-options.ts'
import { rareEnvelopes, rareTokens, sharedTag, tokenEnvelopes, type ToolEnvelope } from './delimiters/tool-envelopes.ts'
import { mirrored, noVocabulary, vocabulary, type Vocabulary } from './vocabulary.ts'

/** A delimiter as options write it, or its matcher. */
export type TagDelimiter = WrittenTag | Matcher

/** A call's envelope, with the texts that must follow its opener. */
export interface ToolDelimiter extends ToolEnvelope {
  lookahead: readonly (string | Matcher)[]
}

/** The complete options: all defaults filled in, and every list an array. */
export interface CompleteOptions extends Settings, TagDelimiters {}

interface Settings {
  startsInReasoning: boolean | 'hold' | undefined
  opener: 'anywhere' | 'leading'
  blocks: 'multi' | 'single'
  nesting: 'flat' | 'depth'
  orphanClose: 'drop' | 'literal' | 'reclassify' | 'between'
  unclosed: 'reasoning' | 'answer'
  afterTool: 'answer' | 'hold'
  emptyStart: 'block' | 'hold'
  /** A doubled opener counts once, and a tag in quotation marks is text. */
  isForgiving: boolean
  codeAware: boolean
  codeAwareReasoning: boolean
  caseInsensitive: boolean
  /** Accepts `<THINK>` and `</think >`, for tags with ordinary names. */
  tagsInAnySpelling: boolean
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

/** Parts of the vocabulary that no option changes. */
type Common = Omit<
  Vocabulary,
  'openers' | 'closers' | 'closersOf' | 'tokenClosers' | 'answerTokens' | 'wrappers' | 'serviceTokens' | 'reservedTokens'
>

interface TagDelimiters extends Common {
  openers: readonly TagDelimiter[]
  closers: readonly TagDelimiter[]
  /** Closers by opener, if they do not follow from its spelling. */
  closersOf: ReadonlyMap<TagDelimiter, readonly TagDelimiter[]>
  /** Closers of a thought that the prompt opened. */
  promptClosers: readonly TagDelimiter[]
  /** Closers of other tags, which end a block that its own closers do not end. */
  strayClosers: readonly TagDelimiter[]
  /** The model writes openers, or its template does. */
  hasOpeners: boolean
  /** If two tools have the same opener, the first one wins. */
  tools: readonly ToolDelimiter[]
  startLabels: readonly string[]
  answerTokens: readonly (string | Matcher)[]
  contentStrip: readonly string[]
  /** The tokens of `contentStrip` that end the text after an answer token. Text before such a token was the answer, if no other token has begun one. */
  answerEnds: readonly string[]
  stripTokens: readonly (string | Matcher)[]
  answerOpen: readonly string[]
  answerClose: readonly string[]
}

/** Adds `orphanClose: 'between'`: a closer without an opener counts where a thought may end and an answer begin. */
export type ConfigOptions = Omit<FormatOptions, 'orphanClose'> & { orphanClose?: CompleteOptions['orphanClose'] | undefined }

/**
 * Completes the options.
 * @param isModels - The options are those of a model, known or unknown, and not just an explicit format. So the common vocabulary of models counts, too.
 */
export function createConfig(options: ConfigOptions, isModels: boolean): CompleteOptions {
  const isCommon = ownOpeners(options).length === 0 && options.endTag === undefined
  return { ...settingsOf(options, isModels, isModels || isCommon), ...delimitersOf(options, isModels, isCommon) }
}

function settingsOf(options: ConfigOptions, isModels: boolean, hasVocabulary: boolean): Settings {
  return {
    startsInReasoning: options.startsInReasoning,
    opener: options.opener ?? 'anywhere',
    blocks: options.blocks ?? 'multi',
    nesting: options.nesting ?? 'flat',
    orphanClose: options.orphanClose ?? 'drop',
    unclosed: options.unclosed ?? 'reasoning',
    afterTool: options.afterTool ?? (isModels ? 'hold' : 'answer'),
    emptyStart: options.emptyStart ?? 'block',
    isForgiving: hasVocabulary && options.nesting !== 'depth',
    codeAware: options.codeAware ?? isModels,
    codeAwareReasoning: options.codeAwareReasoning ?? false,
    caseInsensitive: options.caseInsensitive ?? false,
    tagsInAnySpelling: options.caseInsensitive ?? hasVocabulary,
    tagAttributes: options.tagAttributes ?? hasVocabulary,
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

/** Joins the delimiters of the options with those of the vocabulary. */
function delimitersOf(options: ConfigOptions, isModels: boolean, isCommon: boolean): TagDelimiters {
  const also = isModels || isCommon ? vocabulary : noVocabulary
  const { tokenClosers, wrappers, serviceTokens, reservedTokens, ...common } = also
  const own = ownOpeners(options)
  const ownClosers = options.endTag === undefined ? own.map(closerOf) : listOf<TagDelimiter>(options.endTag)
  const closers = union(ownClosers, also.closers)
  const answerTokens = union<string | Matcher>(listOf<WrittenTag>(options.answerTokens).map(textOrMatcher), also.answerTokens)
  const contentStrip = union(listOf<string>(options.contentStrip), wrappers)
  const hasStray = also !== noVocabulary && options.nesting !== 'depth' && options.markerOccurrence !== 'last'
  return {
    ...common,
    openers: union(own, also.openers),
    closers,
    closersOf: new Map([...also.closersOf, ...ofOwnOpeners(own, ownClosers)]),
    promptClosers: isCommon ? also.closers : union(ownClosers, tokenClosers),
    strayClosers: hasStray ? closers.filter((closer) => ownClosers.includes(closer) || mayStray(closer)) : [],
    hasOpeners: own.length > 0 || isCommon,
    tools: toolsOf(options, isCommon ? [...tokenEnvelopes, ...rareEnvelopes] : isModels ? tokenEnvelopes : undefined),
    startLabels: listOf(options.startLabel),
    answerTokens,
    contentStrip,
    answerEnds: contentStrip.filter((token) =>
      answerTokens.some((opener) => typeof opener === 'string' && token === ended(opener) && token !== opener),
    ),
    stripTokens: [
      ...withHeaders(union(listOf<string>(options.stripTokens), serviceTokens)),
      ...reservedTokens,
      ...(isCommon ? rareTokens : []),
    ],
    answerOpen: listOf(options.answerOpen),
    answerClose: listOf(options.answerClose),
  }
}

/** Role names in headers. */
const roles = ['assistant', 'model', 'ai', 'user', 'system', 'tool']

/** Matches tokens that begin a turn, but not those that begin a call or a thought. */
const beginsTurn = /^(?:<\|(?:im_(?:start|assistant|user|system)|turn|start\w*|\w*(?:START_OF_TURN)\w*)\|?>|\]~b\]|<start_of_turn>)$/

/** Pairs: begin of a header token, and its replacement in the token that ends the header. */
const headerEnds = [['start', 'end'], ...['im_assistant', 'im_user', 'im_system'].map((token) => [token, 'im_middle'] as const)] as const

/** Adds headers with their role names, because models repeat the header of their own message, with which the prompt ended. */
const withHeaders = (tokens: readonly string[]): readonly string[] =>
  union(
    tokens,
    tokens
      .filter((token) => beginsTurn.test(token))
      .flatMap((token) =>
        roles.flatMap((role) => [
          `${token}${role}\n`,
          ...headerEnds.filter(([begin]) => token.includes(begin)).map(([begin, end]) => `${token}${role}${token.replace(begin, end)}`),
        ]),
      ),
  )

/** Whether a closer may end other blocks: a tag or a token, for which text is searched anyway. Other closers would be too expensive. */
const mayStray = (closer: TagDelimiter): boolean => {
  const first = typeof closer === 'string' ? closer.charAt(0) : 'match' in closer ? String.fromCharCode(closer.firsts[0]!) : ''
  return first !== '' && '<[◁'.includes(first)
}

/** Builds the tool table. The tool tag that many models share counts only before a call, because a model that does not write it may mention it in prose. */
function toolsOf(
  { toolOpeners, toolClosers, toolLookahead }: ConfigOptions,
  envelopes: readonly ToolEnvelope[] | undefined,
): ToolDelimiter[] {
  const openers = listOf<string>(toolOpeners)
  const closersOf = closersOfCalls(openers, listOf<string>(toolClosers))
  const lookahead = listOf<string>(toolLookahead)
  const own = openers.map((opener): ToolDelimiter => ({ opener, closers: closersOf(opener), lookahead }))
  if (envelopes === undefined) return own
  // Versions of a family use each other's calls.
  const shared = own.map((tool) =>
    tool.opener === sharedTag.opener ? { ...tool, lookahead: union(lookahead, sharedTag.lookahead!) } : tool,
  )
  const known = new Set<string | Matcher>(own.map(({ opener }) => opener))
  return [...shared, ...envelopes.map((envelope) => ({ lookahead: [], ...envelope })).filter(({ opener }) => !known.has(opener))]
}

/**
 * Returns the closers of a call by its opener: the closer with its name, and tokens that end the turn, which are not closing tags. A section of calls
 * ends only at its own closer, after the calls in it. Without a closer of that name: all closers that are not named like another opener.
 */
function closersOfCalls(openers: readonly string[], closers: readonly string[]): (opener: string) => readonly string[] {
  const named = (opener: string): string[] => closers.filter((closer) => closer === mirrored(opener) || closer === ended(opener))
  const taken = new Set(openers.flatMap(named))
  const others = closers.filter((closer) => !taken.has(closer))
  const ends = others.filter((closer) => !closer.startsWith('</'))
  return (opener) => {
    const own = named(opener)
    return own.length > 0 ? [...own, ...ends] : others.length > 0 ? others : closers
  }
}

/** Derives `<|tool_call_end|>` from `<|tool_call_begin|>`, `<|END_TEXT|>` from `<|START_TEXT|>`, `<|close|>response<|sep|>` from `<|open|>response<|sep|>`. */
const ended = (opener: string): string =>
  opener
    .replace(/(?:begin|start)(?=\W*$)|(?<=^\W*)(?:begin|START)(?=_)/, (word) => (word === 'START' ? 'END' : 'end'))
    .replace('<|open|>', '<|close|>')

/**
 * Assigns closers to openers: the mirror image of the opener if listed, so that `</reflection>` inside `<thinking>` is text, else all listed closers.
 * `</think>` in a longer closer (`\n</think>\n<answer>\n`) is a mirror image, too.
 */
function ofOwnOpeners(openers: readonly TagDelimiter[], closers: readonly TagDelimiter[]): [TagDelimiter, readonly TagDelimiter[]][] {
  return openers.map((opener) => {
    const mirror = typeof opener === 'string' ? mirrored(opener.trim()).toLowerCase() : undefined
    const mirrors =
      mirror === undefined ? [] : closers.filter((closer) => typeof closer === 'string' && closer.toLowerCase().includes(mirror))
    return [opener, mirrors.length > 0 ? mirrors : closers]
  })
}

const union = <T>(own: readonly T[], also: readonly T[]): readonly T[] => (also.length === 0 ? own : [...new Set([...own, ...also])])

const textOrMatcher = (tag: WrittenTag): string | Matcher => (typeof tag === 'string' ? tag : nameBetween(tag.prefix, tag.suffix))

const listOf = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T]

const ownOpeners = ({ startTag }: ConfigOptions): readonly TagDelimiter[] => (startTag === null ? [] : listOf<TagDelimiter>(startTag))

const closerOf = (opener: TagDelimiter): TagDelimiter => (typeof opener === 'string' ? mirrored(opener) : opener)
