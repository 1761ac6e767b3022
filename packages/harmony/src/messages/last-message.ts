import type { Part, Splitter } from '@reason/core'
import { aroundSplitter } from '@reason/core/adapter'
import { warningCodes } from '@reason/core/warnings'

/**
 * Repeats the last message as the answer, if a text ended by itself with neither an answer nor a call:
 *
 *     …commentary<|message|>Four.<|end|>    a preamble without a call: it was meant for the user
 *     …respond<|message|>Four.<|end|>       an invented or missing channel: perhaps a thought, so it is repeated only for clients that see thoughts
 *     …analysis<|message|>2+2</think>Four.  the text behind the closer of another format
 */
export function givingLastMessage(splitter: Splitter, guarded: boolean): Splitter {
  let isOpen = true
  let text: string[] = []
  let length = 0
  /** The channel of the next or the current message is unknown. */
  let isOdd = false
  /** The current message may be the answer. */
  let mayBeAnswer = false
  let nextBlock = 0
  let inThought = false
  /** The end of a thought from its last `<` on, which may begin a closer. */
  let tail = ''
  /** The end of the turn, which comes behind the answer. */
  let turnEnd: Part | undefined

  return aroundSplitter(splitter, watch, {
    end(ending = 'complete') {
      const parts = watch(splitter.end(ending))
      const last = text.join('')
      const ends = turnEnd === undefined ? [] : [turnEnd]
      const isGiven = isOpen && ending === 'complete' && last.trim() !== ''
      turnEnd = undefined
      close()
      if (!isGiven) return [...parts, ...ends]
      const block = nextBlock
      return [
        ...parts,
        { type: 'warning', code: 'unclosed-as-answer', message: warningCodes['unclosed-as-answer'] },
        { type: 'block-start', block, channel: 'answer' },
        { type: 'delta', block, channel: 'answer', text: last.replaceAll(/\p{Surrogate}/gu, '\uFFFD'), inserted: true },
        { type: 'block-end', block, channel: 'answer', boundary: 'end-of-stream' },
        ...ends,
      ]
    },
    passes: (piece) => !mayBeAnswer && !(inThought && (tail !== '' || piece.includes('<'))) && splitter.passes?.(piece) === true,
  })

  function watch(parts: readonly Part[]): readonly Part[] {
    for (const part of parts) if (isOpen) see(part)
    return turnEnd === undefined ? parts : parts.filter((part) => part !== turnEnd)
  }

  function see(part: Part): void {
    if (part.type === 'delta' && mayBeAnswer) {
      text.push(part.text)
      length += part.text.length
      // A client that saw the message would get all of it twice.
      if (length > mostGiven) close()
    } else if (part.type === 'delta' && part.channel === 'reasoning' && (tail !== '' || part.text.includes('<'))) {
      const behind = behindCloser(tail + part.text)
      mayBeAnswer = behind !== undefined
      if (mayBeAnswer) text = [behind!]
      tail = mayBeAnswer ? '' : (closerBegun.exec(tail + part.text)?.[0] ?? '')
    } else if (part.type === 'block-start') {
      tail = ''
      nextBlock = part.block + 1
      inThought = part.channel === 'reasoning'
      text = []
      length = 0
      mayBeAnswer = part.channel === 'commentary' || (part.channel === 'reasoning' && isOdd && !guarded)
      if (part.channel === 'answer') close()
    } else if (part.type === 'block-end') mayBeAnswer = isOdd = inThought = false
    else if (part.type === 'tool-call-start') close()
    else if (part.type === 'turn-end' && text.length > 0) turnEnd ??= part
    else if (part.type === 'warning') isOdd ||= oddMessages.includes(part.code)
  }

  function close(): void {
    isOpen = mayBeAnswer = inThought = false
    text = []
  }
}

const closer = /<\/(?:think|thinking|thought|reasoning)>/i
const closerBegun = /<(?:\/[a-z]{0,9})?$/i

/** Text behind the first closer in a text. Undefined: there is none. */
function behindCloser(text: string): string | undefined {
  const found = closer.exec(text)
  return found === null ? undefined : text.slice(found.index + found[0].length)
}

/** Warnings about messages whose channel is unknown. */
const oddMessages: readonly string[] = ['unknown-channel', 'missing-channel', 'unlabelled-text']

/** In UTF-16 units. */
const mostGiven = 100_000
