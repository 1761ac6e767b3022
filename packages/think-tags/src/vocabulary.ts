import { barToken } from './bar-token.ts'
import { answerHeader, anyHeader, answerRole, thoughtEnd, thoughtHeader, thoughtRole } from './channel-header.ts'
import { beginToken } from './begin-token.ts'
import { damagedCloser } from './damaged-closer.ts'
import { endTokens } from './end-token.ts'
import type { Family } from './families/family.ts'
import { families } from './families/index.ts'
import { detailsTag, emptyTag, markupTag, spacedTag, tagIn } from './markup-tag.ts'
import { anyOfAfterSpace, digitsBetween, followedBy, type Matcher } from './matcher.ts'
import { namespacedTag } from './namespaced-tag.ts'

/**
 * Delimiters that count for every model, whatever its row says: the tags that most models think in, and tokens that only a template can have written.
 * Models of one family borrow those of another, and providers put common tags in place of a model's own.
 */
export interface Vocabulary {
  openers: readonly (string | Matcher)[]
  closers: readonly (string | Matcher)[]
  /** What ends the block of an opener. */
  closersOf: ReadonlyMap<string | Matcher, readonly (string | Matcher)[]>
  /** Closers that end a thought which the prompt opened, too: tokens, and never the tags of another kind of model. */
  tokenClosers: readonly (string | Matcher)[]
  /** What may be a closer that was damaged, in a thought that nothing else ends. */
  damagedClosers: readonly Matcher[]
  /** Tokens that begin the answer, and end a thought. */
  answerTokens: readonly string[]
  wrappers: readonly string[]
  /** Openers that count only where nothing stands before them. */
  firstOpeners: readonly FirstOpener[]
  /** Tokens that begin a text, where nothing stands before them. */
  beginTokens: readonly Matcher[]
  /** Thoughts of nothing, at the beginning of a text or of an answer. */
  emptyTags: readonly Matcher[]
  /** Tags around an answer that count only where it begins with the first of them. */
  answerTags: { open: readonly Matcher[]; close: readonly Matcher[] }
  /** Tokens that end a turn, or name a role. */
  serviceTokens: readonly string[]
  /** Tokens that mean nothing, and that no model should write, and those that end a turn where they end a text. */
  reservedTokens: readonly Matcher[]
}

/** An opener that is an opener at the beginning of a text alone. */
export interface FirstOpener {
  opener: Matcher
  /** The opener whose closers end the block. Undefined: `closer` does, or any closer. */
  like?: string
  /** Its own closer. */
  closer?: Matcher
  /** Without its closer all of the block is the answer, and its tags are text. */
  isDoubtful?: boolean
}

/** Ordinary words in tags that mean reasoning nearly everywhere. */
const tagNames = ['think', 'thinking', 'thought', 'reasoning'] as const
const tags = tagNames.map((name) => `<${name}>`)

/** `<think>` to `</think>`, `[THINK]` to `[/THINK]`. */
export const mirrored = (tag: string): string => `${tag.charAt(0)}/${tag.slice(1)}`

