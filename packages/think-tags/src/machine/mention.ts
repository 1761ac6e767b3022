import type { Part } from '@reason/core'
import { isBehindWord, label, sentenceGoesOn } from '../matching/matcher.ts'
import { opensQuotation } from '../matching/quoted.ts'
import { thoughtName } from '../delimiters/thought-names.ts'
import { beginSegment, commit, settleKept, withdraw } from '../output/writer.ts'
import { type TagMachine, enter } from './machine.ts'
import { emit } from './reading.ts'

/** An opener in an answer. The answer may speak of it, so its block is deferred. */
export interface Mention {
  /** The text before it: at most two units. */
  before: string
  /** The opener itself. */
  opener: string
  /** A thought may begin here, so only marks between the tags show that there is none. */
  mayThink: boolean
  /** The closer of a thought in the same tag is directly before it: some servers wrap each piece of one thought. */
  continues: boolean
  /** An element of a document: a tag other than that of the thought before it, on a line behind another tag. Another tag has to follow it. */
  isElement: boolean
  /** A word and a blank precede it, and the sentence goes on behind it. */
  isNamed: boolean
  /** A word and a blank precede the closer. */
  endsInWord: boolean
  /** The sentence goes on behind the closer. */
  goesOn: boolean
}

/** Ends of text behind which a model may begin to think. */
const mayThink = /(?:^|[.!?…。！？]\s?|\n)$/

/** Text of a thought rather than of an example: lines or other tags, and the end of a sentence, which a string may have, too. */
const unlikeExample = /[\n<]/
const endOfSentence = /[.!?…。！？]\s*$/
const lowerFirst = /^[^\S\n]\p{Ll}/u

/** The end of a sentence that names an opener, with a line break before the closer. The closer ends the thought that the sentence is in. */
const endsNamed = /^(?!\.\.)["'”’»)\]*_.!?。！？]{1,4}[^\S\n]*\n\s*$/

/** Another tag, and the beginning of the next line. */
const behindTag = /<\/?\w[^<>\n]*>[^\S\n]*\n[^\S\n]*$/

/** Limit of text that is deferred behind an opener only because it may be a mention, in UTF-16 units. */
const mostBrief = 48

export const mentionAt = (machine: TagMachine, before: string, opener: string, isSamePair: boolean): Mention | undefined =>
  !machine.protocol.config.isForgiving ||
  !(machine.state === 'answer' || machine.state === 'wrapped' || (machine.state === 'lead' && machine.hasClosed))
    ? undefined
    : {
        before,
        opener,
        mayThink: mayThink.test(before),
        continues: before === '' && machine.hasClosed && isSamePair,
        isElement: machine.hasClosed && !isSamePair && opener.toLowerCase() !== '<think>' && behindTag.test(before),
        isNamed: machine.isDoubtful && isBehindWord(before),
        endsInWord: false,
        goesOn: false,
      }

/** Whether tags with text between them may be text: the client may see reasoning, or no thought can be open any more. */
export const trustsMentions = ({ quotesHide, hasClosed }: TagMachine): boolean => !quotesHide || hasClosed

/** Releases a block that is too long for a mention. */
export function settleMention(machine: TagMachine): void {
  const { writer, mention, isDoubtful, protocol } = machine
  if (mention === undefined || mention.isElement || isDoubtful || protocol.config.unclosed === 'answer' || writer.deferred === undefined)
    return
  const { chars, parts } = writer.deferred
  const text = textIn(parts)
  if (chars > mostBrief || (mention.mayThink && !mayShow(machine, mention, text) && !mayBeWord(wordsOf(text.replace(cutPlaceholder, '')))))
    endMention(machine)
}

/** Decides that the deferred block is a thought. */
export function endMention(machine: TagMachine): void {
  if (machine.mention === undefined) return
  machine.mention = undefined
  if (!machine.isDoubtful && machine.protocol.config.unclosed !== 'answer') commit(machine.writer)
}

/**
 * Handles a closer of a block whose opener is inside a sentence:
 *
 *     Write <think> and </think> around it.     text: no thought is between them
 *     re.sub("<think>(.*?)</think>", "", s)     text
 *     {"a": "<think>Add.</think>"}              text, unless a thought may be open
 *     Sure <think>add them</think>Four.         a thought
 *
 * @returns Whether the tags were text.
 */
export function closeMention(machine: TagMachine, tag: string): boolean {
  const { writer, mention } = machine
  if (mention === undefined || writer.deferred === undefined) return false
  const between = textBehind(machine, mention.opener)
  const { parts } = writer.deferred
  // Code between them would go on behind them, unless an element ends it.
  const hasCode = codeMark.test(between) && !(mention.isElement && between.split('`').length % 2 === 1)
  if (hasCode || (mention.continues && !mention.goesOn)) return false
  if (!mention.isElement && !isEmpty(mention, textIn(parts)) && !(trustsMentions(machine) && isMentioned(machine, mention, between)))
    return false
  showOpener(machine, mention, between)
  emit(machine, tag, 0, tag.length, true)
  return true
}

/**
 * Makes an opener text if a sentence that ends behind it names it, and a thought may be open, which the closer then ends:
 *
 *     They want <think>.
 *     </think>
 *
 *     Use this tag.
 *
 * @returns Whether the opener was text.
 */
export function endNamed(machine: TagMachine): boolean {
  const { mention, writer } = machine
  if (mention === undefined || writer.deferred === undefined || trustsMentions(machine)) return false
  const between = textBehind(machine, mention.opener)
  if (mention.mayThink || !endsNamed.test(between)) return false
  showOpener(machine, mention, between)
  return true
}

/** The text of the deferred block behind its opener. */
function textBehind({ writer }: TagMachine, opener: string): string {
  settleKept(writer, 'none')
  const text = writer.deferred!.parts.map((part) => ('text' in part ? part.text : '')).join('')
  return text.slice(text.indexOf(opener) + opener.length)
}

/** Shows the opener and the text behind it in the answer. */
function showOpener(machine: TagMachine, { opener }: Mention, between: string): void {
  const { writer } = machine
  withdraw(writer)
  machine.mention = undefined
  machine.isDoubtful = false
  machine.pair = machine.protocol.tables.promptPair
  beginSegment(writer, 'answer')
  enter(machine, 'answer')
  emit(machine, opener, 0, opener.length, true)
  emit(machine, between, 0, between.length)
}

function isMentioned({ isSplit, hasClosed }: TagMachine, mention: Mention, between: string): boolean {
  const { before, mayThink: isThought, isNamed, endsInWord, goesOn } = mention
  const isBetweenWords = isBehindWord(before) && endsInWord && between.length <= 2 * mostBrief
  if (quotedLine.test(before) || (isDisplayedPair(before, between) && (hasClosed || explained.test(between)))) return true
  if (hasClosed && (isBetweenWords || indent.test(before))) return true
  if (unlikeExample.test(between)) return false
  const mark = before.charAt(before.length - 1)
  const isSentence = endOfSentence.test(between)
  if (opensQuotation(before) && (hasClosed || !isSentence)) return !between.includes(mark)
  if (hasClosed && goesOn && !isSentence && sentenceGoesOn(between, 0, true) && (endsInWord || !lowerFirst.test(between))) return true
  if (isThought || isSentence) return false
  return (isSplit && goesOn) || (isNamed && goesOn && endsInWord) || (hasClosed && cited.test(before))
}

/** Text between two tags that each have a label, or an item of a list: `Opener: <think>↵Closer: </think>`. No thought ends so. */
const labelled = /^[^<.!?…。！？]{1,48}[:：=→][^\S\n]?$/
const listed = /[-*+•)._][^\S\n]$/
/** The end of another tag, or of the marks of a quoted line. */
const cited = />[^\S\n]?$/
const listItem = /\n[^\S\n]{0,4}(?:[-*+•]|\d{1,2}[.)]|\*\*[^\n*<]{1,40}\*\*)[^\S\n]$/

