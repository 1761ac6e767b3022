import type { Role } from './header.ts'
import type { Sink } from './sink.ts'
import type { Terminator } from './tokens.ts'

/** A message of the format, with the format's own words. */
export interface HarmonyMessage {
  role: Role
  /** Of the author where the header has one; a tool's result has the tool's name. */
  name?: string
  /** `analysis`, `commentary`, `final`, or what the model wrote. Null: none. */
  channel: string | null
  /** Whom it is for. Null on an assistant's message: the user. */
  recipient: string | null
  contentType: string | null
  /** The body, verbatim. */
  content: string
  /** Absent: the message was not ended. */
  terminator?: Terminator
}

/** Keeps the messages whole. */
export function createMessageSink(): Sink & { messages: HarmonyMessage[] } {
  const messages: HarmonyMessage[] = []
  let pieces: string[] = []

  return {
    messages,
    open({ role, name, channel, recipient, contentType }) {
      pieces = []
      messages.push({ role, ...(name !== null && { name }), channel, recipient, contentType, content: '' })
    },
    body(text) {
      pieces.push(text)
    },
    close(terminator) {
      const message = messages.at(-1)!
      message.content = pieces.join('')
      if (terminator !== undefined) message.terminator = terminator
    },
    markup() {},
    warn() {},
    turnEnd() {},
  }
}
