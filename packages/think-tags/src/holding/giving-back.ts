import { noParts, type Part, type Splitter } from '@reason/core'
import { aroundSplitter, type Ending } from '@reason/core/adapter'
import type { StartPlan } from '@reason/core/start'
import { findLostCloser } from '../delimiters/lost-closer.ts'
import { warning } from '../output/warning.ts'

export interface GivingBackOptions {
  plan: StartPlan
  /** Whether all of the text may be the answer, if nothing marks it as a thought. False: only text after a closer that lost its marks. */
  givesGuess: boolean
  /** Whether a block with an opener may be the answer. */
  givesBlock: boolean
  /** Renders such a text as an answer. */
  asAnswer: (text: string) => string
}

/**
 * Reads a text that may have been taken for reasoning without proof. If the text ends by itself, without any closer or answer, it was the answer and is
 * repeated as one.
 *
 *     Paris.              reasoning "Paris.", at the end answer "Paris."
 *     <think>Paris.       the same: models open a thought and answer in it
 *     2+2</think>4        unchanged
 *     2+2↵think>↵4        a closer that lost its marks: the text after it is the answer
 *     Paris.<|END_TEXT|>  the end of an answer is evidence, too
 *     2+2 and so o        cut off: a thought
 */
export function createGivingBackSplitter(splitter: Splitter, { plan, givesGuess, givesBlock, asAnswer }: GivingBackOptions): Splitter {
  const { maxHeldChars, ifRaw } = plan
  /** A single string, because an array of pieces costs three times as much per token. */
  let thought = ''
  const mostChars = Math.max(maxHeldChars, mostGivenBack)
  let isOpen = true
  /** A delimiter marked the text as a thought. */
  let isBlock = false
  let nextBlock = 0
  /** The model's own tokens are in the text, so no server has split it. `isVouchedFor`: a wrapper of the answer is among them. */
  let isRaw = false
  let isVouchedFor = false

  return aroundSplitter(splitter, watch, {
    end(ending: Ending = 'complete') {
      const shownChars = thought.length
      const parts = watch(splitter.end(ending))
      const text = thought
      if (!isOpen || text === '') return parts
      close()
      // Only for a text that was held to its end. Text shown as a thought was already searched for such closers.
      const closer = shownChars > 0 || ending === 'cut' ? undefined : findLostCloser(text)
      if (closer !== undefined) return splitAt(parts, closer)
      const isAnswer = (isBlock ? givesBlock : givesGuess) && ending === 'complete' && !(isRaw && !isVouchedFor && ifRaw === 'reasoning')
      const answer = isAnswer ? asAnswer(text) : ''
      return answer === '' ? parts : giveAgain(parts, answer)
    },
    decide(reason) {
      if (reason === 'limit') close()
      return watch(splitter.decide?.(reason) ?? noParts)
    },
    passes: (text) => splitter.passes?.(text) === true,
  })

  function giveAgain(parts: readonly Part[], text: string): readonly Part[] {
    const block = nextBlock
    return [
      ...parts,
      warning('unclosed-as-answer'),
      { type: 'block-start', block, channel: 'answer' },
      { type: 'delta', block, channel: 'answer', text: text.replaceAll(/\p{Surrogate}/gu, '\uFFFD'), inserted: true },
      { type: 'block-end', block, channel: 'answer', boundary: 'end-of-stream' },
    ]
  }

  function watch(parts: readonly Part[]): readonly Part[] {
    if (!isOpen) return parts
    const [part] = parts
    if (parts.length === 1 && part!.type === 'delta' && part!.channel === 'reasoning') addText(part!.text)
    else for (const one of parts) see(one)
    return parts
  }

  function see(part: Part): void {
    if (part.type === 'delta' && part.channel === 'reasoning') addText(part.text)
    else if (part.type === 'block-start') {
      nextBlock = part.block + 1
      if (part.channel === 'answer') close()
    } else if (part.type === 'block-end') {
      if (part.boundary !== 'end-of-stream' && part.terminator !== undefined) close()
    } else if (part.type === 'markup') {
      isRaw ||= part.of === 'service'
      isVouchedFor ||= part.of === 'wrapper'
      isBlock ||= part.of === 'delimiter'
    }
  }

  function addText(text: string): void {
    thought += text
    // A longer text is not repeated as the answer, because a client that saw it as reasoning would get all of it twice.
    if (thought.length > mostChars) close()
  }

  function close(): void {
    isOpen = false
    thought = ''
  }
}

/** Ends the thought at a closer that was read as text. */
function splitAt(parts: readonly Part[], { at, end }: { at: number; end: number }): readonly Part[] {
  const out: Part[] = []
  let read = 0
  let ahead = 0
  for (const part of parts) {
    if (part.type === 'delta' && part.channel === 'reasoning') {
      const { block, text } = part
      const before = text.slice(0, Math.max(0, at - read))
      const tag = text.slice(before.length, Math.max(0, end - read))
      const behind = text.slice(before.length + tag.length)
      const isFirst = read <= at
      read += text.length
      if (before !== '') out.push({ ...part, text: before })
      if (tag !== '') {
        if (isFirst) out.push({ type: 'block-end', block, channel: 'reasoning', boundary: 'closer' })
        out.push({ type: 'markup', text: tag, of: 'delimiter' })
        if (read >= end) out.push({ type: 'block-start', block: block + ++ahead, channel: 'answer' })
      }
      if (behind !== '') out.push({ ...part, block: block + ahead, channel: 'answer', text: behind })
    } else if (ahead === 0 || !('block' in part) || part.block === undefined) out.push(part)
    else if (part.type === 'warning') out.push(part)
    else out.push({ ...part, block: part.block + ahead, channel: 'answer' } as Part)
  }
  return out
}

/** Limit of repeated text, in UTF-16 units. */
const mostGivenBack = 100_000
