import { noParts, type Part, type Splitter } from '@reason/core'
import { aroundSplitter, type Ending } from '@reason/core/adapter'
import type { StartPlan } from '@reason/core/start'
import { findLostCloser } from './lost-closer.ts'
import { warning } from './warning.ts'

export interface GivingBackOptions {
  plan: StartPlan
  /** All of the text may be the answer, as nothing in it says that it is a thought. False: only what is behind a closer that lost its marks. */
  givesGuess: boolean
  /** The same of a block that was opened. */
  givesBlock: boolean
  /** What is shown of such a text as an answer. */
  asAnswer: (text: string) => string
}

/**
 * Reads a text that may have been taken for reasoning, which nothing proves. If it ends by itself, and no closer and no answer ever came, it was the
 * answer: it is given again.
 *
 *     Paris.              reasoning "Paris.", at the end answer "Paris."
 *     <think>Paris.       the same: models open a thought and answer in it
 *     2+2</think>4        as it was read
 *     2+2↵think>↵4        a closer that lost its marks: what is behind it is the answer
 *     Paris.<|END_TEXT|>  what ends an answer tells, too
 *     2+2 and so o        cut off: a thought
 */
export function createGivingBackSplitter(splitter: Splitter, { plan, givesGuess, givesBlock, asAnswer }: GivingBackOptions): Splitter {
  const { maxHeldChars, ifRaw } = plan
  /** One string: an array of pieces costs three times as much for each token. */
  let thought = ''
  const mostChars = Math.max(maxHeldChars, mostGivenBack)
  let isOpen = true
  /** A delimiter says that this is a thought. */
  let isBlock = false
  let nextBlock = 0
  /** The model's own tokens are in the text: no server has split it. One of them ends an answer. */
  let isRaw = false
  let isVouchedFor = false

  return aroundSplitter(splitter, watch, {
    end(ending: Ending = 'complete') {
      const shownChars = thought.length
      const parts = watch(splitter.end(ending))
      const text = thought
      if (!isOpen || text === '') return parts
      // Of a text that was held to its end. What has begun as a thought was read for such closers.
      const closer = shownChars > 0 || ending === 'cut' ? undefined : findLostCloser(text)
      if (closer !== undefined) return splitAt(parts, closer)
      const isAnswer = (isBlock ? givesBlock : givesGuess) && ending === 'complete' && !(isRaw && !isVouchedFor && ifRaw === 'reasoning')
      return isAnswer ? giveAgain(parts, asAnswer(text)) : parts
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
      { type: 'delta', block, channel: 'answer', text, inserted: true },
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
    // A longer text is not given back as the answer: a client that saw it as reasoning would get all of it a second time.
    if (thought.length > mostChars) close()
  }

  function close(): void {
    isOpen = false
    thought = ''
  }
}

/** Ends the thought at a closer that was text in it. */
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
      read += text.length
      if (before !== '') out.push({ ...part, text: before })
      if (tag !== '') {
        if (ahead === 0) out.push({ type: 'block-end', block, channel: 'reasoning', boundary: 'closer' })
        out.push({ type: 'markup', text: tag, of: 'delimiter' })
        if (ahead === 0) out.push({ type: 'block-start', block: block + ++ahead, channel: 'answer' })
      }
      if (behind !== '') out.push({ ...part, block: block + ahead, channel: 'answer', text: behind })
    } else if (ahead === 0 || !('block' in part) || part.block === undefined) out.push(part)
    else if (part.type === 'warning') out.push(part)
    else out.push({ ...part, block: part.block + ahead, channel: 'answer' } as Part)
  }
  return out
}

/** In UTF-16 units. */
const mostGivenBack = 100_000
