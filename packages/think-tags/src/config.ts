import type { Matcher } from './matcher.ts'
import type { FormatOptions, Tag as WrittenTag, TrimRule } from './options.ts'
import { rareEnvelopes, sharedTag, tokenEnvelopes, type ToolEnvelope } from './tool-envelopes.ts'
import { mirrored, vocabulary, type FirstOpener, type Vocabulary } from './vocabulary.ts'

/** A delimiter: as options write it, or what recognises it. */
export type Tag = WrittenTag | Matcher

/** A call's envelope, and what has to follow its opener for it to count. */
export interface Tool extends ToolEnvelope {
  lookahead: readonly (string | Matcher)[]
}

/** The options with every default filled in and every list a list: what the rest of the code reads. */
export interface Config {
  openers: readonly Tag[]
  closers: readonly Tag[]
  /** What ends the blocks of openers for which that is more than a matter of their spelling. */
  closersOf: ReadonlyMap<Tag, readonly Tag[]>
  /** What ends a thought that the prompt opened. */
  promptClosers: readonly Tag[]
  /** Openers at the beginning of a text alone. */
  firstOpeners: readonly FirstOpener[]
  /** Closers of other tags, which end a block that none of its own ends. */
  strayClosers: readonly Tag[]
  /** What may be a closer that was damaged: it ends a block that nothing else ends. */
  damagedClosers: readonly Matcher[]
  /** The model writes its openers, or its template does. */
  hasOpeners: boolean
  startsInReasoning: boolean | 'hold' | undefined
  opener: 'anywhere' | 'leading'
  blocks: 'multi' | 'single'
  nesting: 'flat' | 'depth'
  orphanClose: 'drop' | 'literal' | 'reclassify' | 'between'
  unclosed: 'reasoning' | 'answer'
  /** Where two have one opener, the first counts. */
  tools: readonly Tool[]
  afterTool: 'answer' | 'hold'
  emptyStart: 'block' | 'hold'
  startLabels: readonly string[]
  answerTokens: readonly string[]
  contentStrip: readonly string[]
  /** Those of them that end what an answer token begins: text before one was the answer, where nothing has begun another. */
  answerEnds: readonly string[]
  stripTokens: readonly (string | Matcher)[]
  answerOpen: readonly string[]
  answerClose: readonly string[]
  /** Around an answer of any model, where it begins with the first of them. */
  answerTags: Vocabulary['answerTags']
  /** Tokens that begin a text. */
  beginTokens: readonly Matcher[]
  /** Thoughts of nothing, which count at the beginning alone. */
  emptyTags: readonly Matcher[]
  /** A doubled opener is one, and a tag in quotation marks is text. */
  isForgiving: boolean
  codeAware: boolean
  codeAwareReasoning: boolean
  caseInsensitive: boolean
  /** `<THINK>` and `</think >`, of tags with ordinary names. */
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

/** `orphanClose: 'between'`: a closer that nothing opened counts where a thought may end and an answer begin. */
export type ConfigOptions = Omit<FormatOptions, 'orphanClose'> & { orphanClose?: Config['orphanClose'] | undefined }

/**
 * @param isModels - The options are those of a model, known or not, and not only a format that was spelt out: what every model may write counts too.
 */
export function createConfig(options: ConfigOptions, isModels: boolean): Config {
  const own = options.startTag === null ? [] : listOf<Tag>(options.startTag)
  const ownClosers = options.endTag === undefined ? own.map(closerOf) : listOf<Tag>(options.endTag)
  const isCommon = own.length === 0 && options.endTag === undefined
  const also = isModels || isCommon ? vocabulary : nothing
  const closers = union(ownClosers, also.closers)
  const answerTokens = union(listOf<string>(options.answerTokens), also.answerTokens)
  const contentStrip = union(listOf<string>(options.contentStrip), also.wrappers)
  return {
    openers: union(own, also.openers),
    closers,
    closersOf: new Map([...also.closersOf, ...ofOwnOpeners(own, ownClosers)]),
    promptClosers: isCommon ? also.closers : union(ownClosers, also.tokenClosers),
    firstOpeners: also.firstOpeners,
    strayClosers:
      also === nothing || options.nesting === 'depth' || options.markerOccurrence === 'last'
        ? []
        : closers.filter((closer) => ownClosers.includes(closer) || mayStray(closer)),
    damagedClosers: also.damagedClosers,
    hasOpeners: own.length > 0 || isCommon,
    startsInReasoning: options.startsInReasoning,
    opener: options.opener ?? 'anywhere',
    blocks: options.blocks ?? 'multi',
    nesting: options.nesting ?? 'flat',
    orphanClose: options.orphanClose ?? 'drop',
    unclosed: options.unclosed ?? 'reasoning',
    tools: toolsOf(options, isCommon ? [...tokenEnvelopes, ...rareEnvelopes] : isModels ? tokenEnvelopes : undefined),
    afterTool: options.afterTool ?? (isModels ? 'hold' : 'answer'),
    emptyStart: options.emptyStart ?? 'block',
    startLabels: listOf(options.startLabel),
    answerTokens,
    contentStrip,
    answerEnds: contentStrip.filter((token) => answerTokens.some((opener) => token === ended(opener) && token !== opener)),
    stripTokens: [...withHeaders(union(listOf<string>(options.stripTokens), also.serviceTokens)), ...also.reservedTokens],
    answerOpen: listOf(options.answerOpen),
    answerClose: listOf(options.answerClose),
    answerTags: also.answerTags,
    beginTokens: also.beginTokens,
    emptyTags: also.emptyTags,
    isForgiving: also !== nothing && options.nesting !== 'depth',
    codeAware: options.codeAware ?? isModels,
    codeAwareReasoning: options.codeAwareReasoning ?? false,
    caseInsensitive: options.caseInsensitive ?? false,
    tagsInAnySpelling: options.caseInsensitive ?? (isModels || isCommon),
    tagAttributes: options.tagAttributes ?? (isModels || isCommon),
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

/** Names in headers. */
const roles = ['assistant', 'model', 'ai', 'user', 'system', 'tool']

/** A token that begins a turn, not one of a call or of a thought. */
const beginsTurn = /^(?:<\|(?:im_(?:start|assistant|user|system)|turn|start\w*|\w*(?:START_OF_TURN)\w*)\|?>|\]~b\]|<start_of_turn>)$/

/** What begins a token of a header, and what stands in its place in the token that ends the header. */
const headerEnds = [['start', 'end'], ...['im_assistant', 'im_user', 'im_system'].map((token) => [token, 'im_middle'] as const)] as const

/** Models write the header of their own message again, which the prompt has ended with: the role's name goes with its token. */
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

/** Tags and tokens, by which text is searched anyway. Others would cost more than they are worth. */
const mayStray = (closer: Tag): boolean => {
  const first = typeof closer === 'string' ? closer.charAt(0) : 'match' in closer ? String.fromCharCode(closer.firsts[0]!) : ''
  return first !== '' && '<[◁'.includes(first)
}

const nothing: Vocabulary = {
  openers: [],
  closers: [],
  closersOf: new Map(),
  tokenClosers: [],
  damagedClosers: [],
  answerTokens: [],
  wrappers: [],
  firstOpeners: [],
  beginTokens: [],
  emptyTags: [],
  answerTags: { open: [], close: [] },
  serviceTokens: [],
  reservedTokens: [],
}

/** The one tool tag that many share counts only in front of a call, not in prose, where it is not the model's own. */
function toolsOf({ toolOpeners, toolClosers, toolLookahead }: ConfigOptions, envelopes: readonly ToolEnvelope[] | undefined): Tool[] {
  const openers = listOf<string>(toolOpeners)
  const closersOf = closersOfCalls(openers, listOf<string>(toolClosers))
  const lookahead = listOf<string>(toolLookahead)
  const own = openers.map((opener): Tool => ({ opener, closers: closersOf(opener), lookahead }))
  if (envelopes === undefined) return own
  // Versions of one family take over the calls of each other.
  const shared = own.map((tool) =>
    tool.opener === sharedTag.opener && lookahead.length > 0 ? { ...tool, lookahead: union(lookahead, sharedTag.lookahead!) } : tool,
  )
  const known = new Set<string | Matcher>(own.map(({ opener }) => opener))
  return [...shared, ...envelopes.map((envelope) => ({ lookahead: [], ...envelope })).filter(({ opener }) => !known.has(opener))]
}

/**
 * What ends the call of an opener: the closer of its name, as a section of calls ends behind the calls in it, and tokens that end the turn, which are no
 * closing tags. Where none has its name: any that is not named like another opener.
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

/** `<|tool_call_end|>` for `<|tool_call_begin|>`, `<|END_TEXT|>` for `<|START_TEXT|>`, `<|close|>response<|sep|>` for `<|open|>response<|sep|>`. */
const ended = (opener: string): string =>
  opener
    .replace(/(?:begin|start)(?=\W*$)|(?<=^\W*)(?:begin|START)(?=_)/, (word) => (word === 'START' ? 'END' : 'end'))
    .replace('<|open|>', '<|close|>')

/**
 * Which closers end a block: the mirror image of its own opener where there is one, so that `</reflection>` inside `<thinking>` is text; else any of
 * those that were named. `</think>` in a longer closer (`\n</think>\n<answer>\n`) is a mirror image too.
 */
function ofOwnOpeners(openers: readonly Tag[], closers: readonly Tag[]): [Tag, readonly Tag[]][] {
  return openers.map((opener) => {
    const mirror = typeof opener === 'string' ? mirrored(opener.trim()).toLowerCase() : undefined
    const mirrors =
      mirror === undefined ? [] : closers.filter((closer) => typeof closer === 'string' && closer.toLowerCase().includes(mirror))
    return [opener, mirrors.length > 0 ? mirrors : closers]
  })
}

const union = <T>(own: readonly T[], also: readonly T[]): readonly T[] => (also.length === 0 ? own : [...new Set([...own, ...also])])

const listOf = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T]

const closerOf = (opener: Tag): Tag => (typeof opener === 'string' ? mirrored(opener) : opener)
