import { noParts, type Part, type Splitter } from '@reason/core'
import type { Ending } from '@reason/core/adapter'
import type { BlockStartPart } from '@reason/core/parts'
import type { StartChannel, StartPlan } from '@reason/core/start'
import { createDoubtedOutput } from './doubted-output.ts'
import { findLostCloser } from '../delimiters/lost-closer.ts'
import { lastOwnTurn } from '../delimiters/next-turn.ts'
import { quotedTag } from '../matching/quoted.ts'
import { isPromptOpen, statesClosed } from '../start.ts'
import { warning } from '../output/warning.ts'
import type { Whitespace } from '../output/writer.ts'

export interface DoubtOptions {
  plan: StartPlan
  /** The answer is sent in one piece, so its last closer decides. Otherwise the first one does, and later text is shown as it comes. */
  whole: boolean
  /** The client may not see reasoning. */
  guarded: boolean
  /** Whitespace to drop after a closer. */
  afterClose: Whitespace
  /** The wire had reasoning in a field, so a closer counts only if an answer follows it. */
  isSplit: boolean
  /** Tokens that end only answers. */
  answerEnds: readonly string[]
  /** Whether a tag closes the model's own thoughts. Its own closer may follow that of another tag. */
  isOwnCloser(tag: string): boolean
}

/** Limit of parts without text that are held for a whole text. A text that consists of tags would take seconds to read at its end. */
const mostBounds = 10_000

/**
 * Holds the parts of a text while answer parts may be reasoning, for a client that may not see it:
 *
 *     2+2</think>4                            a closer without an opener: all text before it is reasoning, whatever is known of the start
 *     <think>a<think>b</think>2+2</think>4    the same
 *     <think>2+2</think>4                     begins with an opener: unchanged, unless the prompt may have had one, too
 *     Paris.                                  no evidence: decided by the plan, by how the answer ended
 *
 * Calls in text form stay unchanged, unless the thought goes on behind them. Text after a token that begins only answers is an answer.
 */
