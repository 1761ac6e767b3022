import type { Part, Splitter } from '@reason/core'
import type { Ending } from '@reason/core/adapter'
import type { StartPlan } from '@reason/core/start'
import { createHeldText } from './held-text.ts'
import { warning } from './warning.ts'

/**
 * Reads a text that may have been taken for reasoning, which nothing proves. If it ends by itself, and no closer and no answer ever came, it was the
 * answer: it is given again.
 *
 *     Paris.              reasoning "Paris.", at the end answer "Paris."
 *     <think>Paris.       the same: models open a thought and answer in it
 *     2+2</think>4        as it was read
 *     Paris.<|END_TEXT|>  what ends an answer tells, too
 *     2+2 and so o        cut off: a thought
 */
export function createGivingBackSplitter(splitter: Splitter, { maxHeldChars, ifRaw }: StartPlan): Splitter {
  const thought = createHeldText()
  let isOpen = true
  let nextBlock = 0
  /** The model's own tokens are in the text: no server has split it. One of them ends an answer. */
  let isRaw = false
  let isVouchedFor = false

  return {
    push: (text) => watch(splitter.push(text)),
    end(ending: Ending = 'complete') {
      const parts = watch(splitter.end(ending))
      const text = thought.take()
      if (!isOpen || ending !== 'complete' || text === '' || (isRaw && !isVouchedFor && ifRaw === 'reasoning')) return parts
      const block = nextBlock
      return [
        ...parts,
        warning('unclosed-as-answer'),
        { type: 'block-start', block, channel: 'answer' },
        { type: 'delta', block, channel: 'answer', text, inserted: true },
        { type: 'block-end', block, channel: 'answer', boundary: 'end-of-stream' },
      ]
    },
    decide: (reason) => watch(splitter.decide?.(reason) ?? []),
    isUndecided: () => splitter.isUndecided?.() === true,
    passes: (text) => splitter.passes?.(text) === true,
    isInCode: () => splitter.isInCode?.() === true,
    state: () => splitter.state?.() ?? null,
  }

  function watch(parts: readonly Part[]): readonly Part[] {
    if (isOpen) for (const part of parts) see(part)
    return parts
  }

  function see(part: Part): void {
    if (part.type === 'delta' && part.channel === 'reasoning') thought.add(part.text)
    else if (part.type === 'block-start') {
      nextBlock = part.block + 1
      if (part.channel === 'answer') close()
    } else if (part.type === 'block-end') {
      if (part.boundary !== 'end-of-stream') close()
    } else if (part.type === 'markup') {
      isRaw ||= part.of === 'service'
      isVouchedFor ||= part.of === 'wrapper'
    }
    // A longer text is not given back as the answer: a client that saw it as reasoning would get all of it a second time.
    if (thought.length() > Math.max(maxHeldChars, mostGivenBack)) close()
  }

  function close(): void {
    isOpen = false
    thought.take()
  }
}

/** In UTF-16 units. */
const mostGivenBack = 100_000