/** The indent of an element in a document, which a thought has not. */
const indent = /[^\S\n]{2}$|\t$/

/** Two tags in bold or italics. */
const emphasised = /^[*_][^]*[*_]$/

/** Text that says behind the opener what it is, or nothing, and has the closer on its next line. No thought begins so. */
const explained = /^[^\S\n]*(?:[:：=→–—][^\n]*)?\n[^\n]*$/

/** The mark of a quoted line, in which no model thinks. */
const quotedLine = /\n>[^\S\n]?$/

const isDisplayedPair = (before: string, between: string): boolean =>
  (listed.test(before) && listItem.test(between)) ||
  (/[*_]$/.test(before) && emphasised.test(between)) ||
  (label.test(before) && labelled.test(between))

/** Whether the opener of a block that begins like a thought may be an item of a list, or the first word of a sentence. */
const mayShow = ({ hasClosed }: TagMachine, { before }: Mention, text: string): boolean =>
  hasClosed && (listed.test(before) || sentenceGoesOn(text, 0, false) !== false)

const codeMark = /[`~]/

/** Words between the tags of a pair that an answer names. */
const joining = new Set('and or to und oder bis et ou à y o e ed и или と や から 和 与 與 及 或 到 至 와 과 및 또는 و أو'.split(' '))

/** A placeholder whose end has not come yet. */
const cutPlaceholder = /\{{1,4}\s?[\w.]{0,24}$/

const longestWord = Math.max(...[...joining].map(({ length }) => length))

/** Text of a block, without its tags and label. */
const textIn = (parts: readonly Part[]): string => parts.map((part) => (part.type === 'delta' ? part.text : '')).join('')

/** Whether text between tags says nothing: marks, a pattern, a placeholder, or a joining word. An empty thought is one behind the end of a sentence. */
const isEmpty = ({ mayThink: isThought }: Mention, between: string): boolean =>
  !(isThought && between.trim() === '') && isNoThought(wordsOf(between.replaceAll(listedTags, ' ')))

const isNoThought = (words: string): boolean => words === '' || joining.has(words.toLowerCase())

/** Whether words may still be those between two tags. */
const mayBeWord = (words: string): boolean =>
  words.length <= longestWord && [...joining].some((word) => word.startsWith(words.toLowerCase()))

/** Tags that an answer lists: `<think>, <thinking> and </think>`. */
const listedTags = new RegExp(`</?${thoughtName}>`, 'gi')

/** Text without escapes (`\s`), placeholders (`{plan}`, `%s`) and marks. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/\\\p{L}|\{{1,4}\s?[\w.]{1,24}\s?\}{1,4}|%s/gu, '')
    .replaceAll(/[\s\p{P}\p{Sm}\p{Sk}$]+/gu, ' ')
    .trim()