export function createDoubtedSplitter(
  splitter: Splitter,
  { plan, whole, guarded, afterClose, answerEnds, isOwnCloser, isSplit }: DoubtOptions,
): Splitter {
  let state: 'doubting' | 'hiding' | 'passing' = 'doubting'
  let kept: Part[] = []
  let keptChars = 0
  let keptBounds = 0
  /** Whether the held parts contain answer text, a whole reasoning block, a call in text form, or a service token. */
  let hasText = false
  let hasPair = false
  /** The text begins with such a block. */
  let isLed = false
  let hasCall = false
  let isRaw = false
  /** The held parts contain an end of an answer. */
  let isAnswer = false
  /** Index in `kept` of the warning about a closer without an opener. The closer follows it. */
  let toldAt = -1
  /** The closer of a thought that is being hidden comes next. */
  let isCloserNext = false
  const output = createDoubtedOutput()
  const { writeAll, write, endHidden } = output

  return {
    push: (piece) => take(splitter.push(piece)),
    end(ending: Ending = 'complete') {
      const parts = take(splitter.end(ending))
      return state === 'doubting' ? [...parts, ...release(ending)] : parts
    },
    decide(reason) {
      if (reason === 'limit') return atOnce()
      // Only a text that consists of an opener is decided before a field.
      return reason === 'field' && kept.length < 2 ? take(splitter.decide?.(reason) ?? noParts) : noParts
    },
    isUndecided: () => false,
    passes: (text) => state === 'passing' && output.goesOn() && splitter.passes?.(text) === true,
    isInCode: () => splitter.isInCode?.() === true,
    state: () => splitter.state?.() ?? null,
  }

  /** Releases everything that is held. */
  function atOnce(): readonly Part[] {
    const out = [...take(splitter.decide?.('limit') ?? noParts)]
    if (state === 'doubting' && kept.length > 0) atLimit(out)
    return out
  }

  function take(parts: readonly Part[]): readonly Part[] {
    if (parts.length === 0 || (state === 'passing' && output.isAsTheirs())) return parts
    const out: Part[] = []
    for (const part of parts) see(part, out)
    return out
  }

  function see(part: Part, out: Part[]): void {
    if (state === 'doubting') {
      // The warning is pointless, because no text was shown yet.
      if (part.type === 'warning' && part.code === 'late-closer') return
      kept.push(part)
      note(part)
      if (!whole) settle(part, out)
      else if (part.type !== 'delta' && ++keptBounds >= mostBounds) atLimit(out)
      return
    }
    if (state === 'hiding') {
      if (isCloserNext) {
        endHidden(part, out)
        reveal()
      } else if (isTeller(part)) isCloserNext = true
    }
    write(part, state === 'hiding' ? 'reasoning' : 'answer', out)
  }

  function note(part: Part): void {
    if (part.type === 'delta' && part.channel === 'answer') {
      keptChars += part.text.length
      hasText ||= !hasCall && part.text.trim() !== ''
    } else if (part.type === 'warning') hasCall ||= isCall(part)
    else if (part.type === 'block-end') {
      const isPair = endsPair(part)
      isLed ||= isPair && !hasText && !hasPair
      hasPair ||= isPair
    } else if (part.type === 'markup') {
      isRaw ||= part.of === 'service'
      isAnswer ||= part.of === 'wrapper' && answerEnds.includes(part.text.replaceAll(/\s/g, ''))
    }
  }

  /** For a stream: decides what the held parts are, if this part shows it. After a pair, a closer counts only if an answer follows. */
  function settle(part: Part, out: Part[]): void {
    if (toldAt !== -1 && (needsAnswer() ? isAnswerText(part) : kept.length === toldAt + 2 && isOwnAt(kept, toldAt))) {
      revealTold(out)
    } else if (isTeller(part)) {
      if ((toldAt === -1 || !isOwnAt(kept, toldAt)) && !isQuotation(part)) toldAt = kept.length - 1
    } else if (!hasText && leads(part)) open('passing', out)
    else if (keptChars >= plan.maxHeldChars) atLimit(out)
  }

  function revealTold(out: Part[]): void {
    const [, tag, ...behind] = kept.splice(toldAt)
    writeAll(guarded ? withCallsInside(kept) : kept, 'reasoning', out)
    endHidden(tag, out)
    out.push(warning('orphan-reclassified'))
    reveal()
    writeAll([tag!, ...behind], 'answer', out)
    kept = []
  }

  function atLimit(out: Part[]): void {
    out.push(warning('hold-limit'))
    if (whole && lastTeller(kept) !== -1) {
      out.push(...release('complete'))
      state = 'passing'
      return
    }
    // The model's own closer has not come behind that of another tag.
    if (toldAt !== -1 && !needsAnswer()) revealTold(out)
    else open(plan.atLimit === 'answer' ? 'passing' : 'hiding', out)
  }

  /** Whether the part is an answer's wrapper, or an opener that decides, before any text. */
  function leads(part: Part): boolean {
    return (
      (part.type === 'markup' && part.of === 'wrapper') ||
      (plan.openerDecides && part.type === 'block-start' && part.channel === 'reasoning')
    )
  }

  function open(next: 'passing' | 'hiding', out: Part[]): void {
    state = next
    writeAll(kept, next === 'hiding' ? 'reasoning' : 'answer', out)
    kept = []
  }

  function reveal(): void {
    state = 'passing'
    isCloserNext = false
    output.skip(afterClose)
  }

  /** Ends the text. In a whole text, the last closer without an opener decides. */
  function release(ending: Ending): readonly Part[] {
    const out: Part[] = []
    const parts = kept
    kept = []
    const teller = lastTeller(parts)
    if (teller === -1) {
      const call = parts.findIndex(isCall)
      const last = channelAt(parts, ending)
      if (last === 'reasoning' && ending === 'complete' && isRaw && !hasPair) return bySecondTurn(parts, out)
      const thought = firstThought(parts)
      const from = Math.max(thought === -1 ? call : thought, 0)
      // A thought behind the call proves nothing for the text in front of it.
      writeAll(parts.slice(0, from), thought !== -1 ? 'reasoning' : parts.slice(0, from).some(endsPair) ? last : plan.beforeCall, out)
      writeAll(parts.slice(from), last, out)
      // Counts an answer that may be lost.
      if (last === 'reasoning' && hasText && parts.length > 0) out.push(warning('unclosed'))
      return out
    }
    let hasHidden = false
    const thought = guarded ? withCallsInside(parts.slice(0, teller)) : []
    for (const [at, part] of [...thought, ...parts.slice(thought.length)].entries()) {
      if (at === teller && hasHidden) {
        endHidden(parts[at + 1], out)
        out.push(warning('orphan-reclassified'))
        output.skip(afterClose)
      } else {
        write(part, at < teller ? 'reasoning' : 'answer', out)
        hasHidden ||= at < teller && part.type === 'delta' && output.isInDoubt()
      }
    }
    return out
  }

  /**
   * Finds a thought behind text of a model whose prompt opens the thought. Its tags show that no server has split the text, so the text before them is a
   * thought, too. -1: the model may have begun with its answer.
   */
  function firstThought(parts: readonly Part[]): number {
    if (!hasPair || isLed || !isPromptOpen(plan)) return -1
    return parts.findIndex((part) => part.type === 'block-start' && part.channel === 'reasoning')
  }

  /** Writes a thought that ended with its message. Text in another message of the model is the answer. */
  function bySecondTurn(parts: readonly Part[], out: Part[]): readonly Part[] {
    const answer = lastOwnTurn(parts.map(textOf).join(''))
    let read = 0
    for (const part of parts) {
      write(part, answer !== -1 && read >= answer ? 'answer' : 'reasoning', out)
      read += textOf(part).length
    }
    return out
  }

  /** Whether a closer counts only if an answer follows it. */
  function needsAnswer(): boolean {
    return hasPair || isSplit || statesClosed(plan)
  }

  /** Finds the deciding closer. A stray closer at the end of an answer counts for nothing if a whole block or a field came before. */
  function lastTeller(parts: readonly Part[]): number {
    const last = parts.findLastIndex(isTeller)
    const behind = parts.findLastIndex(isAnswerText)
    if (behind > last) return last
    // An answer followed an earlier closer, and ended in a stray one.
    const earlier = parts.findLastIndex((part, at) => at < behind && isTeller(part))
    if (earlier !== -1) return isOwnAt(parts, last) && !isOwnAt(parts, earlier) ? last : earlier
    // A thought behind the closer shows that it is not the end of an answer.
    const goesOn = parts.some((part, at) => at > last && part.type === 'block-start' && part.channel === 'reasoning')
    return needsAnswer() && !goesOn ? -1 : last
  }

  /** Whether the closer behind its warning is one of the model's own. */
  function isOwnAt(parts: readonly Part[], teller: number): boolean {
    return parts.slice(teller + 1, teller + 2).every((tag) => isOwnCloser(textOf(tag)))
  }

  /** Channel of doubtful text without evidence. */
  function channelAt(parts: readonly Part[], ending: Ending): StartChannel {
    // Where only a closer decides, the text may be a thought up to the stop sequence that its reader chose.
    if (ending === 'cut' || (ending === 'stopped' && guarded && !plan.openerDecides))
      return isLed || (hasPair && plan.openerDecides) ? 'answer' : plan.atCut
    if (!hasPair && !plan.tagsAreText && findLostCloser(answerText(parts)) !== undefined) return 'reasoning'
    return hasPair || isSplit ? 'answer' : isRaw && !isAnswer ? plan.ifRaw : plan.atStop
  }
}

