import type { Role } from '../headers/header.ts'
import type { HarmonySink } from './sink.ts'
import type { Terminator } from '../tokens/tokens.ts'

/** A message of the format, in the format's own words. */
export interface HarmonyMessage {
  role: Role
  /** Name of the author, if the header has one. A tool's result has the tool's name. */
  name?: string
  /** `analysis`, `commentary`, `final`, or another word from the model. Null: none. */
  channel: string | null
  /** Addressee. Null on an assistant's message: the user. */
  recipient: string | null
  contentType: string | null
  /** The body, verbatim. */
  content: string
  /** Absent: the message has no terminator. */
  terminator?: Terminator
}

/** Sink that collects whole messages. */
export function createMessageSink(): HarmonySink & { messages: HarmonyMessage[] } {
  const messages: HarmonyMessage[] = []
  let pieces: string[] = []

  return {
    messages,
    open({ role, name, channel, recipient, contentType }) {
      pieces = []
      messages.push({ role, ...(name !== null && { name }), channel, recipient, contentType, content: '' })
    },
    body: add,
    mention: add,
    close(terminator) {
      const message = messages.at(-1)!
      message.content = pieces.join('')
      if (terminator !== undefined) message.terminator = terminator
    },
    markup() {},
    warn() {},
    turnEnd() {},
  }

  function add(text: string): void {
    pieces.push(text)
  }
}
