import { noParts, type Channel, type Part } from '@reason/core'
import { warningCodes } from '@reason/core/warnings'
import { isPlainName } from './header.ts'
import type { Sink } from './sink.ts'

export interface PartsSink extends Sink {
  take(): readonly Part[]
  /** A block is open, of which there has been text: more of it is one part. */
  isInText(): boolean
}

/** Makes parts of messages. Answer and commentary blocks begin with their first text; empty ones never were. */
export function createPartsSink(): PartsSink {
  let parts: Part[] | undefined
  let blocks = 0
  let calls = 0
  /** What the open message is; `undefined`: none is open, or somebody else's. */
  let kind: Channel | 'call' | undefined
  /** Of the open message: its block or call was started. */
  let begun = false

  return { open, body, close, markup, warn, turnEnd, take, isInText: () => begun && kind !== undefined && kind !== 'call' }

  function take(): readonly Part[] {
    if (parts === undefined) return noParts
    const taken = parts
    parts = undefined
    return taken
  }

  // A literal of one holds one; the first `push` to an empty array makes room for seventeen.
  function add(part: Part): void {
    if (parts === undefined) parts = [part]
    else parts.push(part)
  }

  function open(header: Parameters<Sink['open']>[0]): void {
    kind = header.kind === 'foreign' ? undefined : header.kind
    begun = false
    if (kind === 'call') {
      begun = true
      const { contentType } = header
      // What is no plain name may be reasoning that went astray.
      const shown = contentType !== null && isPlainName(contentType)
      add({ type: 'tool-call-start', call: calls, name: header.recipient!, ...(shown && { contentType }) })
    } else if (kind === 'reasoning') begin(kind)
  }

  function body(text: string): void {
    if (kind === 'call') add({ type: 'tool-call-delta', call: calls, text })
    else if (kind === undefined) markup(text, 'dropped')
    else {
      if (!begun) begin(kind)
      add({ type: 'delta', block: blocks, channel: kind, text })
    }
  }

  function begin(channel: Channel): void {
    begun = true
    add({ type: 'block-start', block: blocks, channel })
  }

  function close(...[, source, boundary]: Parameters<Sink['close']>): void {
    const details = { boundary, ...(source !== '' && { terminator: source }) }
    if (kind === 'call') add({ type: 'tool-call-end', call: calls++, ...details })
    else if (kind !== undefined && begun) add({ type: 'block-end', block: blocks++, channel: kind, ...details })
    kind = undefined
  }

  function markup(...[text, of]: Parameters<Sink['markup']>): void {
    if (text !== '') add({ type: 'markup', text, of })
  }

  function warn(...[code, excerpt]: Parameters<Sink['warn']>): void {
    add({ type: 'warning', code, message: warningCodes[code], ...(excerpt !== undefined && { excerpt }) })
  }

  function turnEnd(by: string): void {
    add({ type: 'turn-end', by })
  }
}
