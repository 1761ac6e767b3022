import { barToken, bracketToken, otherToken } from './delimiters/bar-token.ts'
import { answerHeader, anyHeader, answerRole, thoughtEnd, thoughtHeader, thoughtRole } from './delimiters/channel-header.ts'
import { beginToken, emptyLabel, invisibleToken } from './delimiters/begin-token.ts'
import { cutCloser, damagedCloser } from './delimiters/damaged-closer.ts'
import { endTokens, namedEnd } from './delimiters/end-token.ts'
import type { Family } from './families/family.ts'
import { families } from './families/index.ts'
import { detailsTag, emptyTag, markupTag, spacedTag, tagIn } from './delimiters/markup-tag.ts'
import {
  anyOfAfterSpace,
  anyOfTexts,
  digitsBetween,
  endOfLine,
  followedBy,
  literalInAnyCase,
  type Matcher,
  onceOrTwice,
} from './matching/matcher.ts'
import { namespacedTag } from './delimiters/namespaced-tag.ts'
import { ownHeader } from './delimiters/next-turn.ts'
import { thoughtNames } from './delimiters/thought-names.ts'

/**
 * Delimiters that count for every model, whatever its row states: the tags in which most models think, and tokens that only a template can have written.
 * Models borrow delimiters of other families, and providers replace a model's own tags by common ones.
 */
export interface Vocabulary {
  openers: readonly (string | Matcher)[]
  closers: readonly (string | Matcher)[]
  /** Closers of each opener's block. */
  closersOf: ReadonlyMap<string | Matcher, readonly (string | Matcher)[]>
  /** Closers that also end a thought which the prompt opened: only tokens, never tags of another kind of model. */
  tokenClosers: readonly (string | Matcher)[]
  /** Matchers of damaged closers, for a thought that nothing else ends. */
  damagedClosers: readonly Matcher[]
  /** Matchers of the rest of a cut closer. They count only at the beginning of an answer that a server has split. */
  cutClosers: readonly Matcher[]
  /** Tokens that may end a thought if its `closer` does not come. */
  otherTokens: readonly { closer: Matcher; token: Matcher }[]
  /** Tokens that begin the answer, and end a thought. */
  answerTokens: readonly string[]
  wrappers: readonly string[]
  /** Openers that count only at the beginning of a text. */
  firstOpeners: readonly FirstOpener[]
  /** Tokens that begin a text, only at its beginning. */
  beginTokens: readonly Matcher[]
  /** Empty thoughts, only at the beginning of a text or of an answer. */
  emptyTags: readonly Matcher[]
  /** Tags around an answer, which count only if the answer begins with the first of them. */
  answerTags: { open: readonly Matcher[]; close: readonly Matcher[] }
  /** Tags that prompts ask for around an answer or a call, and applications read: at the end of a thought that nothing has closed they are the answer. */
  promptedTags: readonly PromptedTag[]
  /** Tokens that end a turn, or name a role. */
  serviceTokens: readonly string[]
  /** Meaningless tokens that no model should write, and tokens that end a turn at the end of a text. */
  reservedTokens: readonly Matcher[]
  /** Tokens that end a turn only behind a sentence. */
  namedEnds: readonly Matcher[]
}

/** An opener that counts only at the beginning of a text. */
export interface FirstOpener {
  opener: Matcher
  /** The opener whose closers end the block. Undefined: `closer` does, or any closer. */
  like?: string
  /** Closer of this opener alone. */
  closer?: Matcher
  /** Without its closer, all of the block is the answer, and its tags are text. */
  isDoubtful?: boolean
  /** Counts as well where a model repeats the opener of its prompt. */
  isEcho?: boolean
}

/** A tag, and what ends its block. */
export interface PromptedTag {
  opener: Matcher
  closer: string
}

const tags = thoughtNames.map((name) => `<${name}>`)

/** Returns `</think>` for `<think>`, and `[/THINK]` for `[THINK]`. */
export const mirrored = (tag: string): string => `${tag.charAt(0)}/${tag.slice(1)}`

