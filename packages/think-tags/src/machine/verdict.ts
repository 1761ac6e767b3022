import { endsText, isBehindWord, isCallNamed, isDisplayed, isNamed, label, sentenceGoesOn, skipSpace } from '../matching/matcher.ts'
import { isQuoted, opensQuotation } from '../matching/quoted.ts'
import { isReasoning } from '../states.ts'
import type { Delimiter, DelimiterKind, DelimiterTable } from '../delimiter.ts'
import { type Suspicion, asNested, asStray } from './candidate.ts'
import { closesInner, isStray, judge, mayBeQuoted } from './judge.ts'
import type { StartCandidate, TagMachine } from './machine.ts'
import { trustsMentions } from './mention.ts'

/**
 * Meaning of a delimiter in a text:
 *
 *     act         a delimiter that counts
 *     end         the end of the thought, although it is the closer of another tag
 *     mention     text as a whole
 *     skip        text as a whole, and of one piece with the text around it
 *     text        text, in which another delimiter may begin
 *     hold        unknown: later text decides, and the delimiter is read again with it
 *     wait        unknown: a code span around it may close, and the text is held already
 *
 * A suspicion: the end of the thought, unless the thought's own closer follows.
 */
type DelimiterVerdict = 'act' | 'end' | 'mention' | 'skip' | 'text' | 'hold' | 'wait' | Suspicion

export function verdictOn(
  machine: TagMachine,
  delimiter: Delimiter,
  text: string,
  at: number,
  end: number,
  final: boolean,
): DelimiterVerdict {
  const { kind, behind } = delimiter
  const mayBeText =
    machine.protocol.config.isForgiving && mayBeQuoted(machine, delimiter) && !machine.code.isInString(machine.writer.channel)
  const isText = mayBeText && isMentionedAt(machine, delimiter, text, end, final)
  if (isText === undefined) return 'hold'
  // Only the first closer decides. A later one in quotation marks is text.
  machine.isQuoted = isText && kind === 'close' && machine.enclosedHides && !machine.hasClosed
  if (isText && kind !== 'close') return 'mention'
  const verdict = verdictByKind(machine, delimiter, text, end, final, isText)
  if (verdict !== undefined) return verdict
  const judged = judge(machine, delimiter, text, at, final)
  const isMisplaced = judged === 'text' && kind === 'open' && !isReasoning(machine.state) && behind?.test(machine.latest) === false
  if (!isMisplaced) return judged
  const goesOn = sentenceGoesOn(text, end, final)
  machine.showsOpener = goesOn === false
  return goesOn === undefined ? 'hold' : 'mention'
}

/** Undefined: the rules of all kinds decide. */
function verdictByKind(
  machine: TagMachine,
  delimiter: Delimiter,
  text: string,
  end: number,
  final: boolean,
  isText: boolean,
): DelimiterVerdict | undefined {
  switch (delimiter.kind) {
    case 'inner-open':
      return onInnerOpener(machine, text, end, final)
    case 'close':
      return onCloser(machine, text, end, final, isText)
    case 'stray-close':
      if (!isStray(machine, delimiter)) return undefined
      return machine.hasAccepted ? 'end' : asStray(delimiter)
    case 'service':
      return isReasoning(machine.state) ? onToken(machine, text, end, final) : undefined
    default:
      return machine.state === 'inside' ? onAnswerOpener(machine, delimiter) : undefined
  }
}

function onInnerOpener(machine: TagMachine, text: string, end: number, final: boolean): DelimiterVerdict | undefined {
  const before = machine.latest
  if (opensQuotation(before)) {
    const isAlone = isQuoted(before, text, end, final)
    if (isAlone === undefined) return 'hold'
    machine.quotesOpener ||= !isAlone
  }
  // A thought may name an opener, and then ends at its first closer. A client that may not see reasoning waits for another one.
  if (machine.state !== 'inside' || machine.guarded || !isBehindWord(before)) return undefined
  const goesOn = sentenceGoesOn(text, end, final)
  return goesOn === undefined ? 'hold' : goesOn ? 'text' : undefined
}

function onCloser(machine: TagMachine, text: string, end: number, final: boolean, isText: boolean): DelimiterVerdict | undefined {
  const { mention, state } = machine
  if (mention !== undefined) {
    const goesOn = sentenceGoesOn(text, end, final)
    if (goesOn === undefined) return 'hold'
    const isElement = mention.isElement && isBeforeTag(text, end, final)
    if (isElement === undefined) return 'hold'
    mention.goesOn = goesOn
    mention.isElement = isElement
    mention.endsInWord = isBehindWord(machine.latest)
  }
  const { quotesHide, hasClosed, isDoubtful, protocol } = machine
  const isSure = isText || isDoubtful || !protocol.config.isForgiving
  const mayBeNamed = !isSure && (state === 'inside' || (quotesHide && !hasClosed && !isReasoning(state)))
  const named = mayBeNamed && isNamed(machine.latest, text, end, final)
  if (named === undefined) return 'hold'
  const isShown = machine.showsOpener
  machine.showsOpener = false
  if (!isReasoning(state)) {
    machine.isQuoted ||= named
    return isShown || (isText && !machine.isQuoted) ? 'mention' : undefined
  }
  const endsQuoted = state === 'inside' && protocol.config.isForgiving && machine.quotesOpener
  if (endsQuoted) machine.quotesOpener = false
  if (isText && isDoubtful && trustsMentions(machine)) return 'skip'
  if ((isText || endsQuoted || named) && !machine.hasRefused && !machine.hasAccepted)
    return { kind: 'closer', early: isText || endsQuoted ? 'text' : 'closer' }
  return state === 'inside' && closesInner(machine) ? asNested(machine) : undefined
}

