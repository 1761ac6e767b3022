import type { Channel } from '@reason/core/parts'
import type { FieldWriter } from './writer.ts'

/** What is known of a text before its first character. */
export interface Begin {
  /** `outside`: text waits for its first field. `string`: within a string of reasoning. */
  at: 'outside' | 'string'
  /** The text is known to be an answer: that no field comes is no surprise. */
  isAnswer: boolean
  /** What the model continues. Empty: nothing. */
  prefill: string
  /** What a text becomes that has waited too long. */
  onLimit: 'reasoning' | 'answer'
  /** Most UTF-16 units that wait. */
  maxHeldChars: number
  /** The reader may not see the reasoning: doubtful text behind an object is hidden. */
  isGuarded: boolean
}

/** Text outside of fields: it waits until a field shows what it was, or goes to a channel. */
export interface Outside {
  write(run: string): void
  /** Text that comes from here on. Undefined: it waits. */
  sendTo(channel: Channel | undefined): void
  /** The text that waits, which is forgotten. */
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