/** Whether a call begins here, also one that the wire has brought in fields, which has no block. */
const isCall = (part: Part): boolean => part.type === 'warning' && part.code === 'tool-text'

const endsPair = (part: Part): boolean => part.type === 'block-end' && part.channel === 'reasoning' && part.boundary === 'closer'

/** Whether the closer was quoted, so that a later closer may decide. */
const isQuotation = (part: Part): boolean => part.type === 'warning' && part.excerpt === quotedTag

const answerText = (parts: readonly Part[]): string =>
  parts.map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : '')).join('')

const textOf = (part: Part): string => (part.type === 'delta' || part.type === 'markup' ? part.text : '')

const isAnswerText = (part: Part): boolean => part.type === 'delta' && part.channel === 'answer' && part.text.trim() !== ''

/** The parts of a thought, with the calls behind which it goes on as text of it. A call at its end is that of the answer. */
function withCallsInside(parts: readonly Part[]): Part[] {
  const calls = new Set(parts.flatMap((part) => (part.type === 'block-start' && part.kind === 'tool-text' ? [part.block] : [])))
  const last = parts.findLastIndex((part) => part.type === 'delta' && isAnswerText(part) && !calls.has(part.block))
  return parts.map((part, at) => (part.type === 'block-start' && at < last && calls.has(part.block) ? asText(part) : part))
}

const asText = ({ block, channel }: BlockStartPart): Part => ({ type: 'block-start', block, channel })

const isTeller = (part: Part): boolean => part.type === 'warning' && part.code === 'orphan-close'