/** Limit of whitespace in front of the next element of a document, in UTF-16 units. */
const mostIndent = 32

/** Whether a tag comes next, also on the next line. */
function isBeforeTag(text: string, from: number, final: boolean): boolean | undefined {
  const next = text.slice(skipSpace(text, from, from + mostIndent), from + mostIndent + 2)
  return next.length < 2 && !final ? undefined : /^<[/\w]/.test(next)
}

/** A thought may mention tokens. A token that ends the thought or the text has ended the turn. */
function onToken({ table, protocol: { config } }: TagMachine, text: string, end: number, final: boolean): DelimiterVerdict | undefined {
  const isLast = config.isForgiving ? endsThought(table, text, end, final) : endsText(text, end, final)
  return isLast === undefined ? 'hold' : isLast ? undefined : 'text'
}

/** A thought that mentions its answer's wrapper ends at its own closer. */
function onAnswerOpener(machine: TagMachine, { kind, behind, endsIn }: Delimiter): DelimiterVerdict | undefined {
  const opened = opensAnswer[kind]
  if (opened === undefined) return undefined
  // A doubtful block is an answer without its own closer.
  const isAnswer = opened === 'prompted-tag' && machine.isDoubtful
  const isText = isAnswer || machine.hasRefused || behind?.test(machine.latest) === false
  return isText ? 'text' : { kind: opened, early: 'text', endsIn }
}

/** Delimiters that may end a thought although its closer may still come. */
const opensAnswer: Partial<Record<DelimiterKind, StartCandidate['kind']>> = {
  'answer-open': 'answer-opener',
  'prompted-tag': 'prompted-tag',
  'own-turn': 'own-turn',
  'next-turn': 'next-turn',
}

/** Limit of consecutive tokens that may end a thought. */
const mostTokens = 4

/** Whether nothing follows a token, or an end of the thought does. */
function endsThought({ scanner, delimiters }: DelimiterTable, text: string, from: number, final: boolean): boolean | undefined {
  let at = from
  for (let count = 0; count < mostTokens; count++) {
    const isLast = endsText(text, at, final)
    if (isLast !== false) return isLast
    const { index, end, undecided } = scanner.matchAt(text, skipSpace(text, at), final)
    if (undecided) return undefined
    const kind = delimiters[index]?.kind
    if (kind !== 'service') return kind !== undefined && ends.has(kind)
    at = end
  }
  return false
}

const ends: ReadonlySet<DelimiterKind> = new Set(['close', 'stray-close', 'answer-token', 'tool'])

/**
 * Whether a delimiter is quoted, or named in a sentence of an answer. A turn continues after its header, so its quotation may end anywhere. A named closer
 * may be that of a thought, if one may be open.
 */
function isMentionedAt(machine: TagMachine, { kind }: Delimiter, text: string, end: number, final: boolean): boolean | undefined {
  const before = machine.latest
  if (kind === 'next-turn' || kind === 'own-turn') return opensQuotation(before)
  const quoted = isQuoted(before, text, end, final)
  if (quoted === false && kind === 'tool') return isCallNamed(before, text, end, final)
  if (quoted !== false || isReasoning(machine.state)) return quoted
  if (kind === 'service') return isTokenNamed(before, text, end, final)
  if (kind !== 'close' || !trustsMentions(machine)) return false
  const named = isNamed(before, text, end, final)
  return named === false && machine.hasClosed ? isDisplayed(before, text, end, final) : named
}

/** Roles in a header. */
const role = /^(?:assistant|user|system|model|tool)(?!\w)/
const longestRole = 'assistant'.length + 1
/** The mark of an item at the beginning of a line. */
const item = /(?:^|\n)[^\S\n]{0,4}(?:[-*+•]|\d{1,2}[.)])[^\S\n]$/

/** Whether a sentence, a label or an item names a service token, or a quotation begins with one: `'<|im_start|>assistant\n'`. */
function isTokenNamed(before: string, text: string, end: number, final: boolean): boolean | undefined {
  const isOpen = opensQuotation(before)
  if (!isOpen && !isBehindWord(before) && !label.test(before) && !item.test(before)) return false
  if (!final && text.length - end < longestRole) return undefined
  if (isOpen) return !endsText(text, end, true)
  return sentenceGoesOn(text, end + (role.exec(text.slice(end, end + longestRole))?.[0].length ?? 0), final)
}
