import type { Channel } from '@reason/core/parts'
import type { FieldWriter } from './writer.ts'

/** Facts about a text before its first character. */
export interface Begin {
  /** `outside`: text is held until its first field. `string`: within a string of reasoning. */
  at: 'outside' | 'string'
  /** The text is known to be an answer, so missing fields cause no warning. */
  isAnswer: boolean
  /** Text that the model continues. Empty: none. */
  prefill: string
  /** Channel of text that exceeds the limit. */
  onLimit: 'reasoning' | 'answer'
  /** Limit of held text, in UTF-16 units. */
  maxHeldChars: number
  /** The reader may not see the reasoning, so doubtful text after an object is hidden. */
  isGuarded: boolean
}

/** Text outside of fields. Held until a field shows its channel, or sent to a channel. */
export interface Outside {
  write(run: string): void
  /** Sets the channel of later text. Undefined: held. */
  sendTo(channel: Channel | undefined): void
  /** Returns and clears the held text. */
  take(): string
}

export function createOutside(writer: FieldWriter, { isAnswer, maxHeldChars, onLimit }: Begin): Outside {
  let channel: Channel | undefined
  let waiting: string[] = []
  let waitingChars = 0

  return {
    write(run) {
      if (run === '') return
      if (channel !== undefined) return writer.text(channel, run)
      waiting.push(run)
      waitingChars += run.length
      if (waitingChars > maxHeldChars) giveUp()
    },
    sendTo: (next) => void (channel = next),
    take,
  }

  function giveUp(): void {
    channel = onLimit
    if (!isAnswer) writer.warn('hold-limit', `More than ${maxHeldChars} characters waited for a field; the text became ${onLimit}.`)
    writer.text(channel, take())
  }

  function take(): string {
    const taken = waiting.join('')
    waiting = []
    waitingChars = 0
    return taken
  }
}