/** `<|im_end|>`, `<｜end▁of▁sentence｜>`, `<turn|>`, `[e~[`, `[|endofturn|]`, `<seed:eos>`: no prose has these. `[INST]` may stand in an answer. */
const isToken = (token: string): boolean => /^<[|｜].*>$|^<.*[|｜]>$|^\[.*~|^\[\|.*\|\]$|^<\w+(?::eos|_of_turn|_s)>$/.test(token)

/** `< think >`: where a tokenizer has put blanks. In a text that has begun this may be a comparison. */
const spaced = tags.map((like): FirstOpener => ({ opener: spacedTag(like.slice(1, -1)), like }))

const tagInAnyCase = (name: string, closing: boolean): Matcher =>
  markupTag(name, closing, { anyCase: true, whitespace: false, oddClosers: true, attributes: false, maxLength: 64 })

const finalTag = tagInAnyCase('final', false)

/** Prompts ask for both in turn. `<analysis>` alone is part of many answers, so that only what follows it tells. */
const analysis: FirstOpener = {
  opener: tagInAnyCase('analysis', false),
  closer: followedBy(tagInAnyCase('analysis', true), anyOfAfterSpace([finalTag])),
  isDoubtful: true,
}

/**
 * What a server has escaped, or a model writes in brackets of its own. A text may speak of both, so that only a whole block counts. Guillemets are none:
 * they are quotation marks.
 */
const respelt = ['&lt; &gt;', '[ ]', '[[ ]]', '<< >>', '\\< \\>', '⟨ ⟩', '【 】', '{{ }}']
  .map((pair) => {
    const [lead = '', end = ''] = pair.split(' ')
    return { lead, end }
  })
  .map((marks): FirstOpener => ({ opener: tagIn(marks, false), closer: tagIn(marks, true), isDoubtful: true }))

/** `<details type="reasoning" done="true">`: how pages fold a thought, and what is behind them passes it on. */
const folded: FirstOpener = { opener: detailsTag, closer: tagInAnyCase('details', true) }

const namespacedOpener = namespacedTag('opening')
const namespacedCloser = namespacedTag('closing')
const barOpener = barToken('opening')
const barCloser = barToken('closing')
const barAnswer = barToken('opening', 'answer')
const damagedTag = damagedCloser('tag', tagNames)

/** `<unused6226>` */
const reservedToken = digitsBetween('<unused', '>')

export const vocabulary: Vocabulary = collect(families.filter(({ special }) => special === true))

function collect(special: readonly Family[]): Vocabulary {
  const mirrors = tags.map(mirrored)
  const closersOf = new Map<string | Matcher, readonly (string | Matcher)[]>()
  const tokenClosers = new Set<string | Matcher>([namespacedCloser, barCloser, barAnswer, damagedTag, answerHeader])
  const wrappers = new Set<string>()
  const answerTokens = new Set(families.flatMap(({ options }) => literalsOf(options.answerTokens).filter(isToken)))
  for (const { options } of special) {
    const ends = literalsOf(options.endTag).filter((tag) => !mirrors.includes(tag))
    for (const opener of literalsOf(options.startTag)) {
      if (tags.includes(opener)) continue
      // A label belongs to the opener here, where there is more than one kind of them.
      for (const label of literalsOf(options.startLabel)) closersOf.set(opener + label, ends)
      closersOf.set(opener, ends)
    }
    for (const tag of ends) tokenClosers.add(tag)
    for (const tag of literalsOf(options.contentStrip)) wrappers.add(tag)
  }
  // Kimi writes the first of them.
  for (const name of tagNames) closersOf.set(`◁${name}▷`, [`◁/${name}▷`])
  for (const name of tagNames) tokenClosers.add(`◁/${name}▷`)
  closersOf.set(namespacedOpener, [namespacedCloser])
  closersOf.set(barOpener, [barCloser, barAnswer, answerHeader, namespacedCloser])
  return {
    openers: [...tags, ...closersOf.keys()],
    closers: [...mirrors, ...tokenClosers],
    closersOf: new Map([...tags.map((tag) => [tag, [mirrored(tag)]] as const), ...closersOf]),
    tokenClosers: [...tokenClosers],
    damagedClosers: [damagedCloser('text', tagNames)],
    answerTokens: [...answerTokens],
    wrappers: [...wrappers],
    firstOpeners: [
      ...spaced,
      analysis,
      ...respelt,
      folded,
      { opener: thoughtHeader, closer: thoughtEnd },
      { opener: thoughtRole, closer: answerRole },
    ],
    beginTokens: [beginToken],
    emptyTags: [...tags.map((tag) => emptyTag(tag.slice(1, -1))), namespacedTag('empty')],
    answerTags: { open: [finalTag, barAnswer], close: [tagInAnyCase('final', true)] },
    serviceTokens: [...new Set(families.flatMap(({ serviceTokens = [] }) => serviceTokens.filter(isToken)))],
    reservedTokens: [anyHeader, reservedToken, barToken('closing', 'answer'), ...endTokens],
  }
}

function literalsOf(value: Family['options']['startTag']): string[] {
  return [value ?? []].flat().filter((tag) => typeof tag === 'string')
}
