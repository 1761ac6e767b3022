import type { Part } from '@reason/core'
import type { Boundary, Channel, MarkupPart, WarningPart } from '@reason/core/parts'

/** Creates the parts: one block per field, and separators between fields of one channel. */
export interface FieldWriter {
  /** Writes text of the input. */
  text(channel: Channel, text: string): void
  /** Writes text that replaces an escape, or a separator. */
  inserted(channel: Channel, text: string): void
  markup(text: string, of?: MarkupPart['of']): void
  /** The next text of the channel belongs to another field or item. */
  separate(channel: Channel): void
  close(boundary: Boundary, terminator?: string): void
  warn(code: WarningPart['code'], message: string): void
  take(): Part[]
  /** Discards all output, which came from the prompt. */
  reset(): void
  hasOpen(channel: Channel): boolean
  /** Whether the channel's next text continues its last one. */
  isIn(channel: Channel): boolean
}

export function createFieldWriter(separator: string): FieldWriter {
  let parts: Part[] = []
  let block = -1
  let open: Channel | undefined
  /** Channels that had text. */
  let begun = new Set<Channel>()
  let separated = new Set<Channel>()

  return {
    text(channel, text) {
      if (text === '') return
      begin(channel)
      parts.push({ type: 'delta', block, channel, text })
    },
    inserted(channel, text) {
      if (text === '') return
      begin(channel)
      parts.push({ type: 'delta', block, channel, text, inserted: true })
    },
    markup(text, of = 'delimiter') {
      if (text !== '') parts.push({ type: 'markup', of, text })
    },
    separate: (channel) => void separated.add(channel),
    close,
    warn: (code, message) => void parts.push({ type: 'warning', code, message }),
    take() {
      const taken = parts
      parts = []
      return taken
    },
    reset() {
      parts = []
      block = -1
      open = undefined
      begun = new Set()
      separated = new Set()
    },
    hasOpen: (channel) => open === channel,
    isIn: (channel) => open === channel && !separated.has(channel),
  }

  function begin(channel: Channel): void {
    if (open !== channel) {
      close('closer')
      open = channel
      parts.push({ type: 'block-start', block: ++block, channel })
    }
    const isApart = separated.delete(channel)
    if (isApart && begun.has(channel) && separator !== '') parts.push({ type: 'delta', block, channel, text: separator, inserted: true })
    begun.add(channel)
  }

  function close(boundary: Boundary, terminator?: string): void {
    if (open === undefined) return
    parts.push({ type: 'block-end', block, channel: open, boundary, ...(terminator !== undefined && { terminator }) })
    separated.add(open)
    open = undefined
  }
}
