import { noParts, type Part, type Splitter } from '@reason/core'
import { aroundSplitter, type Ending } from '@reason/core/adapter'
import { warningCodes } from '@reason/core/warnings'

export interface FirstMessageOptions {
  /** Limit of held text, in UTF-16 units. */
  maxHeldChars: number
  /** The client may not see reasoning. */
  guarded: boolean
  /** The text came from a server, or is sent in one piece, so text without a header may be the answer, too. Other text is read as it is. */
  unlabelled: boolean
}

/**
 * Holds a first message without a channel until later text decides its channel: a turn ends with its answer, not with its thought.
 *
 *     <|message|>Four.<|return|>                                  the answer
 *     <|message|>2 + 2…<|end|><|start|>assistant<|channel|>final  a thought that lost its channel
 *     Four.<|return|>   <|start|>assistant Four.<|end|>           the answer, without a header
 */
export function withFirstMessage(splitter: Splitter, { maxHeldChars, guarded, unlabelled }: FirstMessageOptions): Splitter {
  let state: 'before' | 'holding' | 'over' = 'before'
  /** The held message has no header, and is read as reasoning. */
  let isBare = false
  let kept: Part[] = []
  let keptChars = 0
  let hasEnded = false

  return aroundSplitter(splitter, take, {
    end(ending = 'complete') {
      const parts = take(splitter.end(ending))
      return state === 'holding' ? [...parts, ...release(isAnswerAt(ending))] : parts
    },
    passes: (piece) => state === 'over' && splitter.passes?.(piece) === true,
  })

  function isAnswerAt(ending: Ending): boolean {
    return ending === 'complete' || (ending === 'stopped' && !guarded) || (hasEnded && !isBare)
  }

  function take(parts: readonly Part[]): readonly Part[] {
    if (state === 'over' || parts.length === 0) return parts
    const out: Part[] = []
    for (const part of parts) out.push(...see(part))
    return out
  }

  function see(part: Part): readonly Part[] {
    if (state === 'over') return [part]
    if (state === 'before') {
      isBare = unlabelled && part.type === 'warning' && part.code === 'unlabelled-text'
      if (isBare || (part.type === 'warning' && part.code === 'missing-channel')) state = 'holding'
      else if (part.type === 'block-start' || part.type === 'tool-call-start') state = 'over'
      else return [part]
      if (state !== 'holding') return [part]
      kept.push(part)
      return noParts
    }
    // A late header named the channel.
    if (part.type === 'block-start' && keptChars === 0 && part.channel !== (isBare ? 'reasoning' : 'answer'))
      return [...release(true), part]
    if ((part.type === 'block-start' && keptChars > 0) || part.type === 'tool-call-start') return [...release(false), part]
    kept.push(part)
    if (part.type === 'delta') keptChars += part.text.length
    hasEnded ||= part.type === 'block-end' && part.boundary !== 'end-of-stream'
    if (part.type === 'turn-end' && part.by === 'return') return release(true)
    if (keptChars < maxHeldChars) return noParts
    return [{ type: 'warning', code: 'hold-limit', message: warningCodes['hold-limit'] }, ...release(!guarded && !isBare)]
  }

  function release(isAnswer: boolean): readonly Part[] {
    const parts = kept
    kept = []
    state = 'over'
    const channel = isAnswer && keptChars > 0 ? 'answer' : 'reasoning'
    return parts.map((part) => ('channel' in part && part.channel !== channel ? ({ ...part, channel } as Part) : part))
  }
}
