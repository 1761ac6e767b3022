import { endsText, isBehindWord, isDisplayed, isNamed, isWhitespace, mayBeginThought, skipSpace } from '../matching/matcher.ts'
import { isQuoted, opensQuotation } from '../matching/quoted.ts'
import { type TagState, isReasoning } from '../states.ts'
import type { Delimiter, DelimiterKind, DelimiterTable } from '../delimiter.ts'
import { closeBlock } from './blocks.ts'
import { asNested, asStray, inCandidate, suspect } from './candidate.ts'
import { act } from './delimiters.ts'
import { settleDoubt } from './doubt.ts'
import { closesInner, isStray, judge, mayBeQuoted, textBefore } from './judge.ts'
import { type StartCandidate, type TagMachine, type MachineStep, enter, mark } from './machine.ts'
import { trustsMentions } from './mention.ts'
import { emit, hold, readBehindHeld, resumeQuoted } from './reading.ts'
import { writeMarkup } from '../output/writer.ts'

export const steps: Readonly<Record<TagState, MachineStep>> = {
  echo: inBlank,
  opened: inBlank,
  label: inLabel,
  inside: inText,
  doubt: inText,
  candidate: inCandidate,
  lead: inBlank,
  answer: inText,
  wrapped: inText,
  tool: inText,
  rest: inText,
  verbatim: inText,
  over: inOver,
  quoted: inQuoted,
}

/**
 * Reads text: everything up to the next delimiter is of the state's channel.
 *
 *     …so it is four.</think>The answer
 *     ^^^^^^^^^^^^^^^^
 */
function inText(machine: TagMachine, text: string, at: number, final: boolean): number {
  const { writer } = machine
  const { config } = machine.protocol
  let done = at
  for (let from = at; ;) {
    const { scanner, delimiters } = machine.table
    const { at: found, end: behind, index } = scanner.search(text, from, final)
    emit(machine, text, done, found)
    done = found
    if (machine.state === 'doubt' && writer.deferred!.chars > config.maxHeldChars) {
      settleDoubt(machine, 'hold-limit')
      return readBehindHeld(machine, text, found, final)
    }
    if (index === -1) return hold(machine, text, found)
    const delimiter = delimiters[index]!
    const mayBeText = config.isForgiving && mayBeQuoted(machine, delimiter) && !machine.code.isInString(writer.channel)
    const isText = mayBeText && isMentionedAt(machine, delimiter, text, behind, final)
    if (isText === undefined) return hold(machine, text, found)
    // Only the first closer decides. A later one in quotation marks is text.
    machine.isQuoted = isText && delimiter.kind === 'close' && machine.enclosedHides && !machine.hasClosed
    if (delimiter.kind === 'inner-open' && opensQuotation(textBefore(machine))) {
      if (behind === text.length && !final) return hold(machine, text, found)
      machine.quotesOpener ||= isQuoted(textBefore(machine), text, behind, true) !== true
    }
    // A thought may name an opener, and then ends at its first closer. A client that may not see reasoning waits for another one.
    if (delimiter.kind === 'inner-open' && machine.state === 'inside' && !machine.guarded && isBehindWord(textBefore(machine))) {
      const begins = mayBeginThought(text, behind, final)
      if (begins === undefined) return hold(machine, text, found)
      if (!begins) {
        from = found + 1
        continue
      }
    }
    if (delimiter.kind === 'close' && machine.mention !== undefined) {
      const begins = mayBeginThought(text, behind, final)
      if (begins === undefined) return hold(machine, text, found)
      machine.mention.goesOn = !begins
      machine.mention.endsInWord = isBehindWord(textBefore(machine))
    }
    const endsQuoted = delimiter.kind === 'close' && machine.state === 'inside' && config.isForgiving && machine.quotesOpener
    if (endsQuoted) machine.quotesOpener = false
    if ((isText || endsQuoted) && delimiter.kind === 'close' && isReasoning(machine.state)) {
      if (isText && machine.isDoubtful && trustsMentions(machine)) {
        from = behind
        continue
      }
      if (!machine.hasRefused && !machine.hasAccepted)
        return suspect(machine, text, found, behind, final, { kind: 'closer', early: 'text' })
    } else if (isText && !machine.isQuoted) {
      if (!isReasoning(machine.state)) emit(machine, text, found, behind, true)
      else emit(machine, text, found, behind)
      done = from = behind
      continue
    }
    if (delimiter.kind === 'close' && machine.state === 'inside' && closesInner(machine))
      return suspect(machine, text, found, behind, final, asNested(machine))
    if (delimiter.kind === 'stray-close' && isStray(machine, delimiter)) {
      if (!machine.hasAccepted) return suspect(machine, text, found, behind, final, asStray(delimiter))
      closeBlock(machine, text.slice(found, behind))
      return readBehindHeld(machine, text, behind, final)
    }
    // A thought that mentions its answer's wrapper ends at its own closer.
    const opened = machine.state === 'inside' ? opensAnswer[delimiter.kind] : undefined
    if (opened !== undefined) {
      // A doubtful block is an answer without its own closer.
      const isAnswer = opened === 'prompted-tag' && machine.isDoubtful
      if (!isText && !isAnswer && !machine.hasRefused && delimiter.behind?.test(textBefore(machine)) !== false)
        return suspect(machine, text, found, behind, final, { kind: opened, early: 'text', endsIn: delimiter.endsIn })
      from = found + 1
      continue
    }
    if (delimiter.kind === 'service' && isReasoning(machine.state)) {
      // A thought may mention tokens. A token that ends the thought or the text has ended the turn.
      const isLast = config.isForgiving ? endsThought(machine.table, text, behind, final) : endsText(text, behind, final)
      if (isLast === undefined) return hold(machine, text, found)
      if (!isLast) {
        from = found + 1
        continue
      }
    }
    const verdict = judge(machine, delimiter, text, found, final)
    if (verdict === 'wait') return text.length
    if (verdict === 'act') {
      act(machine, delimiter, text.slice(found, behind))
      return readBehindHeld(machine, text, behind, final)
    }
    if (delimiter.kind === 'open' && !isReasoning(machine.state) && delimiter.behind?.test(textBefore(machine)) === false) {
      emit(machine, text, found, behind, true)
      done = behind
    }
    from = done === behind ? behind : found + 1
  }
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
  const before = textBefore(machine)
  if (kind === 'next-turn' || kind === 'own-turn') return opensQuotation(before)
  const quoted = isQuoted(before, text, end, final)
  if (quoted !== false || isReasoning(machine.state)) return quoted
  if (kind === 'service') return isTokenNamed(before, text, end, final)
  if (kind !== 'close' || !trustsMentions(machine)) return false
  const named = isNamed(before, text, end, final)
  return named === false && machine.hasClosed ? isDisplayed(before, text, end, final) : named
}