/**
 * Whether no prose contains the token: `<|im_end|>`, `<｜end▁of▁sentence｜>`, `<turn|>`, `[e~[`, `[|endofturn|]`, `<seed:eos>`. An answer may contain
 * `[INST]`.
 */
const isToken = (token: string): boolean => /^<[|｜].*>$|^<.*[|｜]>$|^\[.*~|^\[\|.*\|\]$|^<\w+(?::eos|_of_turn|_s)>$/.test(token)

/** `< think >`, with blanks from a tokenizer. Later in a text, it may be a comparison. */
const spaced = tags.map((like): FirstOpener => ({ opener: spacedTag(like.slice(1, -1)), like }))

/** `<think` on a line of its own: the opener has lost its bracket. */
const cutOff = tags.map((like): FirstOpener => {
  const name = like.slice(0, -1)
  return { opener: { ...followedBy(literalInAnyCase(name), endOfLine), example: `${name}\n` }, like, isDoubtful: true, isEcho: true }
})

const tagInAnyCase = (name: string, closing: boolean, attributes = false): Matcher =>
  markupTag(name, closing, { anyCase: true, whitespace: false, oddClosers: true, attributes, maxLength: 64 })

const blockOf = (name: string, attributes: boolean): PromptedTag => ({
  opener: tagInAnyCase(name, false, attributes),
  closer: `</${name}>`,
})

const finalTag = tagInAnyCase('final', false, true)

/** The pair `<analysis>` and `<final>`, which prompts request. Many answers contain `<analysis>` alone, so only the following `<final>` decides. */
const analysis: FirstOpener = {
  opener: tagInAnyCase('analysis', false),
  closer: followedBy(tagInAnyCase('analysis', true), anyOfAfterSpace([finalTag])),
  isDoubtful: true,
}

/**
 * Tags that a server has escaped, or that a model writes in other brackets, in bold, or in its own language. A text may mention each, so only a whole
 * block counts. Guillemets are excluded, because they are quotation marks.
 */
const respelt = (
  '&lt; &gt;, &amp;lt; &amp;gt;, &#60; &#62;, &#x3c; &#x3e;, \\u003c \\u003e, %3C %3E, \\< \\>, <!-- -->, **< >**, ＜ ＞, 〈 〉, 《 》, ｛ ｝, （ ）, ' +
  // The last but one: `◁think▷`, decoded byte by byte.
  '［ ］, 【 】, ⟨ ⟩, ⟦ ⟧, << >>, [ ], [[ ]], {{ }}, { }, ( ), \ufffd \ufffd, < >'
)
  .split(', ')
  .map((pair) => {
    const [lead = '', end = ''] = pair.split(' ')
    return { lead, end }
  })
  .map((marks): FirstOpener => ({ opener: tagIn(marks, false), closer: tagIn(marks, true), isDoubtful: true }))

/** `<details type="reasoning" done="true">`, in which pages fold a thought, and which their servers pass on. */
const folded: FirstOpener = { opener: detailsTag, closer: tagInAnyCase('details', true) }

/** Lines that programs print around a thought (llama-cli, `ollama run`), and a fence that a prompt may have asked for. */
const printed: readonly FirstOpener[] = [
  { opener: bracketToken('opening'), closer: bracketToken('closing') },
  { opener: anyOfTexts('Thinking...\n'), closer: anyOfTexts('...done thinking.\n') },
  { opener: anyOfTexts('|startthink|'), closer: anyOfTexts('|endthink|') },
  { opener: anyOfTexts('Here are my reasoning steps:\n'), closer: anyOfTexts('\n[BEGIN FINAL RESPONSE]\n') },
  { opener: anyOfTexts(...thoughtNames.map((name) => `\`\`\`${name}\n`)), closer: anyOfTexts('\n```\n') },
].map((pair) => ({ ...pair, isDoubtful: true }))

const namespacedCloser = namespacedTag('closing')
const barCloser = barToken('closing')
const barAnswer = barToken('opening', 'answer')

/** Tokens around the result of a tool, which DeepSeek invents at times: `<｜tool▁outputs▁begin｜>`. */
const toolOutputs = ['', 's'].flatMap((plural) => ['begin', 'end'].map((verb) => `<｜tool▁output${plural}▁${verb}｜>`))

export const vocabulary: Vocabulary = collect(families.filter(({ special }) => special === true))

function collect(special: readonly Family[]): Vocabulary {
  const mirrors = tags.map(mirrored)
  const closersOf = new Map<string | Matcher, readonly (string | Matcher)[]>()
  const tokenClosers = new Set<string | Matcher>([namespacedCloser, barCloser, barAnswer, damagedCloser('tag', thoughtNames), answerHeader])
  const wrappers = new Set<string>()
  const answerTokens = new Set(families.flatMap(({ options }) => literalsOf(options.answerTokens).filter(isToken)))
  for (const { options } of special) {
    const ends = literalsOf(options.endTag).filter((tag) => !mirrors.includes(tag))
    for (const opener of literalsOf(options.startTag)) {
      if (tags.includes(opener)) continue
      // Several kinds of openers exist here, so the label belongs to the opener.
      for (const label of literalsOf(options.startLabel)) closersOf.set(opener + label, ends)
      closersOf.set(opener, ends)
    }
    for (const tag of ends) tokenClosers.add(tag)
    for (const tag of literalsOf(options.contentStrip)) wrappers.add(tag)
  }
  // Kimi writes the first of them.
  for (const name of thoughtNames) closersOf.set(`◁${name}▷`, [`◁/${name}▷`])
  for (const name of thoughtNames) tokenClosers.add(`◁/${name}▷`)
  closersOf.set(namespacedTag('opening'), [namespacedCloser])
  closersOf.set(barToken('opening'), [barCloser, barAnswer, answerHeader, namespacedCloser])
  return {
    openers: [...tags, ...closersOf.keys()],
    closers: [...mirrors, ...tokenClosers],
    closersOf: new Map([...tags.map((tag) => [tag, [mirrored(tag)]] as const), ...closersOf]),
    tokenClosers: [...tokenClosers],
    damagedClosers: [damagedCloser('text', thoughtNames)],
    cutClosers: [cutCloser(thoughtNames)],
    otherTokens: [{ closer: barCloser, token: otherToken }],
    answerTokens: [...answerTokens],
    wrappers: [...wrappers],
    firstOpeners: [
      ...spaced,
      ...cutOff,
      analysis,
      ...respelt,
      folded,
      ...printed,
      { opener: thoughtHeader, closer: thoughtEnd },
      { opener: thoughtRole, closer: answerRole },
    ],
    beginTokens: [beginToken, invisibleToken, emptyLabel, ownHeader],
    emptyTags: [...tags.map((tag) => emptyTag(tag.slice(1, -1))), namespacedTag('empty')],
    answerTags: { open: [onceOrTwice(finalTag), barAnswer], close: [onceOrTwice(tagInAnyCase('final', true))] },
    promptedTags: [
      ...['answer', 'final_answer', 'final', 'response', 'output', 'solution', 'conclusion'].map((name) => blockOf(name, false)),
      ...['tool_call', 'tool_use', 'tool_code', 'functioncall', 'action'].map((name) => blockOf(name, true)),
    ],
    serviceTokens: [...new Set(families.flatMap(({ serviceTokens = [] }) => serviceTokens.filter(isToken))), ...toolOutputs],
    reservedTokens: [anyHeader, digitsBetween('<unused', '>'), barToken('closing', 'answer'), ...endTokens],
    namedEnds: [namedEnd],
  }
}

function literalsOf(value: Family['options']['startTag']): string[] {
  return [value ?? []].flat().filter((tag) => typeof tag === 'string')
}

/** The vocabulary of explicit formats. */
export const noVocabulary: Vocabulary = {
  openers: [],
  closers: [],
  closersOf: new Map(),
  tokenClosers: [],
  damagedClosers: [],
  cutClosers: [],
  otherTokens: [],
  answerTokens: [],
  wrappers: [],
  firstOpeners: [],
  beginTokens: [],
  emptyTags: [],
  answerTags: { open: [], close: [] },
  promptedTags: [],
  serviceTokens: [],
  reservedTokens: [],
  namedEnds: [],
}