/** Roles in a header. */
const role = /^(?:assistant|user|system|model|tool)(?!\w)/
const longestRole = 'assistant'.length + 1

/** Whether a sentence names a service token, or a quotation begins with one: `'<|im_start|>assistant\n'`. */
function isTokenNamed(before: string, text: string, end: number, final: boolean): boolean | undefined {
  const isOpen = opensQuotation(before)
  if (!isOpen && !isBehindWord(before)) return false
  if (!final && text.length - end < longestRole) return undefined
  if (isOpen) return !endsText(text, end, true)
  return isNamed(before, text, end + (role.exec(text.slice(end, end + longestRole))?.[0].length ?? 0), final)
}

/**
 * Reads whitespace, which belongs to the text or delimiter after it.
 *
 *     ↵↵<think>…      ↵↵The answer
 *     ^^              ^^
 */
function inBlank(machine: TagMachine, text: string, at: number, final: boolean): number {
  const { writer } = machine
  const { labels } = machine.protocol
  const start = at
  for (let to = at; to < text.length; to++) {
    const { index, end: behind, undecided: cut } = machine.table.scanner.matchAt(text, to, final)
    if (cut) {
      emit(machine, text, at, to)
      return hold(machine, text, to)
    }
    const delimiter = index === -1 ? undefined : machine.table.delimiters[index]!
    if (delimiter !== undefined) {
      emit(machine, text, at, to)
      at = to
      if (judge(machine, delimiter, text, to, final) === 'act') {
        act(machine, delimiter, text.slice(to, behind))
        return behind
      }
    }
    if (!isWhitespace(text.charCodeAt(to))) {
      emit(machine, text, at, to)
      // A label directly follows the opener, even an opener in the prompt.
      if (machine.state === 'lead') enter(machine, 'answer')
      else enter(machine, labels !== undefined && to === start && writer.kept === '' ? 'label' : 'inside')
      return to
    }
  }
  emit(machine, text, at, text.length)
  return text.length
}

/**
 * Reads a label after an opener.
 *
 *     <|channel>thought↵Let me see
 *               ^^^^^^^^
 */
function inLabel(machine: TagMachine, text: string, at: number, final: boolean): number {
  const { scanner } = machine.protocol.labels!
  const { index, end: behind, undecided } = scanner.matchAt(text, at, final)
  if (undecided) return hold(machine, text, at)
  if (index !== -1) mark(machine, text.slice(at, behind))
  enter(machine, index !== -1 && machine.protocol.config.isForgiving ? 'opened' : 'inside')
  return index === -1 ? at : behind
}

/** Drops turns of other roles after the answer. */
function inOver({ writer }: TagMachine, text: string, at: number): number {
  writeMarkup(writer, text.slice(at), 'dropped')
  return text.length
}

/** Reads text while a delimiter waits for the end of a possible code span around it. */
function inQuoted(machine: TagMachine, text: string, at: number): number {
  resumeQuoted(machine, at === 0 ? text : text.slice(at))
  return text.length
}
